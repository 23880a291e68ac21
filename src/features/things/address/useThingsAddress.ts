import { useMemo } from 'react';

import { useSearchPatch } from '#ui/useSearchPatch.ts';

import {
  readThingsAddress,
  writeThingsAddress,
  type ParsedAddress,
  type ThingsAddress,
} from './thingsAddress.ts';

interface ThingsAddressControl extends ParsedAddress {
  /** Changes part of the address; any change but one of the page starts again at page 1. */
  patch: (change: Partial<ThingsAddress>) => void;
}

/** The list's state, which is its address. */
export function useThingsAddress(): ThingsAddressControl {
  const { search, patchSearch } = useSearchPatch();
  const parsed = useMemo(() => readThingsAddress(search), [search]);
  return {
    ...parsed,
    patch(change) {
      patchSearch((current) => {
        const { address } = readThingsAddress(current);
        return writeThingsAddress(current, { ...address, page: 1, ...change });
      });
    },
  };
}

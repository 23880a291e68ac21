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

/**
 * The list's state, which is its address.
 *
 * @param onPatch gets each new address before it is drawn, so that its read can start at once
 */
export function useThingsAddress(onPatch: (next: ThingsAddress) => void): ThingsAddressControl {
  const { search, patchSearch } = useSearchPatch();
  const parsed = useMemo(() => readThingsAddress(search), [search]);
  return {
    ...parsed,
    patch(change) {
      patchSearch((current) => {
        const { address } = readThingsAddress(current);
        const next = { ...address, page: 1, ...change };
        onPatch(next);
        return writeThingsAddress(current, next);
      });
    },
  };
}

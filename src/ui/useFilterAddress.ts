import { useMemo } from 'react';

import { writeAddress } from '#lib/filterAddress.ts';

import { useSearchPatch } from './useSearchPatch.ts';

/** A filter, and a page of what it finds: `before` is a cursor of the gateway, empty for the first page. */
type Paged<F> = F & { readonly before: string };

/**
 * The state of a filtered and paged list, which is its address, and how to change it: another filter begins at the
 * first page.
 *
 * @param read of the module, so that it stays the same
 */
export function useFilterAddress<F extends Readonly<Record<keyof F, string>>>(
  read: (search: URLSearchParams) => {
    readonly address: Paged<F>;
    readonly invalid: readonly string[];
  },
) {
  const { search, patchSearch } = useSearchPatch();
  const parsed = useMemo(() => read(search), [read, search]);
  const write = (addressOf: (current: Paged<F>) => Paged<F>) =>
    patchSearch((current) => writeAddress(current, addressOf(read(current).address)));
  return {
    ...parsed,
    setFilter: (filter: F) => write(() => ({ ...filter, before: '' })),
    turnTo: (before: string) => write((address) => ({ ...address, before })),
  };
}

import { useMemo } from 'react';

import { readAddress, writeAddress, type AddressParameters } from '#lib/filterAddress.ts';

import { useSearchPatch } from './useSearchPatch.ts';

/** A filter and a page of its results: `before` is a gateway cursor, absent on the first page. */
interface Paged {
  readonly before?: string | undefined;
}

/**
 * The state of a filtered and paged list, stored in the URL, and functions to change it: a new filter starts at
 * the first page.
 *
 * @param parameters declared at module level, so that they stay the same
 */
export function useFilterAddress<Query extends Paged>(parameters: AddressParameters<Query>) {
  const { search, patchSearch } = useSearchPatch();
  const address = useMemo(() => readAddress(search, parameters), [search, parameters]);
  const { before, ...filter } = address.query;
  return {
    ...address,
    isFiltered: Object.keys(filter).length > 0,
    isFirstPage: before === undefined,
    /** @param texts the filter values, keyed by their names in the call */
    setFilter: (texts: { readonly [Name in keyof Query]?: string }) =>
      patchSearch((current) => writeAddress(current, parameters, texts)),
    /** @param to a cursor; empty for the first page */
    turnTo: (to: string) =>
      patchSearch((current) => {
        const { texts } = readAddress(current, parameters);
        return writeAddress(current, parameters, { ...texts, before: to });
      }),
  };
}

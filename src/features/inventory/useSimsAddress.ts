import { useMemo } from 'react';

import { inventoryThingsParameters, type SimCondition } from '#api/inventory.ts';
import { readAddress } from '#lib/filterAddress.ts';
import { useSearchPatch } from '#ui/useSearchPatch.ts';

import { readConditions, writeSearch } from './simsFilters.ts';

/** From the conditions that the last press has chosen, even if the page does not show them yet. */
type Change = (now: readonly SimCondition[]) => readonly SimCondition[];

const paging = { before: inventoryThingsParameters.before };

/** The state of a list of SIMs, stored in the URL: its conditions and its page. */
export function useSimsAddress() {
  const { search, patchSearch } = useSearchPatch();
  const { query, conditions, invalid } = useMemo(() => {
    const page = readAddress(search, paging);
    const read = readConditions(search);
    return { ...read, query: page.query, invalid: [...read.invalid, ...page.invalid] };
  }, [search]);
  const show = (change: Change, before = '') =>
    patchSearch((current) =>
      writeSearch(current, change(readConditions(current).conditions), before),
    );
  return {
    query,
    conditions,
    invalid,
    isFiltered: conditions.length > 0,
    isFirstPage: query.before === undefined,
    turnTo: (before: string) => show((now) => now, before),
    /** Shows the first page of the SIMs that fulfil these conditions. */
    setConditions: (change: Change) => show(change),
    setFilter: () => show(() => []),
  };
}

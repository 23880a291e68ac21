import { useMemo } from 'react';

import { inventoryThingsParameters, type SimCondition } from '#api/inventory.ts';
import { useFilterAddress } from '#ui/useFilterAddress.ts';
import { useSearchPatch } from '#ui/useSearchPatch.ts';

import { readConditions, writeConditions } from './simsFilters.ts';

const paging = { before: inventoryThingsParameters.before };

/** The state of a list of SIMs, stored in the URL: its conditions and its page. */
export function useSimsAddress() {
  const { search, patchSearch } = useSearchPatch();
  const { query, invalid, isFirstPage, turnTo } = useFilterAddress(paging);
  const read = useMemo(() => readConditions(search), [search]);
  /** Shows the first page of the SIMs that fulfil these conditions. */
  const setConditions = (conditions: readonly SimCondition[]) =>
    patchSearch((current) => writeConditions(current, conditions));
  return {
    query,
    conditions: read.conditions,
    invalid: [...read.invalid, ...invalid],
    isFiltered: read.conditions.length > 0,
    isFirstPage,
    turnTo,
    setConditions,
    setFilter: () => setConditions([]),
  };
}

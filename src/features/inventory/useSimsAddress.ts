import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { inventoryThingsParameters, type SimCondition } from '#api/inventory.ts';
import { readAddress } from '#lib/filterAddress.ts';

import { readConditions, writeSearch } from './simsFilters.ts';

const paging = { before: inventoryThingsParameters.before };

/** The state of a list of SIMs, stored in the URL: its conditions and its page. */
export function useSimsAddress() {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const { query, conditions, invalid } = useMemo(() => {
    const given = new URLSearchParams(search);
    const page = readAddress(given, paging);
    const read = readConditions(given);
    return { ...read, query: page.query, invalid: [...read.invalid, ...page.invalid] };
  }, [search]);
  const show = (next: readonly SimCondition[], before = '') => {
    const written = writeSearch(new URLSearchParams(search), next, before);
    void navigate({ search: written, hash }, { preventScrollReset: true });
  };
  return {
    query,
    conditions,
    invalid,
    isFiltered: conditions.length > 0,
    isFirstPage: query.before === undefined,
    turnTo: (before: string) => show(conditions, before),
    /** Shows the first page of the SIMs that fulfil these conditions. */
    setConditions: (next: readonly SimCondition[]) => show(next),
    setFilter: () => show([]),
  };
}

import { useMemo } from 'react';

import { changeOutcomes, type ChangeOutcome, type ChangesQuery } from '#api/changes.ts';
import { dayStart } from '#lib/dayStart.ts';
import { useSearchPatch } from '#ui/useSearchPatch.ts';

/** What the page is filtered by; an empty text is no filter. */
export interface ChangesFilter {
  /** A group's id, or a part of its name. */
  readonly group: string;
  readonly who: string;
  readonly outcome: ChangeOutcome | '';
  /** Days of the person's time zone, such as `2026-11-22`; both are included. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: ChangesFilter = { group: '', who: '', outcome: '', from: '', to: '' };

export type FilterName = keyof ChangesFilter;
const filterNames = ['group', 'who', 'outcome', 'from', 'to'] as const satisfies FilterName[];

/** The state of the page, which is its address. */
export interface ChangesAddress extends ChangesFilter {
  /** Cursor of the gateway; empty for the newest changes. */
  readonly before: string;
}

const maxTextLength = 200;

/** Reads the address. An invalid value falls back to none, and its parameter is reported. */
export function readChangesAddress(search: URLSearchParams) {
  const invalid: string[] = [];
  function read<T extends string>(name: string, parse: (text: string) => T | undefined): T | '' {
    const text = search.get(name)?.trim() ?? '';
    const value = text === '' ? '' : parse(text);
    if (value === undefined) invalid.push(name);
    return value ?? '';
  }
  // The gateway refuses other texts.
  const text = (given: string) =>
    given.length <= maxTextLength && given.isWellFormed() && !/\p{Cc}/u.test(given)
      ? given
      : undefined;
  const from = read('from', (given) => (dayStart(given) === undefined ? undefined : given));
  const to = read('to', (given) =>
    dayStart(given) === undefined || given < from ? undefined : given,
  );
  const address: ChangesAddress = {
    group: read('group', text),
    who: read('who', text),
    outcome: read('outcome', (given) => changeOutcomes.find((outcome) => outcome === given)),
    from,
    to,
    before: read('before', text),
  };
  return { address, invalid };
}

/** The search for a filter and a cursor; parameters of other tools are kept. */
export function writeChangesAddress(
  current: URLSearchParams,
  address: ChangesAddress,
): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const name of [...filterNames, 'before'] as const) {
    if (address[name] === '') next.delete(name);
    else next.set(name, address[name]);
  }
  return next;
}

export function isFiltered(filter: ChangesFilter): boolean {
  return filterNames.some((name) => filter[name] !== '');
}

/** What the gateway is asked for. */
export function queryOf({ group, who, outcome, from, to, before }: ChangesAddress): ChangesQuery {
  return {
    ...(group !== '' && { group }),
    ...(who !== '' && { who }),
    ...(outcome !== '' && { outcome }),
    ...(from !== '' && { from: dayStart(from) }),
    ...(to !== '' && { to: dayStart(to, 1) }),
    ...(before !== '' && { before }),
  };
}

/** The state of the page, and how to change it: another filter begins at the newest changes. */
export function useChangesAddress() {
  const { search, patchSearch } = useSearchPatch();
  const parsed = useMemo(() => readChangesAddress(search), [search]);
  return {
    ...parsed,
    setFilter: (filter: ChangesFilter) =>
      patchSearch((current) => writeChangesAddress(current, { ...filter, before: '' })),
    turnTo: (before: string) =>
      patchSearch((current) => {
        const { address } = readChangesAddress(current);
        return writeChangesAddress(current, { ...address, before });
      }),
  };
}

import { changeOutcomes, type ChangeOutcome, type ChangesQuery } from '#api/changes.ts';
import { dayStart } from '#lib/dayStart.ts';
import { createAddressReader, textUpTo } from '#lib/filterAddress.ts';
import { useFilterAddress } from '#ui/useFilterAddress.ts';

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

export function readChangesAddress(search: URLSearchParams) {
  const { read, readDays, invalid } = createAddressReader(search);
  const days = readDays();
  const text = textUpTo(200);
  const address: ChangesAddress = {
    group: read('group', text),
    who: read('who', text),
    outcome: read('outcome', (given) => changeOutcomes.find((outcome) => outcome === given)),
    ...days,
    before: read('before', text),
  };
  return { address, invalid };
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

export const useChangesAddress = () => useFilterAddress<ChangesFilter>(readChangesAddress);

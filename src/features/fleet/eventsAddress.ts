import { useMemo } from 'react';

import { thingEventKinds, type ThingEventKind, type ThingEventsQuery } from '#api/fleet.ts';
import { dayStart } from '#lib/dayStart.ts';
import { useSearchPatch } from '#ui/useSearchPatch.ts';

/** What the changes are filtered by; an empty text is no filter. */
export interface EventsFilter {
  readonly kind: ThingEventKind | '';
  readonly iccid: string;
  /** Days of the person's time zone, such as `2026-11-22`; both are included. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: EventsFilter = { kind: '', iccid: '', from: '', to: '' };
const filterNames = ['kind', 'iccid', 'from', 'to'] as const satisfies (keyof EventsFilter)[];

/** The state of the page, which is its address. */
export interface EventsAddress extends EventsFilter {
  /** Cursor of the gateway; empty for the newest changes. */
  readonly before: string;
}

/** Reads the address. An invalid value falls back to none, and its parameter is reported. */
export function readEventsAddress(search: URLSearchParams) {
  const invalid: string[] = [];
  function read<T extends string>(name: string, parse: (text: string) => T | undefined): T | '' {
    const text = search.get(name)?.trim() ?? '';
    const value = text === '' ? '' : parse(text);
    if (value === undefined) invalid.push(name);
    return value ?? '';
  }
  // The gateway refuses other texts.
  const text = (maxLength: number) => (given: string) =>
    given.length <= maxLength && given.isWellFormed() && !/\p{Cc}/u.test(given) ? given : undefined;
  const from = read('from', (given) => (dayStart(given) === undefined ? undefined : given));
  const address: EventsAddress = {
    kind: read('kind', (given) => thingEventKinds.find((kind) => kind === given)),
    iccid: read('iccid', text(64)),
    from,
    to: read('to', (given) => (dayStart(given) === undefined || given < from ? undefined : given)),
    before: read('before', text(200)),
  };
  return { address, invalid };
}

export function isFiltered(filter: EventsFilter): boolean {
  return filterNames.some((name) => filter[name] !== '');
}

/** What the gateway is asked for. */
export function eventsQueryOf({ kind, iccid, from, to, before }: EventsAddress): ThingEventsQuery {
  return {
    ...(kind !== '' && { kind }),
    ...(iccid !== '' && { iccid }),
    ...(from !== '' && { from: dayStart(from) }),
    ...(to !== '' && { to: dayStart(to, 1) }),
    ...(before !== '' && { before }),
  };
}

/** The state of the page, and how to change it: another filter begins at the newest changes. */
export function useEventsAddress() {
  const { search, patchSearch } = useSearchPatch();
  const parsed = useMemo(() => readEventsAddress(search), [search]);
  function patch(change: Partial<EventsAddress>) {
    patchSearch((current) => {
      const address = { ...readEventsAddress(current).address, ...change };
      for (const name of [...filterNames, 'before'] as const) {
        if (address[name] === '') current.delete(name);
        else current.set(name, address[name]);
      }
      return current;
    });
  }
  return {
    ...parsed,
    setFilter: (filter: EventsFilter) => patch({ ...filter, before: '' }),
    turnTo: (before: string) => patch({ before }),
  };
}

import { thingEventKinds, type ThingEventKind, type ThingEventsQuery } from '#api/fleet.ts';
import { dayStart } from '#lib/dayStart.ts';
import { createAddressReader, textUpTo } from '#lib/filterAddress.ts';
import { useFilterAddress } from '#ui/useFilterAddress.ts';

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

function readEventsAddress(search: URLSearchParams) {
  const { read, readDays, invalid } = createAddressReader(search);
  const days = readDays();
  const address: EventsAddress = {
    kind: read('kind', (given) => thingEventKinds.find((kind) => kind === given)),
    iccid: read('iccid', textUpTo(64)),
    ...days,
    before: read('before', textUpTo(200)),
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

export const useEventsAddress = () => useFilterAddress<EventsFilter>(readEventsAddress);

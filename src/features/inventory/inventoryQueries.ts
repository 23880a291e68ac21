import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { FleetApi, InventoryThingsQuery, ThingEventsQuery } from '#api/inventory.ts';
import { keys } from '#api/keys.ts';
import { withValidCursor } from '#api/records.ts';

/** Reading the memory costs the service nothing, so it is read whenever it is shown. */
const fresh = { staleTime: 0 } as const;

export function summaryQuery(fleet: FleetApi) {
  return queryOptions({
    queryKey: [...keys.fleet, 'summary'],
    queryFn: ({ signal }) => fleet.summary(signal),
    ...fresh,
  });
}

/** A page of SIMs, or the first one where the cursor is not valid. */
export function simsPageQuery(fleet: FleetApi, query: InventoryThingsQuery) {
  return queryOptions({
    queryKey: [...keys.fleet, 'things', query],
    queryFn: ({ signal }) => withValidCursor(query, (asked) => fleet.things(asked, signal)),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

/** A page of what changed, or the first one where the cursor is not valid. */
export function eventsPageQuery(fleet: FleetApi, query: ThingEventsQuery) {
  return queryOptions({
    queryKey: [...keys.fleet, 'events', query],
    queryFn: ({ signal }) => withValidCursor(query, (asked) => fleet.events(asked, signal)),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

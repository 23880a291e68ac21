import { queryOptions } from '@tanstack/react-query';

import type { FleetApi } from '#api/inventory.ts';
import { keys } from '#api/keys.ts';

export const simsRoot = [...keys.fleet, 'things'];
export const eventsRoot = [...keys.fleet, 'events'];

/** Reading the inventory costs the service nothing, so it is read whenever it is shown. */
export function summaryQuery(fleet: FleetApi) {
  return queryOptions({
    queryKey: [...keys.fleet, 'summary'],
    queryFn: ({ signal }) => fleet.summary(signal),
    staleTime: 0,
  });
}

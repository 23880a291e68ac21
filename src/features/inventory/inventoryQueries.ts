import { queryOptions } from '@tanstack/react-query';

import type { FleetApi } from '#api/inventory.ts';
import { keys } from '#api/keys.ts';

/** Messages used on several fleet pages. */
export const memoryOff =
  'This installation keeps no inventory of SIMs: its operators have switched it off.';
export const noEvents = 'No changes seen yet. Changes appear once a SIM has been listed twice.';

export const simsRoot = [...keys.fleet, 'things'];
export const eventsRoot = [...keys.fleet, 'events'];

/** Reading the inventory costs no calls to the service, so it is read each time it is shown. */
export function summaryQuery(fleet: FleetApi) {
  return queryOptions({
    queryKey: [...keys.fleet, 'summary'],
    queryFn: ({ signal }) => fleet.summary(signal),
    staleTime: 0,
  });
}

/** The figures for the last 30 days. */
export function trendsQuery(fleet: FleetApi) {
  return queryOptions({
    queryKey: [...keys.fleet, 'trends'],
    queryFn: ({ signal }) => fleet.trends(signal),
    staleTime: 0,
  });
}

import { describeError } from '#api/describeError.ts';
import { ApiError } from '#api/errors.ts';
import type { FleetApi, RememberedThingsQuery, ThingEventsQuery } from '#api/fleet.ts';
import { retried } from '#api/retries.ts';
import { systemClock } from '#lib/clock.ts';
import { usePagedExport } from '#ui/pagedExport/usePagedExport.ts';

import { createEventsFile, createSimsFile, fleetFileName } from './fleetFiles.ts';

/** The largest page of the memory. */
const pageSize = 200;

function failureOf(error: unknown) {
  return error instanceof ApiError ? describeError(error, 'export the next rows') : undefined;
}

function retriedRead<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return retried(read, { clock: systemClock, random: Math.random, signal });
}

/** Exports all SIMs of a list to a file. */
export function useSimsExport(fleet: FleetApi) {
  const { start, ...shown } = usePagedExport(failureOf);
  return {
    ...shown,
    /** @param list names the file */
    start(query: RememberedThingsQuery, list: string) {
      const file = createSimsFile();
      start({
        async add(cursor, signal) {
          const asked = { ...query, size: pageSize, ...(cursor !== '' && { before: cursor }) };
          const page = await retriedRead(() => fleet.things(asked, signal), signal);
          file.add(page.things);
          return { rows: page.things.length, unreadable: page.unreadable, next: page.next };
        },
        finish: (isComplete) => ({
          blob: file.blob(),
          name: fleetFileName(list, systemClock.now(), isComplete),
        }),
      });
    },
  };
}

/** Exports all changes of a filter to a file. */
export function useEventsExport(fleet: FleetApi) {
  const { start, ...shown } = usePagedExport(failureOf);
  return {
    ...shown,
    start(query: ThingEventsQuery) {
      const file = createEventsFile();
      start({
        async add(cursor, signal) {
          const asked = { ...query, size: pageSize, ...(cursor !== '' && { before: cursor }) };
          const page = await retriedRead(() => fleet.events(asked, signal), signal);
          file.add(page.events);
          return { rows: page.events.length, unreadable: page.unreadable, next: page.next };
        },
        finish: (isComplete) => ({
          blob: file.blob(),
          name: fleetFileName('changes', systemClock.now(), isComplete),
        }),
      });
    },
  };
}

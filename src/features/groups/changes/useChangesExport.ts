import { describeError } from '#api/describeError.ts';
import { ApiError } from '#api/errors.ts';
import { retried } from '#api/retries.ts';
import { systemClock } from '#lib/clock.ts';
import { usePagedExport } from '#ui/pagedExport/usePagedExport.ts';

import { queryOf, type ChangesFilter } from './changesAddress.ts';
import { changesFileName, createChangesFile } from './changesFile.ts';
import type { Records } from './changesQueries.ts';

/** The largest page of the record. */
const pageSize = 200;

/** Exports all changes of a filter to a file. */
export function useChangesExport(records: Records) {
  const { start, ...shown } = usePagedExport((error) =>
    error instanceof ApiError ? describeError(error, 'export the next changes') : undefined,
  );
  return {
    ...shown,
    start(filter: ChangesFilter) {
      const file = createChangesFile();
      start({
        async add(cursor, signal) {
          const query = { ...queryOf({ ...filter, before: cursor }), size: pageSize };
          const { changes, unreadable, next } = await retried(
            async () => records.read(query, signal),
            { clock: systemClock, random: Math.random, signal },
          );
          file.add(changes);
          return { rows: changes.length, unreadable, next };
        },
        finish: (isComplete) => ({
          blob: file.blob(),
          name: changesFileName(filter, systemClock.now(), isComplete),
        }),
      });
    },
  };
}

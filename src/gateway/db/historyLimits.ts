import { type RawBuilder, sql } from 'kysely';

import type { Database } from './database.ts';

/** How long history is kept, and how long a change without an outcome may be in progress. */
export interface HistoryLimits {
  readonly historyMs: number;
  readonly maxPutMs: number;
}

/**
 * Changes recorded at this time or earlier are hidden and removed; if nothing is kept, that means every change. Queries
 * filter by this time because a lowered limit takes effect before the rows are removed.
 */
export function historySince(
  { now }: Pick<Database, 'now'>,
  { historyMs }: Pick<HistoryLimits, 'historyMs'>,
): RawBuilder<number> {
  return sql`${now()} - ${historyMs}`;
}

/** If a stored time is this far ahead, the database's clock has been set back since: no list waits that long. */
export const setBackMs = 10 * 60_000;

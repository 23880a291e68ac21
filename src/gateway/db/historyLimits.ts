import { type RawBuilder, sql } from 'kysely';

import type { Database } from './database.ts';

/** How long history is kept, and until when a change without an outcome may be under way. */
export interface HistoryLimits {
  readonly historyMs: number;
  readonly maxPutMs: number;
}

/**
 * What was recorded at this time or before is shown no more, and what is older goes: all of it where nothing is kept.
 * Whoever shows history asks for this, since a limit that was lowered holds before the rows are gone.
 */
export function historySince(
  { now }: Pick<Database, 'now'>,
  { historyMs }: Pick<HistoryLimits, 'historyMs'>,
): RawBuilder<number> {
  return sql`${now()} - ${historyMs}`;
}

import { type RawBuilder, sql } from 'kysely';

import type { Database } from './database.ts';
import { searchText } from './storedValues.ts';

/**
 * Whether a column for the search has this text somewhere, sign by sign. Not LIKE: SQLite tries all of a long
 * pattern at each place of a text, which takes seconds where many begin alike.
 */
export function contains(
  kind: Database['kind'],
  column: string,
  text: string,
): RawBuilder<boolean> {
  const position = kind === 'sqlite' ? sql`instr` : sql`strpos`;
  return sql`${position}(${sql.ref(column)}, ${searchText(text)}) > 0`;
}

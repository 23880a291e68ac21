import { type RawBuilder, sql } from 'kysely';

import type { Database } from './database.ts';
import { searchText } from './storedValues.ts';

/**
 * Whether a search column contains this text literally. Not LIKE: at each place of a text, SQLite tries the whole
 * of a long pattern, which takes seconds if many texts start alike.
 */
export function contains(
  kind: Database['kind'],
  column: string,
  text: string,
): RawBuilder<boolean> {
  const position = kind === 'sqlite' ? sql`instr` : sql`strpos`;
  return sql`${position}(${sql.ref(column)}, ${searchText(text)}) > 0`;
}

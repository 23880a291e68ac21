import { type Kysely, sql } from 'kysely';

import type { Tables } from './tables.ts';

/**
 * The spellings of a username in a table: the service may accept any letter case of it. Not compared in the database,
 * because SQLite's `lower` knows only ASCII letters.
 */
export async function spellingsOf(
  db: Kysely<Tables>,
  table: 'sessions' | 'sharedViews' | 'thingNotes',
  username: string,
): Promise<readonly string[]> {
  const column = sql.ref(table === 'sharedViews' ? 'author' : 'username');
  const names = sql<{ name: string }>`select distinct ${column} as name from ${sql.table(table)}`;
  const { rows } = await names.execute(db);
  const wanted = username.toLowerCase();
  return rows.flatMap(({ name }) => (name.toLowerCase() === wanted ? name : []));
}

import { type RawBuilder, sql } from 'kysely';

import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** The maximum number of rows that one statement removes, so that no statement takes long. */
export const sweepSize = 1000;

/**
 * Removes some rows of a table, the oldest first.
 *
 * @param given.key columns of its key
 * @param given.age column to order by; if undefined, the order is arbitrary
 * @returns the number of removed rows; if fewer than `sweepSize`, no rows are left
 */
export async function removeSome(
  { run }: Pick<Database, 'run'>,
  given: {
    readonly table: keyof Tables;
    readonly key: readonly string[];
    readonly where: RawBuilder<boolean>;
    readonly age?: string;
  },
): Promise<number> {
  const table = sql.table(given.table);
  const key = sql.join(given.key.map((column) => sql.ref(column)));
  const order = given.age === undefined ? sql`` : sql`order by ${sql.ref(given.age)}`;
  const some = sql`select ${key} from ${table} where ${given.where} ${order} limit ${sweepSize}`;
  const { numAffectedRows = 0n } = await run((db) =>
    sql`delete from ${table} where (${key}) in (${some})`.execute(db),
  );
  return Number(numAffectedRows);
}

/** Removes all such rows, in short statements, so that other work gets its turn. @returns how many there were */
export async function removeAll(
  database: Pick<Database, 'run'>,
  given: Parameters<typeof removeSome>[1],
): Promise<number> {
  let removed = 0;
  for (let some = sweepSize; some === sweepSize; removed += some) {
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other is the purpose
    some = await removeSome(database, given);
  }
  return removed;
}

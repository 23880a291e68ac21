import { type RawBuilder, sql } from 'kysely';

import { ownTurn } from '../http/ownTurn.ts';
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

/** Removes all such rows. @returns how many there were */
export const removeAll = (...given: Parameters<typeof removeSome>): Promise<number> =>
  untilNoneLeft(() => removeSome(...given));

/**
 * Repeats a short removal until no rows are left. SQLite runs in this thread without yielding to the event loop, so
 * other work gets its turn in between.
 *
 * @param some returns the number of removed rows; if fewer than `sweepSize`, no rows are left
 * @returns how many there were
 */
export async function untilNoneLeft(some: () => Promise<number>): Promise<number> {
  const removed = await some();
  if (removed < sweepSize) return removed;
  await ownTurn();
  return removed + (await untilNoneLeft(some));
}

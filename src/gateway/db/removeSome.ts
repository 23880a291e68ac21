import { type RawBuilder, sql } from 'kysely';

import { ownTurn } from '../http/ownTurn.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** The maximum number of rows that one statement removes, so that no statement takes long. */
export const sweepSize = 1000;

/** The tables whose rows are removed, with their keys. */
const keys = {
  alertChecks: ['customerId', 'checkName'],
  alertMessages: ['id'],
  alerts: ['id'],
  fleetReadings: ['id'],
  groupChanges: ['id'],
  groupsSeen: ['customerId', 'groupId'],
  refreshBudgets: ['egress'],
  sessionEvents: ['id'],
  sharedViews: ['customerId', 'id'],
  thingEvents: ['id'],
  thingNotes: ['customerId', 'id'],
  thingsSeen: ['customerId', 'iccid'],
} satisfies Partial<Record<keyof Tables, readonly string[]>>;

interface Removal {
  readonly table: keyof typeof keys;
  readonly where: RawBuilder<boolean>;
  /** The column to order by; if undefined, the order is arbitrary. */
  readonly age?: string;
}

/**
 * Removes some rows for each removal, the oldest first.
 *
 * @returns the largest number of removed rows; if fewer than `sweepSize`, no rows are left
 */
export async function removeSome(
  { run }: Pick<Database, 'run'>,
  ...removals: readonly Removal[]
): Promise<number> {
  let most = 0;
  for (const { table: name, where, age } of removals) {
    const table = sql.table(name);
    const key = sql.join(keys[name].map((column) => sql.ref(column)));
    const order = age === undefined ? sql`` : sql`order by ${sql.ref(age)}`;
    const some = sql`select ${key} from ${table} where ${where} ${order} limit ${sweepSize}`;
    // oxlint-disable-next-line no-await-in-loop -- one short statement at a time
    const { numAffectedRows = 0n } = await run((db) =>
      sql`delete from ${table} where (${key}) in (${some})`.execute(db),
    );
    most = Math.max(most, Number(numAffectedRows));
  }
  return most;
}

/** Removes all such rows. @returns how many there were */
export const removeAll = (database: Pick<Database, 'run'>, removal: Removal): Promise<number> =>
  untilNoneLeft(() => removeSome(database, removal));

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

import { setTimeout as delay } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';

import { startPostgres } from '#testing/fixtures/testPostgres.ts';
import { newThing } from '#testing/fixtures/testThing.ts';

import { type Database, openDatabase } from '../db/database.ts';
import { parseDatabaseUrl } from '../db/databaseUrl.ts';
import { migrateToLatest } from '../db/migrations.ts';
import { createScans } from './scans.ts';
import type { NewThingSnapshot } from './thingRow.ts';
import { createThingSnapshots } from './thingSnapshots.ts';

const postgres = await startPostgres();
afterAll(postgres.stop);

const customerId = 'cid_1';
const limits = { fleetMs: 3_600_000 };
const listSize = 50;

/** A SIM whose state differs in this list. */
function snapshotOf(index: number): NewThingSnapshot {
  const iccid = `8988228${String(index).padStart(12, '0')}`;
  return newThing(iccid, {
    values: { name: `Van ${index}`, state: 'ACTIVE' },
    events: [{ id: iccid, kind: 'state', before: 'SUSPENDED', after: 'ACTIVE', since: 1 }],
  });
}

/** Writes lists without waiting for the disk. @returns how many SIMs they show */
async function storeLists(database: Database, lists: number): Promise<number> {
  const things = createThingSnapshots(database, limits);
  for (let list = 0; list < lists; list++) {
    const snapshots = Array.from({ length: listSize }, (_, at) => snapshotOf(list * listSize + at));
    const time = { askedAt: 2 + 2 * list, answeredAt: 3 + 2 * list };
    await things.accept({ customerId, ...time, snapshots });
  }
  return lists * listSize;
}

const countIn = async (database: Database, table: 'thingsSeen' | 'thingEvents') =>
  database.run(async (db) => {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });

async function untilAnswered(database: Database): Promise<void> {
  for (;;) {
    const isThere = await database
      .run((db) => sql`select 1`.execute(db))
      .then(
        () => true,
        () => false,
      );
    if (isThere) return;
    await delay(50);
  }
}

describe('PostgreSQL that fails in the middle of a scan', () => {
  it('makes everything except lists wait for the disk', async () => {
    const database = openDatabase(parseDatabaseUrl(await postgres.createDatabase()));
    const setting = async (options?: { readonly mayBeForgotten: boolean }) =>
      database.transaction(async (db) => {
        const shown = await sql<{ synchronousCommit: string }>`show synchronous_commit`.execute(db);
        return shown.rows[0]?.synchronousCommit;
      }, options);
    expect(await setting({ mayBeForgotten: true })).toBe('off');
    // The same connection, afterwards.
    expect(await setting()).toBe('on');
    await database.close();
  });

  it.each([1, 2, 3])('has every SIM that a finished scan counts (failure %i)', async () => {
    const database = openDatabase(parseDatabaseUrl(await postgres.createDatabase()));
    await migrateToLatest(database);
    const fleetReadings = createScans(database, limits);
    const { id } = await fleetReadings.begin({ customerId, username: 'anna' });
    const things = await storeLists(database, 40);
    await fleetReadings.end({ customerId, id, state: 'complete', things });
    await postgres.crash();
    await postgres.restart();
    await untilAnswered(database);
    expect(await fleetReadings.find(customerId, id)).toMatchObject({ state: 'complete', things });
    expect(await countIn(database, 'thingsSeen')).toBe(things);
    // Changes are lost together with the list that showed them, or not at all.
    expect(await countIn(database, 'thingEvents')).toBe(things);
    await database.close();
  });
});

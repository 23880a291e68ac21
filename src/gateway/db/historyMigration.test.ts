import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, it } from 'vitest';

import { connect, emptyDatabase, engines, testTime } from '#testing/fixtures/testDatabases.ts';

import { createSessionRows } from '../auth/sessionRows.ts';
import { migrateToLatest, migrations } from './migrations.ts';

const limits = { idleMs: 3_600_000, maxMs: 86_400_000 };

/** A session as written by a gateway with schema 001. */
const session = {
  key: 'a'.repeat(64),
  sealed: new Uint8Array([1, 2, 3]),
  generation: 1,
  username: 'anna',
  customerId: 'cid_1',
  customerSource: 'known',
  address: null,
  createdAt: 1000,
  lastSeenAt: 1000,
  idleEndsAt: 1000 + limits.idleMs,
  maxEndsAt: 1000 + limits.maxMs,
  receivedAt: 1000,
  dueAt: 2000,
  overAt: 3000,
} as const;

/** A database left by the previous version, with a signed-in user. */
async function databaseOf001(engine: (typeof engines)[number]) {
  const time = testTime(1000);
  const target = await emptyDatabase(engine);
  const database = connect(target, time);
  const { '001_sessions': first } = migrations(database.kind);
  await database.migrate(async (db) => {
    const provider = { getMigrations: async () => (first ? { '001_sessions': first } : {}) };
    expect((await new Migrator({ db, provider }).migrateToLatest()).error).toBeUndefined();
  });
  await database.run((db) => db.insertInto('sessions').values(session).execute());
  return { target, time, database };
}

describe.each(engines)('a database in %s with the previous schema', (engine) => {
  it('is updated, and nobody is signed out', async () => {
    const { target, time, database } = await databaseOf001(engine);
    const gateway = connect(target, time);
    await migrateToLatest(gateway);
    const row = await createSessionRows(gateway, limits).find(session.key);
    expect(row).toMatchObject({ username: 'anna', customerId: 'cid_1', provenCustomerId: null });

    // A gateway of the previous version is still running: it reads and writes without the new column.
    await database.run((db) => db.insertInto('sessions').values(other).execute());
    await database.run((db) =>
      db
        .updateTable('sessions')
        .set({ customerId: 'cid_2' })
        .where('key', '=', other.key)
        .execute(),
    );
    const rows = createSessionRows(gateway, limits);
    expect(await rows.find(other.key)).toMatchObject({ provenCustomerId: null });
    expect(await rows.count()).toBe(2);
  });

  it('retains no trace of a failed step', async () => {
    const { target, database } = await databaseOf001(engine);
    await database.run((db) => sql`create table session_events (id integer)`.execute(db));
    await expect(migrateToLatest(connect(target), { collisionMs: 500 })).rejects.toThrow(
      /session_events.+exists/,
    );
    const tables = await database.run((db) => db.introspection.getTables());
    const names = tables.map(({ name }) => name).toSorted();
    expect(names).toEqual(['refresh_budgets', 'refresh_tickets', 'session_events', 'sessions']);
  });
});

const other = { ...session, key: 'b'.repeat(64), username: 'ben' };

import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { temporaryFolder } from '#testing/fixtures/temporaryFolder.ts';
import {
  connect,
  emptyDatabase,
  engines,
  testTime,
  withTables,
} from '#testing/fixtures/testDatabases.ts';

import { type Database, openDatabase } from './database.ts';
import { type DatabaseTarget, parseDatabaseUrl } from './databaseUrl.ts';
import { type StoreCall, storeTimeoutMs } from './engine.ts';
import { checkSchema, migrateToLatest } from './migrations.ts';
import { removeAll } from './removeSome.ts';
import { StoreStartError, StoreUnavailableError } from './storeErrors.ts';

/** With the limit that `connect` extends. */
function connectImpatiently(target: DatabaseTarget): Database {
  const database = openDatabase(target);
  onTestFinished(() => database.close());
  return database;
}

async function timeOf(database: Database): Promise<number | undefined> {
  const { rows } = await database.run((db) =>
    sql<{ now: number }>`select ${database.now()} as now`.execute(db),
  );
  return rows[0]?.now;
}

async function tablesOf(database: Database): Promise<readonly string[]> {
  const tables = await database.run((db) => db.introspection.getTables());
  return tables.map(({ name }) => name).toSorted();
}

/** Adds a migration step, as a newer version of this program would. */
const addStep = (database: Database, name: string) =>
  database.run((db) =>
    sql`insert into kysely_migration values (${name}, '2030-01-01T00:00:00.000Z')`.execute(db),
  );

const budget = { egress: 'one', sentAt: '[]', blockedUntil: 0, firstNumber: 0, lastNumber: 0 };

const addBudget = (database: Database) =>
  database.run((db) => db.insertInto('refreshBudgets').values(budget).execute());

const ofAlerts = 'alert_checks alert_deliveries alert_messages alert_sims alert_targets alerts';
const ofService = 'fleet_pages fleet_readings group_changes groups_seen';
const ofSessions = 'refresh_budgets refresh_tickets session_events sessions';
const others = 'shared_views thing_events thing_notes things_seen watches';
const expected = `${ofAlerts} ${ofService} ${ofSessions} ${others}`.split(' ');

describe.each(engines)('a database in %s', (engine) => {
  it('gets its tables, and keeps its contents on the next start', async () => {
    const target = await emptyDatabase(engine);
    const first = connect(target);
    await migrateToLatest(first);
    await addBudget(first);
    const second = connect(target);
    await migrateToLatest(second);
    expect(await tablesOf(second)).toEqual(expected);
    expect(
      await second.run((db) => db.selectFrom('refreshBudgets').select('egress').execute()),
    ).toEqual([{ egress: 'one' }]);
  });

  it('retains no trace of a failed step', async () => {
    const database = connect(await emptyDatabase(engine));
    await database.run((db) => sql`create table session_events (id integer)`.execute(db));
    await expect(migrateToLatest(database, { collisionMs: 500 })).rejects.toThrow(
      /session_events.+exists/,
    );
    expect(await tablesOf(database)).toEqual(['session_events']);
  });

  it('gets its tables only once if five gateways start at the same time', async () => {
    const target = await emptyDatabase(engine);
    const gateways = [1, 2, 3, 4, 5].map(() => connect(target));
    await Promise.all(gateways.map((one) => migrateToLatest(one)));
    for (const gateway of gateways) expect(await tablesOf(gateway)).toEqual(expected);
  });

  it('prevents startup with a one-sentence message if its schema is newer, and is left unchanged', async () => {
    const database = await withTables(await emptyDatabase(engine));
    await addStep(database, '999_later');
    const start = migrateToLatest(database);
    await expect(start).rejects.toThrow(StoreStartError);
    await expect(start).rejects.toThrow(/schema of a newer version of this program \(999_later\)/);
    expect(await tablesOf(database)).toEqual(expected);
  });

  it('is used unchanged if its newer schema only adds to this version’s, for example after a rollback', async () => {
    const database = await withTables(await emptyDatabase(engine));
    await addStep(database, '999_later_additive');
    await migrateToLatest(database);
    await checkSchema(database);
    expect(await tablesOf(database)).toEqual(expected);
  });

  it('is not changed by a command, which instead reports that the schema is outdated', async () => {
    const database = connect(await emptyDatabase(engine));
    await expect(checkSchema(database)).rejects.toThrow(StoreStartError);
    await expect(checkSchema(database)).rejects.toThrow(/schema of an older version .+ or none/);
    expect(await tablesOf(database)).toEqual([]);
    await migrateToLatest(database);
    await checkSchema(database);
  });

  it('has its own clock, in milliseconds', async () => {
    const database = connect(await emptyDatabase(engine));
    const before = Date.now();
    const time = await timeOf(database);
    expect(time).toBeGreaterThanOrEqual(before - 2);
    expect(time).toBeLessThanOrEqual(Date.now() + 2);
  });

  it('uses a test’s clock instead of its own', async () => {
    const time = testTime(1000);
    const database = connect(await emptyDatabase(engine), time);
    expect(await timeOf(database)).toBe(1000);
    time.advance(500);
    expect(await timeOf(database)).toBe(1500);
  });

  it('rolls back a transaction that fails', async () => {
    const database = await withTables(await emptyDatabase(engine));
    const failing = database.transaction(async (db) => {
      await db.insertInto('refreshBudgets').values(budget).execute();
      throw new RangeError('in the middle');
    });
    await expect(failing).rejects.toThrow('in the middle');
    expect(
      await database.run((db) => db.selectFrom('refreshBudgets').selectAll().execute()),
    ).toEqual([]);
  });

  it('gives other work its turn during a long removal', async () => {
    const database = await withTables(await emptyDatabase(engine));
    await database.run((db) =>
      sql`insert into refresh_budgets with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
        select cast(i as text), '[]', 0, 0, 0 from n`.execute(db),
    );
    const given = { table: 'refreshBudgets', where: sql<boolean>`1 = 1` } as const;
    expect(await Promise.race([removeAll(database, given), nextTurn('other')])).toBe('other');
  });

  it('does not count as unavailable when it refuses a statement', async () => {
    const database = connect(await emptyDatabase(engine));
    const failing = database.run((db) => db.selectFrom('sessions').selectAll().execute());
    await expect(failing).rejects.toThrow(/no such table|does not exist/);
    await expect(failing).rejects.not.toThrow(StoreUnavailableError);
  });

  it('loses no increment when two gateways change the same row at the same time', async () => {
    const target = await emptyDatabase(engine);
    const gateways = [connect(target), connect(target)] as const;
    await migrateToLatest(gateways[0]);
    await addBudget(gateways[0]);
    const increments = gateways.flatMap((gateway) =>
      Array.from({ length: 20 }, () =>
        gateway.transaction((db) =>
          db
            .updateTable('refreshBudgets')
            .set(({ eb }) => ({ lastNumber: eb('lastNumber', '+', 1) }))
            .execute(),
        ),
      ),
    );
    await Promise.all(increments);
    const row = await gateways[1].run((db) =>
      db.selectFrom('refreshBudgets').selectAll().executeTakeFirstOrThrow(),
    );
    expect(row.lastNumber).toBe(40);
  });
});

it('an answer from PostgreSQL counts even if this process was too busy to read it in time', async () => {
  const database = connectImpatiently(await emptyDatabase('postgres'));
  await timeOf(database);
  const answer = database.run((db) => sql`select pg_sleep(0.3)`.execute(db));
  // After this, the statement has been sent, and timers come before the network.
  await nextTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, storeTimeoutMs);
  expect((await answer).rows).toHaveLength(1);
});

describe('an SQLite file', () => {
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('can be read only by its owner, like its companion files, in a private folder', async () => {
    const folder = join(temporaryFolder(), 'data');
    await migrateToLatest(connect(parseDatabaseUrl(`sqlite:${folder}/console.db`)));
    expect(mode(folder)).toBe('700');
    for (const end of ['', '-wal', '-shm']) expect(mode(`${folder}/console.db${end}`)).toBe('600');
  });

  const files = ['/proc/none/console.db', join(tmpdir(), 'none', 'data', 'console.db')];
  it.each(files)('stops startup with one sentence if no folder can be made: %s', async (file) => {
    const start = migrateToLatest(connect(parseDatabaseUrl(`sqlite:${file}`)));
    await expect(start).rejects.toThrow(StoreStartError);
    await expect(start).rejects.toThrow(/^The folder .+ in DATABASE_URL cannot be created/);
  });

  it('prevents startup with a one-sentence message if it is a folder', async () => {
    const folder = temporaryFolder();
    const start = migrateToLatest(connect(parseDatabaseUrl(`sqlite:${folder}`)));
    await expect(start).rejects.toThrow(StoreStartError);
    await expect(start).rejects.toThrow(`must name a file, but ${folder} is a folder`);
  });

  it('and its folder keep their modes if they already exist', async () => {
    const folder = join(temporaryFolder(), 'data');
    mkdirSync(folder);
    chmodSync(folder, 0o750);
    writeFileSync(`${folder}/console.db`, '', { mode: 0o640 });
    chmodSync(`${folder}/console.db`, 0o640);
    await migrateToLatest(connect(parseDatabaseUrl(`sqlite:${folder}/console.db`)));
    expect([mode(folder), mode(`${folder}/console.db`)]).toEqual(['750', '640']);
  });

  it('survives a machine crash: committed data is on the disk', async () => {
    const database = connect(await emptyDatabase('sqlite'));
    const read = async (name: string) =>
      (await database.run((db) => sql.raw(`pragma ${name}`).execute(db))).rows[0];
    expect(await read('journal_mode')).toEqual({ journalMode: 'wal' });
    expect(await read('synchronous')).toEqual({ synchronous: 2 });
    expect(await read('foreign_keys')).toEqual({ foreignKeys: 1 });
  });

  it('counts as unavailable if the disk becomes full during a transaction, and later works again', async () => {
    const onCall = vi.fn<(call: StoreCall) => void>();
    const database = await withTables(await emptyDatabase('sqlite'), { onCall });
    const add = (length: number) =>
      database.transaction((db) =>
        db
          .insertInto('refreshBudgets')
          .values({ ...budget, sentAt: ' '.repeat(length) })
          .execute(),
      );
    // SQLite raises the limit to the size of the file.
    await database.run((db) => sql`pragma max_page_count = 1`.execute(db));
    await expect(add(1e5)).rejects.toThrow(StoreUnavailableError);
    expect(onCall.mock.lastCall?.[0].error?.code).toBe('SQLITE_13');
    await add(1);
  });

  it('counts as unavailable after two seconds if another process has locked it, while other work continues', async () => {
    const target = await emptyDatabase('sqlite');
    const [mine, other] = [connectImpatiently(target), connect(target)];
    await migrateToLatest(mine);
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = other.transaction(async () => {
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    // Operators' commands start while the gateway writes.
    await checkSchema(connect(target));
    let ticks = 0;
    const timer = setInterval(() => ticks++, 20);
    await expect(addBudget(mine)).rejects.toThrow(StoreUnavailableError);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(10);
    release.resolve();
    await holding;
    await addBudget(mine);
  });
});

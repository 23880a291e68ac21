import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { gatewayDatabase, withTables } from '#testing/fixtures/testDatabases.ts';

import type { Database } from './database.ts';
import type { DatabaseTarget } from './databaseUrl.ts';
import type { StoreCall } from './engine.ts';
import type { RecordLimits, RecordReader } from './recordReads.ts';
import { RecordsLimitError, StoreUnavailableError } from './storeErrors.ts';

const memory: DatabaseTarget = { kind: 'sqlite', file: null };
const kinds = {
  'SQLite in a file': () => gatewayDatabase('sqlite'),
  'SQLite in memory': async () => memory,
  PostgreSQL: () => gatewayDatabase('postgres'),
};
const patient: RecordLimits = { waitMs: 60_000, statementMs: 60_000 };

async function open(target: DatabaseTarget, recordLimits = patient) {
  const calls: StoreCall[] = [];
  const onCall = (call: StoreCall) => void calls.push(call);
  return { database: await withTables(target, { recordLimits, onCall }), calls };
}

/** A statement that never ends on its own. */
function endless({ kind, isWanted, run }: RecordReader): Promise<unknown> {
  const statement =
    kind === 'sqlite'
      ? sql`with recursive n(i) as (select 1 union all select i + 1 from n)
          select max(i) from n cross join (select 1 from sqlite_master limit 1) where ${isWanted}`
      : sql`select pg_sleep(3600)`;
  const answer = run((db) => statement.execute(db));
  answer.catch(() => {});
  return answer;
}

const one = sql<{ one: number }>`select 1 as one`;
const readOne = async ({ run }: Pick<Database, 'run'>) =>
  (await run((db) => one.execute(db))).rows[0]?.one;

/** Number of endless statements running in PostgreSQL. */
async function sleeping({ kind, run }: Database): Promise<number> {
  if (kind === 'sqlite') return 0;
  const { rows } = await run((db) =>
    sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep(3600)%'
        and pid <> pg_backend_pid() and state = 'active'`.execute(db),
  );
  return rows[0]?.count ?? 0;
}

/**
 * Keeps writing until a write has to wait for a read.
 * @returns that write
 */
async function heldUp({ transaction }: Database): Promise<{ readonly done: Promise<unknown> }> {
  for (let index = 0; ; index++) {
    let isDone = false;
    const done = transaction((db) =>
      db
        .insertInto('refreshBudgets')
        .values(budget(`e${index}`))
        .execute(),
    ).finally(() => (isDone = true));
    done.catch(() => {});
    // A write that does not have to wait needs only a few turns.
    for (let turn = 0; turn < 100; turn++) await setImmediate();
    if (!isDone) return { done };
  }
}

const budget = (egress: string) => ({
  egress,
  sentAt: '[]',
  blockedUntil: 0,
  firstNumber: 0,
  lastNumber: 0,
});

describe.each(Object.entries(kinds))('reads of records in %s', (_, targetOf) => {
  it('run alongside everything else: slow reads delay nobody, and end when the reader leaves', async () => {
    const { database } = await open(await targetOf());
    const gone = new AbortController();
    const reading = endless(database.reader({ customerId: 'a', signal: gone.signal }));
    // The only thread that reads SQLite is busy until the statement has ended.
    const next = readOne(database.reader({ customerId: 'b' }));
    expect(await readOne(database)).toBe(1);
    gone.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
    expect(await next).toBe(1);
  });

  it('stop when a statement takes too long, which is not an outage', async () => {
    const { database, calls } = await open(await targetOf(), { ...patient, statementMs: 100 });
    const reading = endless(database.reader({ customerId: 'a' }));
    await expect(reading).rejects.toThrow(RecordsLimitError);
    await expect(reading).rejects.toMatchObject({ reason: 'slow' });
    expect(calls.filter(({ error }) => error)).toEqual([]);
  });

  it('are abandoned if their turn does not come in time, which is not an outage', async () => {
    const { database, calls } = await open(await targetOf(), { ...patient, waitMs: 50 });
    const gone = new AbortController();
    const all = Array.from({ length: 3 }, () =>
      endless(database.reader({ customerId: 'a', signal: gone.signal })),
    );
    const late = readOne(database.reader({ customerId: 'b' }));
    await expect(late).rejects.toMatchObject({ name: 'RecordsLimitError', reason: 'busy' });
    expect(calls.filter(({ error }) => error)).toEqual([]);
    gone.abort();
    await Promise.allSettled(all);
  });

  it('leave connections for users who are signing in', async () => {
    const { database } = await open(await targetOf());
    const gone = new AbortController();
    const all = Array.from({ length: 12 }, (_unused, index) =>
      endless(database.reader({ customerId: `c${index}`, signal: gone.signal })),
    );
    const running = database.kind === 'postgres' ? 3 : 0;
    await expect.poll(() => sleeping(database), { timeout: 30_000 }).toBe(running);
    expect(await Promise.all(Array.from({ length: 30 }, () => readOne(database)))).toHaveLength(30);
    gone.abort();
    await Promise.allSettled(all);
  });

  it('show new rows immediately', async () => {
    const { database } = await open(await targetOf());
    const reader = database.reader({ customerId: 'a' });
    await readOne(reader);
    await database.run((db) => db.insertInto('refreshBudgets').values(budget('one')).execute());
    const read = reader.run((db) => db.selectFrom('refreshBudgets').select('lastNumber').execute());
    expect(await read).toEqual([{ lastNumber: 0 }]);
  });

  it('are unavailable once the database is closed', async () => {
    const database = await withTables(await targetOf(), { recordLimits: patient });
    const reading = endless(database.reader({ customerId: 'a' }));
    await database.close();
    await expect(reading).rejects.toThrow(StoreUnavailableError);
    const late = readOne(database.reader({ customerId: 'a' }));
    await expect(late).rejects.toThrow(StoreUnavailableError);
  });
});

describe('SQLite in memory', () => {
  it('writes once the running read has ended, before the next read starts', async () => {
    const { database } = await open(memory);
    await readOne(database.reader({ customerId: 'a' }));
    const [first, second] = [new AbortController(), new AbortController()];
    const reads = [first, second].map(({ signal }, index) =>
      endless(database.reader({ customerId: `c${index}`, signal })),
    );
    const write = await heldUp(database);
    // Session reads wait for neither.
    expect(await readOne(database)).toBe(1);
    first.abort();
    await write.done;
    second.abort();
    await Promise.allSettled(reads);
  });

  it('is separate each time it is opened', async () => {
    const [{ database: first }, { database: second }] = [await open(memory), await open(memory)];
    await first.run((db) => db.insertInto('refreshBudgets').values(budget('one')).execute());
    const read = ({ run }: RecordReader) =>
      run((db) => db.selectFrom('refreshBudgets').select('egress').execute());
    expect(await read(second.reader({ customerId: 'a' }))).toEqual([]);
    expect(await read(first.reader({ customerId: 'a' }))).toHaveLength(1);
  });
});

const ofSqlite = Object.entries(kinds).filter(([name]) => name.startsWith('SQLite'));

describe.each(ofSqlite)('the thread that reads %s', (_, targetOf) => {
  async function withThread() {
    const { database } = await open(await targetOf());
    const started = once(process, 'worker');
    await readOne(database.reader({ customerId: 'a' }));
    return { database, thread: z.tuple([z.instanceof(Worker)]).parse(await started)[0] };
  }

  it('is replaced when it dies, and its pending reads fail', async () => {
    const { database, thread } = await withThread();
    const gone = new AbortController();
    const reading = endless(database.reader({ customerId: 'a', signal: gone.signal }));
    const ended = thread.terminate();
    // A thread can end only between two statements.
    gone.abort(new Error('gone'));
    await ended;
    await expect(reading).rejects.toThrow('gone');
    expect(await readOne(database.reader({ customerId: 'b' }))).toBe(1);
    // The thread no longer holds a lock.
    await database.run((db) => db.insertInto('refreshBudgets').values(budget('one')).execute());
  });

  it('cannot change anything', async () => {
    const write = (await withThread()).database
      .reader({ customerId: 'a' })
      .run((db) => db.insertInto('refreshBudgets').values(budget('one')).execute());
    await expect(write).rejects.toThrow(/readonly/);
  });

  it('ends with the database', async () => {
    const { database, thread } = await withThread();
    const exit = once(thread, 'exit');
    void endless(database.reader({ customerId: 'a' }));
    await database.close();
    expect(await exit).toHaveLength(1);
  });
});

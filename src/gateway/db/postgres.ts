import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionOptions } from 'node:tls';

import {
  Kysely,
  type MigrationLockOptions,
  PostgresAdapter,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import pg from 'pg';

import type { PostgresTarget } from './databaseUrl.ts';
import type { Engine } from './engine.ts';
import { inTime } from './inTime.ts';
import type { Tables } from './tables.ts';

/** Per gateway. Connections for records and for sessions are limited separately. */
const sessionConnections = 7;
const recordConnections = 3;

/** How long after its time limit a live database may take to report that a records statement timed out. */
const lateAnswerMs = 1000;

/** Migrations may rewrite large tables, or wait for another gateway to do so. */
const migrationTimeoutMs = 10 * 60_000;

/** A gateway that stalls in the middle of a transaction blocks the others for at most this long. */
const idleInTransactionMs = 5000;

/** All 64-bit integers are times or counts, far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** The database, and how long it may take to accept a connection and to answer. */
type TimedTarget = PostgresTarget & { readonly timeoutMs: number };

/**
 * PostgreSQL and compatible databases, through `pg`.
 *
 * @param recordsMs how long a statement on records may take
 */
export function openPostgres(target: TimedTarget, recordsMs: number): Engine {
  const db = new Kysely<Tables>({
    dialect: createDialect(createPool(target, target.timeoutMs, sessionConnections)),
  });
  const recordPool = createPool(target, recordsMs, recordConnections, lateAnswerMs);
  const cancel = async (pid: number) => {
    await sql`select pg_cancel_backend(${pid})`.execute(db);
  };
  return {
    db,
    records: {
      db: (signal) =>
        new Kysely<Tables>({ dialect: createDialect(stoppable(recordPool, signal, cancel)) }),
      places: recordConnections,
      isWanted: sql`true`,
      holdUpWriters: false,
    },
    // The time at which the statement starts: after a wait for a lock, a lease seems older than it is, which is safe.
    now: sql<number>`cast(floor(extract(epoch from statement_timestamp()) * 1000) as bigint)`,
    // PostgreSQL 18, 28.4: the log is written in commit order, so once a later commit has waited for the disk, all
    // earlier commits are on disk too.
    async commitWithoutWaiting(own) {
      await sql`set local synchronous_commit = off`.execute(own);
    },
    async migrate(work) {
      const own = new Kysely<Tables>({
        dialect: createDialect(createPool(target, migrationTimeoutMs, 1)),
      });
      try {
        return await own.transaction().execute(work);
      } finally {
        await own.destroy();
      }
    },
    async close() {
      await Promise.all([db.destroy(), recordPool.end()]);
    },
  };
}

function createDialect(pool: PostgresPool): PostgresDialect {
  const dialect = new PostgresDialect({ pool });
  dialect.createAdapter = () => new RowLockAdapter();
  return dialect;
}

/**
 * Locks a row, because not every compatible database has advisory locks. The lock ends with the transaction, even if
 * the gateway dies during it.
 */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    db: Kysely<unknown>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(
      db,
    );
  }

  override async releaseMigrationLock(): Promise<void> {}
}

function createPool(
  target: TimedTarget,
  statementTimeoutMs: number,
  maxConnections: number,
  lateMs = 0,
): PostgresPool {
  const pool = new pg.Pool({
    host: target.host,
    port: target.port,
    database: target.database,
    user: target.user,
    password: target.password,
    ssl: tlsOptions(target),
    application_name: 'sim-console',
    max: maxConnections,
    connectionTimeoutMillis: target.timeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    // An idle connection does not keep the process alive.
    allowExitOnIdle: true,
    types,
  });
  // A connection may be lost at any time. The next statement then fails anyway; without a listener, the event would end
  // the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => discardingBroken(await pool.connect(), statementTimeoutMs + lateMs),
  };
}

/** Cancels the running statement on a connection when the signal aborts. */
function stoppable(
  pool: PostgresPool,
  signal: AbortSignal,
  cancel: (pid: number) => Promise<void>,
): PostgresPool {
  return {
    ...pool,
    async connect() {
      const client = await pool.connect();
      if (signal.aborted) {
        client.release();
        throw signal.reason;
      }
      let isCancelled = false;
      const over = new AbortController();
      // Repeated, because a cancellation that arrives before its statement has no effect. If cancelling keeps failing,
      // the time limit ends the statement.
      const stop = async () => {
        isCancelled = true;
        for (let pauseMs = 50; !over.signal.aborted; pauseMs *= 2) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other, until it has ended
          await cancel(client.processID ?? 0).catch(() => {});
          // oxlint-disable-next-line no-await-in-loop -- as above
          await delay(pauseMs);
        }
      };
      const onAbort = () => void stop();
      signal.addEventListener('abort', onAbort, { once: true });
      return {
        ...client,
        release(destroy) {
          over.abort();
          signal.removeEventListener('abort', onAbort);
          // A cancellation that arrives late would hit another statement.
          client.release(destroy === true || isCancelled);
        },
      };
    },
  };
}

/**
 * `pg` returns a connection to its pool even if a statement on it got no response, and its next user would wait behind
 * that statement. So only connections that got their responses are kept. Its own time limit would not notice a response
 * that has arrived while this process was busy.
 */
function discardingBroken(client: pg.PoolClient, timeoutMs: number): PostgresPoolClient {
  let failure: Error | undefined;

  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(text: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
    return typeof text === 'string' ? send<R>(text, parameters) : text;
  }

  async function send<R>(text: string, parameters: readonly unknown[]) {
    if (failure !== undefined) throw failure;
    try {
      const sent: Promise<unknown> = client.query(text, [...parameters]);
      const result = await inTime(sent, timeoutMs, () => new Error('Query read timeout'));
      if (isResult<R>(result)) return result;
      throw new TypeError('One statement has one result');
    } catch (error) {
      if (error instanceof Error && !(error instanceof pg.DatabaseError)) failure = error;
      throw error;
    }
  }

  const processID: unknown = Reflect.get(client, 'processID');
  return {
    ...(typeof processID === 'number' && { processID }),
    query,
    release: (destroy) => client.release(destroy === true || failure !== undefined),
  };
}

function isResult<R>(value: unknown): value is PostgresQueryResult<R> {
  return typeof value === 'object' && value !== null && 'rows' in value;
}

function tlsOptions({ tls, authorityFile }: PostgresTarget): ConnectionOptions | false {
  if (tls === 'disable') return false;
  return {
    rejectUnauthorized: tls !== 'require',
    ...(authorityFile === null ? {} : { ca: readFileSync(authorityFile, 'utf8') }),
    // Like libpq's verify-ca, accepts a certificate for another name.
    ...(tls === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
}

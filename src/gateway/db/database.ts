import { setTimeout as delay } from 'node:timers/promises';

import { CamelCasePlugin, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';

import type { DatabaseTarget } from './databaseUrl.ts';
import { type Engine, type StoreCall, storeTimeoutMs } from './engine.ts';
import { inTime } from './inTime.ts';
import { openPostgres } from './postgres.ts';
import {
  createRecordReads,
  type RecordLimits,
  type RecordReader,
  usualRecordLimits,
} from './recordReads.ts';
import { openSqlite } from './sqlite.ts';
import { isConflict, storeError, StoreUnavailableError } from './storeErrors.ts';
import type { Tables } from './tables.ts';

/** The database that the store queries, with either engine. */
export interface Database {
  readonly kind: DatabaseTarget['kind'];
  /** Milliseconds since the Unix epoch on the database's clock, for use in a statement. */
  now(): RawBuilder<number>;
  /**
   * Runs one statement. Conflicting work is retried.
   *
   * @throws {StoreUnavailableError} within two seconds
   */
  run<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * Like `run`, but for several statements, all or none of which take effect. If the response is lost, the work may
   * have been done anyway, so callers must be able to repeat it.
   *
   * @param options.mayBeForgotten in PostgreSQL, commits without waiting for the disk: a database crash may undo the
   * latest such transactions, each as a whole, but never one followed by an ordinary transaction
   */
  transaction<T>(
    work: (db: Transaction<Tables>) => Promise<T>,
    options?: { readonly mayBeForgotten?: boolean },
  ): Promise<T>;
  /**
   * Like `transaction`, but one at a time in this process. For work that contends for one row: while another gateway
   * has it locked, such work ties up only one connection.
   */
  transactionInTurn<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T>;
  /**
   * For reads that may take a long time; they and `run` never wait for each other.
   *
   * @param given.customerId whose records are read; customers take turns
   * @param given.isScanEnd for what the end of a scan needs, and for the figures that all users share: takes turns with the users' other reads
   * @param given.signal aborts when the reader leaves, which stops the read
   */
  reader(given: {
    readonly customerId: string;
    readonly isScanEnd?: true;
    readonly signal?: AbortSignal | undefined;
  }): RecordReader;
  readonly migrate: Engine['migrate'];
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** For tests: replaces the database's clock. */
  readonly now?: () => number;
  /** For tests. */
  readonly recordLimits?: RecordLimits;
  /** For tests: replaces the two seconds. */
  readonly timeoutMs?: number;
  /** Called after each `run` and `transaction`. */
  readonly onCall?: (call: StoreCall) => void;
}

/** Connects on first use. */
export function openDatabase(target: DatabaseTarget, options: DatabaseOptions = {}): Database {
  const { recordLimits: limits = usualRecordLimits, timeoutMs = storeTimeoutMs, onCall } = options;
  const engine: Engine =
    target.kind === 'sqlite'
      ? openSqlite(target)
      : openPostgres({ ...target, timeoutMs }, limits.statementMs);
  const db = engine.db.withPlugin(new CamelCasePlugin());
  const { records } = engine;
  const reads = createRecordReads(engine, { limits, onCall });

  let lastInTurn: Promise<unknown> = Promise.resolve();
  let closed: Promise<void> | undefined;

  const newDeadline = () => performance.now() + timeoutMs;
  const noAnswer = () => new StoreUnavailableError(new Error(`no answer within ${timeoutMs} ms`));

  async function attempt<T>(work: () => Promise<T>, deadline = newDeadline()): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || performance.now() >= deadline) throw storeError(error);
      if (records.holdUpWriters) return beforeReaders(work, deadline);
      await delay(5 + 20 * Math.random());
      return attempt(work, deadline);
    }
  }

  /** Runs after the current statement on records, before the next one. */
  async function beforeReaders<T>(work: () => Promise<T>, deadline: number): Promise<T> {
    const maxMs = deadline - performance.now();
    const release = await reads.places.take(null, { maxMs }).catch(() => {
      throw noAnswer();
    });
    try {
      return await attempt(work, performance.now());
    } finally {
      release();
    }
  }

  async function measured<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const report = (error?: StoreUnavailableError) =>
      options.onCall?.({ ms: performance.now() - begun, error });
    try {
      const result = await inTime(work(), timeoutMs, noAnswer);
      report();
      return result;
    } catch (error) {
      // Any other error is a bug in our code and says nothing about the database.
      if (error instanceof StoreUnavailableError) report(error);
      throw error;
    }
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const deadline = newDeadline();
    const mine = lastInTurn.then(() => {
      // The caller has already timed out.
      if (performance.now() >= deadline) throw noAnswer();
      return attempt(work, deadline);
    });
    lastInTurn = mine.catch(() => {});
    return mine;
  }

  const now = () => (options.now ? sql<number>`cast(${options.now()} as bigint)` : engine.now);

  return {
    kind: target.kind,
    now,
    reader: ({ customerId, isScanEnd, signal }) => ({
      kind: target.kind,
      now,
      isWanted: records.isWanted,
      run: (work) => reads.run(JSON.stringify([customerId, isScanEnd]), signal, work),
    }),
    run: (work) => measured(() => attempt(() => work(db))),
    transaction: (work, { mayBeForgotten = false } = {}) =>
      measured(() =>
        attempt(() =>
          db.transaction().execute(async (own) => {
            if (mayBeForgotten) await engine.commitWithoutWaiting(own);
            return work(own);
          }),
        ),
      ),
    transactionInTurn: (work) => measured(() => inTurn(() => db.transaction().execute(work))),
    migrate: engine.migrate,
    close: () => (closed ??= engine.close()),
  };
}

import type { Kysely, RawBuilder, Transaction } from 'kysely';

import type { StoreUnavailableError } from './storeErrors.ts';
import type { Tables } from './tables.ts';

/** Within this time, a call gets a response or a `StoreUnavailableError`. */
export const storeTimeoutMs = 2000;

/** A statement or transaction that has finished. */
export interface StoreCall {
  readonly ms: number;
  /** Undefined if the database responded. */
  readonly error: StoreUnavailableError | undefined;
}

/** What differs between the databases: the dialect with its connections, the SQL for the time, and so on. */
export interface Engine {
  /** Connects on first use. */
  readonly db: Kysely<Tables>;
  /** Milliseconds since the Unix epoch on the database's clock. */
  readonly now: RawBuilder<number>;
  /** Lets the current transaction commit before it is on disk, if the engine supports that. */
  commitWithoutWaiting(db: Transaction<Tables>): Promise<void>;
  /** Runs schema changes in one transaction, however long that takes. */
  migrate<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T>;
  readonly records: RecordEngine;
  close(): Promise<void>;
}

/** Access to the database for reading records, separate from the access for sessions. */
export interface RecordEngine {
  /** @param signal ends the running statement; its promise then rejects */
  db(signal: AbortSignal): Kysely<Tables>;
  /** How many statements may run at the same time. */
  readonly places: number;
  /**
   * A condition that is always true. Statements that may scan many rows must include it: some engines can only be
   * stopped where they evaluate it, row by row.
   */
  readonly isWanted: RawBuilder<boolean>;
  /** Whether a running read of records blocks writes. */
  readonly holdUpWriters: boolean;
}

import type { Kysely, RawBuilder, Transaction } from 'kysely';

import type { StoreUnavailableError } from './storeErrors.ts';
import type { Tables } from './tables.ts';

/** Within this time, a call gets a response or a `StoreUnavailableError`. */
export const storeTimeoutMs = 2000;

/** A finished statement or transaction. */
export interface StoreCall {
  readonly ms: number;
  /** Undefined if the database responded. */
  readonly error: StoreUnavailableError | undefined;
}

/** The differences between the databases: the dialect with its connections, and the SQL for the time. */
export interface Engine {
  /** Connects on first use. */
  readonly db: Kysely<Tables>;
  /** Milliseconds since the Unix epoch on the database's clock. */
  readonly now: RawBuilder<number>;
  /** Lets the current transaction commit before it is on the disk, if the engine can. */
  commitWithoutWaiting(db: Transaction<Tables>): Promise<void>;
  /** Runs schema changes in one transaction, which may take a long time. */
  migrate<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T>;
  readonly records: RecordEngine;
  close(): Promise<void>;
}

/** Access to the database for reads of records, separate from the access for sessions. */
export interface RecordEngine {
  /** @param signal ends the running statement; its result then fails */
  db(signal: AbortSignal): Kysely<Tables>;
  /** How many statements run at once. */
  readonly places: number;
  /**
   * A condition that is always true. Statements that may scan many rows must evaluate it for each row if the
   * engine has no other way to be stopped once nobody waits for the result.
   */
  readonly isWanted: RawBuilder<boolean>;
  /** Whether a running read of records blocks writes. */
  readonly holdUpWriters: boolean;
}

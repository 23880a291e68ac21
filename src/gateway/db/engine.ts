import type { Kysely, RawBuilder, Transaction } from 'kysely';

import type { StoreUnavailableError } from './storeErrors.ts';
import type { Tables } from './tables.ts';

/** Within this time there is an answer or a `StoreUnavailableError`. */
export const storeTimeoutMs = 2000;

/** A finished statement or transaction. */
export interface StoreCall {
  readonly ms: number;
  /** Undefined if the database answered. */
  readonly error: StoreUnavailableError | undefined;
}

/** What differs between the databases: a dialect with its connections, and the SQL for the time. */
export interface Engine {
  /** Connects on first use. */
  readonly db: Kysely<Tables>;
  /** Milliseconds since the Unix epoch by the database's clock. */
  readonly now: RawBuilder<number>;
  /** Lets the current transaction commit before the disk has it, if the engine can. */
  commitWithoutWaiting(db: Transaction<Tables>): Promise<void>;
  /** Runs changes of the schema in one transaction, which may take long. */
  migrate<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T>;
  readonly records: RecordEngine;
  close(): Promise<void>;
}

/** Separate access to the database for reads of records, apart from that for sessions. */
export interface RecordEngine {
  /** @param signal ends the running statement; its result then fails */
  db(signal: AbortSignal): Kysely<Tables>;
  /** How many statements run at once. */
  readonly places: number;
  /**
   * A condition that is true. Statements that may scan many rows must evaluate it for each, if the engine cannot
   * otherwise be stopped when nobody waits for the answer any longer.
   */
  readonly isWanted: RawBuilder<boolean>;
  /** Whether a running read of records blocks writes. */
  readonly holdUpWriters: boolean;
}

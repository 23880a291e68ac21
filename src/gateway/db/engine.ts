import type { Kysely, RawBuilder, Transaction } from 'kysely';

import type { StoreUnavailableError } from './storeErrors.ts';
import type { Tables } from './tables.ts';

/** Within this time there is an answer or a `StoreUnavailableError`. */
export const storeTimeoutMs = 2000;

/** A statement or a transaction that has ended. */
export interface StoreCall {
  readonly ms: number;
  /** Undefined where the database answered. */
  readonly error: StoreUnavailableError | undefined;
}

/** What differs between the databases: a dialect with its connections, and the words for the time. */
export interface Engine {
  /** Connects on first use. */
  readonly db: Kysely<Tables>;
  /** Milliseconds since the Unix epoch by the database's clock. */
  readonly now: RawBuilder<number>;
  /** Lets the transaction that has begun end before the disk has it, where the engine can. */
  commitWithoutWaiting(db: Transaction<Tables>): Promise<void>;
  /** Runs changes of the schema in one transaction, which may take its time. */
  migrate<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T>;
  readonly records: RecordEngine;
  close(): Promise<void>;
}

/** A way into the database for those who look through records, apart from the one for sessions. */
export interface RecordEngine {
  /** @param signal ends the statement that runs; its result then fails */
  db(signal: AbortSignal): Kysely<Tables>;
  /** How many statements run at once. */
  readonly places: number;
  /**
   * A condition that is true. A statement that may look at many rows has to ask it of each, where the engine cannot
   * be told otherwise that nobody waits for the answer any more.
   */
  readonly isWanted: RawBuilder<boolean>;
  /** Whether a write collides with a statement that reads records, as long as that runs. */
  readonly holdUpWriters: boolean;
}

import type { Kysely, RawBuilder, Transaction } from 'kysely';

import type { Tables } from './tables.ts';

/** Within this time there is an answer or a `StoreUnavailableError`. */
export const storeTimeoutMs = 2000;

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
}

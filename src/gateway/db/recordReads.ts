import { CamelCasePlugin, type Kysely, type RawBuilder } from 'kysely';

import type { DatabaseTarget } from './databaseUrl.ts';
import type { Engine, StoreCall } from './engine.ts';
import { createFairPlaces } from './fairPlaces.ts';
import { codeOf, RecordsLimitError, storeError, StoreUnavailableError } from './storeErrors.ts';
import type { Tables } from './tables.ts';

/**
 * Reads one customer's records: changes, SIMs, and other data that grows over the years. These statements have their
 * own access to the database, so that they never delay session checks.
 */
export interface RecordReader {
  readonly kind: DatabaseTarget['kind'];
  /** See `Database`. */
  now(): RawBuilder<number>;
  /**
   * Runs one statement once it is this customer's turn.
   *
   * @throws {RecordsLimitError} if the turn did not come in time, or the statement took too long
   * @throws {StoreUnavailableError}
   */
  run<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** See `RecordEngine`. */
  readonly isWanted: RawBuilder<boolean>;
}

/** How long a statement waits for its turn, and how long it may then take. */
export interface RecordLimits {
  readonly waitMs: number;
  readonly statementMs: number;
}

type Work<T> = (db: Kysely<Tables>) => Promise<T>;

export const usualRecordLimits: RecordLimits = { waitMs: 5000, statementMs: 5000 };

/** PostgreSQL's `query_canceled`, due to its own limit or ours. */
const queryCancelled = '57014';

/** @param given.onCall called when the database responds or fails to respond */
export function createRecordReads(
  engine: Pick<Engine, 'records'>,
  given: {
    readonly limits: RecordLimits;
    readonly onCall?: ((call: StoreCall) => void) | undefined;
  },
) {
  const { records } = engine;
  const { limits, onCall } = given;
  const places = createFairPlaces(records.places);

  return {
    places,
    /** @param signal aborts when the reader leaves, which ends the statement */
    async run<T>(owner: string, signal: AbortSignal | undefined, work: Work<T>) {
      const release = await places.take(owner, { maxMs: limits.waitMs, signal });
      const begun = performance.now();
      const limit = AbortSignal.timeout(limits.statementMs);
      const stop = signal ? AbortSignal.any([signal, limit]) : limit;
      try {
        const result = await work(records.db(stop).withPlugin(new CamelCasePlugin()));
        onCall?.({ ms: performance.now() - begun, error: undefined });
        return result;
      } catch (error) {
        signal?.throwIfAborted();
        if (error === limit.reason || codeOf(error) === queryCancelled) {
          throw new RecordsLimitError('slow');
        }
        const failure = storeError(error);
        if (failure instanceof StoreUnavailableError) {
          onCall?.({ ms: performance.now() - begun, error: failure });
        }
        throw failure;
      } finally {
        release();
      }
    },
  };
}

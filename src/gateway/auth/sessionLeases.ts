import { sql } from 'kysely';

import type { Database } from '../db/database.ts';
import type { ClaimTurn } from './refreshTickets.ts';
import {
  findLivingRow,
  readRow,
  type RenewalChange,
  renewalColumns,
  type SealedPair,
  type SessionRow,
} from './sessionRow.ts';

/**
 * The right to refresh one session, limited by the database's clock. The number increases with each lease of a
 * session, so that late writes of a slow holder are recognized as outdated (a fencing token).
 */
export interface Lease {
  readonly key: string;
  readonly number: number;
}

export type LeaseAttempt =
  /** With the current row: another gateway may have stored a newer pair. */
  | { readonly kind: 'taken'; readonly lease: Lease; readonly row: SessionRow }
  /** Another gateway is refreshing; use what it stores. */
  | { readonly kind: 'held'; readonly row: SessionRow }
  /** The session has ended. */
  | { readonly kind: 'gone' };

/**
 * Who may refresh a session, over all gateways. In order: take, use a newer generation if the row has one, wait
 * for a ticket while extending, note that the token is spent, send, store or settle.
 *
 * A lease counts from the start of the statement in the database. A holder measures from before the call, so it
 * never overestimates its lease. Every call may be repeated after a lost answer.
 */
export interface SessionLeases {
  /** @param holder a name unique to each gateway process, which may take over its own lease */
  take(
    key: string,
    given: { readonly holder: string; readonly forMs: number },
  ): Promise<LeaseAttempt>;
  /** See `ClaimTurn`: the lease that comes with a turn of the queue; `take` then finds it. */
  readonly claim: ClaimTurn;
  /** @returns false when the lease is lost */
  extend(lease: Lease, forMs: number): Promise<boolean>;
  /**
   * Notes that the refresh token of this generation is about to be sent, and extends the lease for as long as that may
   * take. Send it only if this returned true. A later holder that finds the note knows that the token may be spent.
   *
   * @param given.change what must not be lost, whatever the result
   */
  noteSpending(
    lease: Lease,
    given: {
      readonly generation: number;
      readonly forMs: number;
      readonly change?: RenewalChange;
    },
  ): Promise<boolean>;
  /**
   * Replaces the pair of `generation` with the next one, and releases the lease. The holder of an expired lease
   * may still do this until another gateway takes the lease.
   *
   * @returns false when the session is gone or belongs to a later lease
   */
  store(lease: Lease, given: SealedPair & { readonly generation: number }): Promise<boolean>;
  /**
   * Records the result of a refresh that brought no pair, and releases the lease.
   *
   * @returns false when the lease is lost
   */
  settle(lease: Lease, change: RenewalChange): Promise<boolean>;
}

/** How long a granted turn waits to be used. */
const claimMs = 20_000;
/** A lease with more time left than this was written before a clock was set back. */
const longestLeaseMs = 10 * 60_000;

export function createSessionLeases(database: Database): SessionLeases {
  const { now } = database;
  const isOver = () =>
    sql<boolean>`(lease_until <= ${now()} or lease_until > ${now()} + ${longestLeaseMs})`;

  /** Updates the row unless a later lease has replaced this one. */
  const ownRow = (db: Parameters<Parameters<Database['run']>[0]>[0], { key, number }: Lease) =>
    db.updateTable('sessions').where('key', '=', key).where('leaseNumber', '=', number);

  return {
    async take(key, { holder, forMs }) {
      const taken = await database.run((db) =>
        db
          .updateTable('sessions')
          .set(({ eb }) => ({
            leaseHolder: holder,
            leaseUntil: eb(now(), '+', forMs),
            leaseNumber: eb('leaseNumber', '+', 1),
          }))
          .where('key', '=', key)
          .where('idleEndsAt', '>', now())
          .where('maxEndsAt', '>', now())
          .where(({ eb, or }) =>
            or([eb('leaseHolder', 'is', null), eb('leaseHolder', '=', holder), isOver()]),
          )
          .returningAll()
          .returning(now().as('now'))
          .executeTakeFirst(),
      );
      if (taken) {
        const row = readRow(taken);
        return { kind: 'taken', lease: { key, number: row.leaseNumber }, row };
      }
      const other = await findLivingRow(database, key);
      return other ? { kind: 'held', row: other } : { kind: 'gone' };
    },

    async claim(db, { sessionKey, holder, generation }) {
      const row = await db
        .selectFrom('sessions')
        .select(['generation', 'leaseHolder', 'spendingGeneration', isOver().as('isOver')])
        .select(({ eb }) => eb('waitUntil', '>', now()).as('hasToWait'))
        .where('key', '=', sessionKey)
        .where('idleEndsAt', '>', now())
        .where('maxEndsAt', '>', now())
        .$if(database.kind === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
      if (!row || row.generation !== generation || row.hasToWait) return 'refused';
      const isOurs = row.leaseHolder === holder;
      const isLive = row.leaseHolder !== null && !row.isOver;
      if (isLive && !isOurs) return 'refused';
      if (isLive && row.spendingGeneration !== generation) return 'claimed before';
      await db
        .updateTable('sessions')
        .set(({ eb }) => ({
          leaseHolder: holder,
          leaseUntil: eb(now(), '+', claimMs),
          leaseNumber: eb('leaseNumber', '+', 1),
        }))
        .where('key', '=', sessionKey)
        .execute();
      return 'claimed';
    },

    async extend(lease, forMs) {
      const { numUpdatedRows } = await database.run((db) =>
        ownRow(db, lease)
          .set(({ eb }) => ({ leaseUntil: eb(now(), '+', forMs) }))
          .where('leaseUntil', '>', now())
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows === 1n;
    },

    async noteSpending(lease, { generation, forMs, change }) {
      const { numUpdatedRows } = await database.run((db) =>
        ownRow(db, lease)
          .set(({ eb }) => ({
            ...(change && {
              ...renewalColumns(database, change),
              revision: eb('revision', '+', 1),
            }),
            spendingGeneration: generation,
            leaseUntil: eb(now(), '+', forMs),
          }))
          .where('leaseUntil', '>', now())
          .where('generation', '=', generation)
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows === 1n;
    },

    async store(lease, { generation, sealed, receivedAgoMs, dueInMs, overInMs }) {
      const { numUpdatedRows } = await database.run((db) =>
        ownRow(db, lease)
          .set(({ eb }) => ({
            sealed,
            generation: generation + 1,
            receivedAt: eb(now(), '-', Math.round(receivedAgoMs)),
            dueAt: eb(now(), '+', Math.round(dueInMs)),
            overAt: eb(now(), '+', Math.round(overInMs)),
            accessRefused: 0,
            verdict: 'none' as const,
            lostAnswers: 0,
            renewalOver: null,
            failedRefreshes: 0,
            revision: eb('revision', '+', 1),
            spendingGeneration: null,
            leaseHolder: null,
            leaseUntil: 0,
          }))
          // Only this process can have stored the next generation under this number: the answer to that was
          // lost.
          .where('generation', 'in', [generation, generation + 1])
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows === 1n;
    },

    async settle(lease, change) {
      const { numUpdatedRows } = await database.run((db) =>
        ownRow(db, lease)
          .set(({ eb }) => ({
            ...renewalColumns(database, change),
            revision: eb('revision', '+', 1),
            spendingGeneration: null,
            leaseHolder: null,
            leaseUntil: 0,
          }))
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows === 1n;
    },
  };
}

import { sql, type UpdateObject } from 'kysely';

import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { ClaimTurn } from './refreshTickets.ts';
import {
  findLivingRow,
  isLiving,
  isUpdated,
  longestPauseMs,
  pairColumns,
  readRow,
  type RenewalChange,
  renewalColumns,
  type SealedPair,
  type SessionRow,
} from './sessionRow.ts';

/**
 * The right to refresh one session until a given time on the database's clock. The number increases with each lease of
 * a session, so that a slow holder's late writes are recognized as outdated (a fencing token).
 */
export interface Lease {
  readonly key: string;
  readonly number: number;
}

export type LeaseAttempt =
  /** Includes the current row: another gateway may have stored a newer pair. */
  | { readonly kind: 'taken'; readonly lease: Lease; readonly row: SessionRow }
  /** Another gateway is refreshing; wait for the pair it stores. */
  | { readonly kind: 'held'; readonly row: SessionRow }
  /** The session has ended. */
  | { readonly kind: 'gone' };

export type SessionLeases = ReturnType<typeof createSessionLeases>;

/** How long a granted turn remains valid. */
const claimMs = 20_000;
/** If a lease has more time left than this, a clock was set back after the lease was written. */
export const longestLeaseMs = 10 * 60_000;

/**
 * Decides which gateway may refresh a session. The steps: take a lease, use a newer generation if the row has one,
 * extend the lease while waiting for a turn, note that the token is about to be spent, send, then store or settle.
 *
 * A lease starts when its database statement starts. Its holder starts measuring before the call, so it never
 * overestimates the time left. Any call may be repeated after a lost response.
 */
export function createSessionLeases(database: Database) {
  const { now } = database;
  const isOver = () =>
    sql<boolean>`(lease_until <= ${now()} or lease_until > ${now()} + ${longestLeaseMs})`;

  const until = (ms: number) => sql<number>`${now()} + ${ms}`;
  const leaseFor = (holder: string, ms: number) => ({
    leaseHolder: holder,
    leaseUntil: until(ms),
    leaseNumber: sql<number>`lease_number + 1`,
  });
  const revision = sql<number>`revision + 1`;
  const released = { spendingGeneration: null, leaseHolder: null, leaseUntil: 0 };

  /** Changes the row, or returns false without changing it if a later lease has replaced this one. */
  const change = (
    { key, number }: Lease,
    columns: UpdateObject<Tables, 'sessions'>,
    condition = sql<boolean>`1 = 1`,
  ) =>
    isUpdated(database, (db) =>
      db
        .updateTable('sessions')
        .set(columns)
        .where('key', '=', key)
        .where('leaseNumber', '=', number)
        .where(condition),
    );

  return {
    /** @param given.holder a name unique to each gateway process, so that it may take over its own lease */
    async take(
      key: string,
      { holder, forMs }: { readonly holder: string; readonly forMs: number },
    ): Promise<LeaseAttempt> {
      const taken = await database.run((db) =>
        db
          .updateTable('sessions')
          .set(leaseFor(holder, forMs))
          .where('key', '=', key)
          .where(isLiving(database))
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

    /** Grants the lease along with a turn in the queue; `take` then finds it. */
    claim: (async (db, { sessionKey, holder, generation }) => {
      const row = await db
        .selectFrom('sessions')
        .select(['generation', 'leaseHolder', 'spendingGeneration', isOver().as('isOver')])
        .select(({ eb }) =>
          eb.between('waitUntil', until(1), until(longestPauseMs)).as('hasToWait'),
        )
        .where('key', '=', sessionKey)
        .where(isLiving(database))
        .$if(database.kind === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
      if (!row || row.generation !== generation || row.hasToWait) return 'refused';
      const isOurs = row.leaseHolder === holder;
      const isLive = row.leaseHolder !== null && !row.isOver;
      if (isLive && !isOurs) return 'refused';
      if (isLive && row.spendingGeneration !== generation) return 'claimed before';
      await db
        .updateTable('sessions')
        .set(leaseFor(holder, claimMs))
        .where('key', '=', sessionKey)
        .execute();
      return 'claimed';
    }) satisfies ClaimTurn,

    /** @returns false when the lease is lost */
    extend: (lease: Lease, forMs: number) =>
      change(lease, { leaseUntil: until(forMs) }, sql`lease_until > ${now()}`),

    /**
     * Notes that the refresh token of this generation is about to be sent, and extends the lease for as long as that may
     * take. Send the token only if this returns true. The note tells a later holder that the token may already be spent.
     *
     * @param given.change state that must be saved whatever the result
     */
    noteSpending: (
      lease: Lease,
      given: {
        readonly generation: number;
        readonly forMs: number;
        readonly change?: RenewalChange;
      },
    ) =>
      change(
        lease,
        {
          ...(given.change && { ...renewalColumns(database, given.change), revision }),
          spendingGeneration: given.generation,
          leaseUntil: until(given.forMs),
        },
        sql`lease_until > ${now()} and generation = ${given.generation}`,
      ),

    /**
     * Replaces the pair of `generation` with the next one, and releases the lease. The holder of an expired lease may
     * still do this as long as no other gateway has taken the lease.
     *
     * @returns false if the session has ended or belongs to a later lease
     */
    store: (lease: Lease, { generation, ...pair }: SealedPair & { readonly generation: number }) =>
      change(
        lease,
        {
          ...pairColumns(database, pair),
          generation: generation + 1,
          accessRefused: 0,
          verdict: 'none',
          lostAnswers: 0,
          renewalOver: null,
          failedRefreshes: 0,
          revision,
          ...released,
        },
        // Only this process can have stored the next generation under this lease, so it did, and the response was lost.
        sql`generation in (${generation}, ${generation + 1})`,
      ),

    /**
     * Records the result of a refresh that returned no pair, and releases the lease.
     *
     * @returns false when the lease is lost
     */
    settle: (lease: Lease, renewal: RenewalChange) =>
      change(lease, { ...renewalColumns(database, renewal), revision, ...released }),
  };
}

import { sql, type UpdateObject } from 'kysely';

import { type WatchProblem, watchProblem } from '#contract/inventory.ts';

import { isUpdated } from '../auth/sessionRow.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** One gateway's right to watch. The number increases with each takeover (a fencing token). */
export interface WatchLease {
  readonly holder: string;
  readonly number: number;
}

/** How long the watch keeps to half its pace after a person hits the service's limit. */
const slowMs = 10 * 60_000;
/** Four sign-ins a minute: the service allows five for each username (API document 8.3). */
const signInEveryMs = 15_000;

/** Decides which gateway watches, and keeps what its successor needs to know. Any call may be repeated. */
export function createWatchLeases(database: Database) {
  const { run, now } = database;

  /** Changes the row, or returns false without changing it if another gateway has taken over. */
  const change = (
    { number }: WatchLease,
    columns: UpdateObject<Tables, 'watches'>,
    condition = sql<boolean>`1 = 1`,
  ) =>
    isUpdated(database, (db) =>
      db.updateTable('watches').set(columns).where('leaseNumber', '=', number).where(condition),
    );

  return {
    /**
     * Takes the lease if nobody has it or it has run out. If the clock was set back after it was written, it has more
     * time left than any lease: it then runs out like a new one, because its holder may still be extending it.
     *
     * @param given.holder a name unique to each gateway process
     * @returns undefined if another gateway has it
     */
    async take({
      holder,
      forMs,
    }: {
      readonly holder: string;
      readonly forMs: number;
    }): Promise<WatchLease | undefined> {
      const leaseUntil = sql<number>`${now()} + ${forMs}`;
      await run((db) =>
        db
          .updateTable('watches')
          .set({ leaseUntil })
          .where('leaseUntil', '>', leaseUntil)
          .execute(),
      );
      const { rows } = await run((db) =>
        sql<{ leaseNumber: number }>`insert into watches
          (id, holder, lease_until, lease_number, next_at, slow_until, signed_in_at)
          values ('watch', ${holder}, ${leaseUntil}, 1, 0, 0, 0)
          on conflict (id) do update set holder = excluded.holder,
            lease_until = excluded.lease_until, lease_number = watches.lease_number + 1
          where watches.holder is null or watches.holder = excluded.holder
            or watches.lease_until <= ${now()}
          returning lease_number`.execute(db),
      );
      return rows[0] && { holder, number: rows[0].leaseNumber };
    },

    /**
     * Also extends a lease that has run out, if no other gateway has taken it.
     *
     * @returns the watch's row, with all times on the database's clock; undefined if the lease is lost
     */
    async extend({ number }: WatchLease, forMs: number) {
      const row = await run((db) =>
        db
          .updateTable('watches')
          .set({ leaseUntil: sql<number>`${now()} + ${forMs}` })
          .where('leaseNumber', '=', number)
          .returning(['nextAt', 'slowUntil', 'problem', now().as('now')])
          .executeTakeFirst(),
      );
      return row && { ...row, problem: readProblem(row.problem) };
    },

    /** Lets another gateway take over immediately. */
    release: (lease: WatchLease) => change(lease, { holder: null, leaseUntil: 0 }),

    /**
     * Reserves a turn to sign in, so that all gateways together sign in less often than the service allows.
     *
     * @returns false if the lease is lost or the last sign-in is too recent
     */
    takeSignIn: (lease: WatchLease) =>
      change(
        lease,
        { signedInAt: now() },
        sql`(signed_in_at <= ${now()} - ${signInEveryMs} or signed_in_at > ${now()})`,
      ),

    /** Keeps what the successor and the Fleet page need to know. @returns false if the lease is lost */
    note: (
      lease: WatchLease,
      {
        problem,
        ...columns
      }: {
        readonly nextAt?: number;
        readonly customerId?: string;
        readonly problem?: WatchProblem | null;
      },
    ) =>
      change(lease, {
        ...columns,
        ...(problem !== undefined && { problem: problem && JSON.stringify(problem) }),
      }),

    /** A person hit the service's limit, on any gateway. */
    async noteLimited(): Promise<void> {
      const slowUntil = sql<number>`${now()} + ${slowMs}`;
      await run((db) => db.updateTable('watches').set({ slowUntil }).execute());
    },

    /** The watch's row as the summary shows it. @returns undefined if no gateway has begun to watch yet */
    async standing() {
      const row = await run((db) =>
        db.selectFrom('watches').select(['nextAt', 'customerId', 'problem']).executeTakeFirst(),
      );
      return row && { ...row, problem: readProblem(row.problem) };
    },
  };
}

function readProblem(text: string | null): WatchProblem | null {
  const problem = watchProblem.safeParse(JSON.parse(text ?? 'null'));
  return problem.success ? problem.data : null;
}

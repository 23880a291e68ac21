import { type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import * as z from 'zod/mini';

import { inWindow, turnInMs } from '#api/tokens/refreshWindow.ts';
import { refreshesPerMinute } from '#contract/session.ts';

import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

type Row = Tables['refreshBudgets'];

/** The refreshes sent in the last minute, and the next ticket numbers. */
export type Budget = Pick<Selectable<Row>, 'blockedUntil' | 'firstNumber' | 'lastNumber'> & {
  readonly sentAt: readonly number[];
};

/**
 * The service never asks for a pause of more than twenty minutes, so a longer one means that a clock was set back, by
 * more than the usual corrections.
 */
const longestBlockMs = 21 * 60_000;

const times = z.array(z.number());

/**
 * Five refreshes in 60 s (API document 8.3) for all gateways that share an egress address.
 *
 * @param egress name of the address that these gateways' calls to the service come from
 */
export function createRefreshBudget(database: Database, egress: string) {
  const { now } = database;

  /** Locks the row that serializes all these gateways; the lock lasts until the transaction ends. */
  async function lock(db: Transaction<Tables>): Promise<Budget> {
    const read = () =>
      db
        .selectFrom('refreshBudgets')
        .selectAll()
        .where('egress', '=', egress)
        .$if(database.kind === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
    let row = await read();
    if (!row) {
      await db
        .insertInto('refreshBudgets')
        .values({ egress })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      row = await read();
    }
    if (!row) throw new Error("The refresh budget's row is missing");
    return { ...row, sentAt: times.parse(JSON.parse(row.sentAt)) };
  }

  return {
    lock,

    async change(db: Transaction<Tables>, columns: Updateable<Row>): Promise<void> {
      await db.updateTable('refreshBudgets').set(columns).where('egress', '=', egress).execute();
    },

    /** The service asked this address not to send refreshes for `ms` milliseconds. */
    async block(ms: number): Promise<void> {
      await database.transactionInTurn(async (db) => {
        await lock(db);
        const later = (by: number) => sql<number>`${now()} + ${Math.round(by)}`;
        await db
          .updateTable('refreshBudgets')
          .set({ blockedUntil: later(ms) })
          .where('egress', '=', egress)
          .where(sql<boolean>`blocked_until not between ${later(ms)} and ${later(longestBlockMs)}`)
          .execute();
      });
    },
  };
}

/** The budget available to the queue at a given time. */
export function turnsAt(budget: Budget, time: number) {
  const sentAt = inWindow(budget.sentAt, time);
  const blockedUntil = budget.blockedUntil > time + longestBlockMs ? 0 : budget.blockedUntil;
  const earliest = Math.max(time, blockedUntil);
  return {
    sentAt,
    freeNow: time < blockedUntil ? 0 : refreshesPerMinute - sentAt.length,
    waitMs: (ahead: number) => turnInMs({ sentAt, earliest, now: time }, ahead),
  };
}

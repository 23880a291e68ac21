import { type Kysely, sql } from 'kysely';

import type { DeliveryState } from '#contract/alerts.ts';

import { countOf } from '../../db/countOf.ts';
import type { Database } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import type { AlertTarget } from '../targets.ts';
import { longestWaitMs } from './courier.ts';
import { writeMessage } from './writeMessage.ts';

/** A message that one gateway may send until its lease expires. */
export interface ClaimedMessage {
  /** The same for each attempt. */
  readonly id: string;
  readonly customerId: string;
  /** AlertNotice as JSON. */
  readonly notice: string;
  /** How many attempts there have been. */
  readonly tries: number;
}

export type Outcome =
  | { readonly kind: 'sent' }
  /** Retried after `waitMs`, but no message to this target is sent for `pauseMs`, as its receiver asked. */
  | { readonly kind: 'again'; readonly waitMs: number; readonly pauseMs: number }
  /** Every attempt failed. */
  | { readonly kind: 'failed' }
  /** The receiver wants no more messages; the other destination, if there is one, gets a message about this. */
  | { readonly kind: 'gone'; readonly other: AlertTarget | undefined };

/** How long a gateway may take to send a message and record the outcome; then another gateway sends it. */
export const leaseMs = 2 * 60_000;

/** During an upgrade, a gateway with the old configuration has this long to send what is due. */
const formerMs = 10 * 60_000;

const formerAnswer = 'The destination was changed before this message was sent';

const stateAfter = {
  sent: 'sent',
  again: 'pending',
  failed: 'failed',
  gone: 'stopped',
} as const satisfies Readonly<Record<Outcome['kind'], DeliveryState>>;

/**
 * Messages waiting to be sent. A gateway claims a message, sends it, and records the outcome. If it dies in between,
 * another one sends the message again, with the same id.
 */
export function createOutbox(database: Database) {
  const { run, now } = database;
  const later = (ms: number) => sql<number>`${now()} + ${ms}`;
  /** If a lease has more time left than any lease can have, a clock was set back after it was written. */
  const isWaiting = () =>
    sql<boolean>`(state = 'pending' and (lease_until <= ${now()} or lease_until > ${later(leaseMs)}))`;
  /** Likewise, nothing waits longer than a receiver can ask for; messages never tried wait only for pauses. */
  const isAhead = (column: 'due_at' | 'paused_until') =>
    sql`${sql.ref(column)} between ${later(1)} and ${later(longestWaitMs)}`;

  /** Also holds back messages that are written during the pause. */
  async function pause(db: Kysely<Tables>, { target }: AlertTarget, ms: number) {
    const own = sql.ref<number>('alert_targets.paused_until');
    // Another message's answer may have asked for more.
    const longer = sql`${own} between ${later(ms)} and ${later(longestWaitMs)}`;
    const pausedUntil = sql<number>`case when ${longer} then ${own} else ${later(ms)} end`;
    await db
      .insertInto('alertTargets')
      .values({ target, stoppedAt: null, pausedUntil: later(ms) })
      .onConflict((conflict) => conflict.column('target').doUpdateSet({ pausedUntil }))
      .execute();
    await db
      .updateTable('alertMessages')
      .set({ dueAt: later(ms) })
      .where('target', '=', target)
      .where(isWaiting())
      .where('dueAt', '<', later(ms))
      .execute();
  }

  async function stop(
    db: Kysely<Tables>,
    { customerId }: ClaimedMessage,
    from: AlertTarget,
    other?: AlertTarget,
  ) {
    const { target, to } = from;
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('alertTargets')
      .values({ target, stoppedAt: now() })
      .onConflict((conflict) =>
        conflict
          .column('target')
          .doUpdateSet({ stoppedAt: now() })
          .where('alertTargets.stoppedAt', 'is', null),
      )
      .executeTakeFirstOrThrow();
    await db
      .updateTable('alertMessages')
      .set({ state: 'stopped' })
      .where('target', '=', target)
      .where(isWaiting())
      .execute();
    // Another gateway's message was refused earlier.
    if (!other || numInsertedOrUpdatedRows !== 1n) return;
    const { at } = await db.selectNoFrom(now().as('at')).executeTakeFirstOrThrow();
    await writeMessage(db, {
      id: `msg_${crypto.randomUUID()}`,
      to: other,
      notice: { kind: 'stopped', customerId, at, username: null, alerts: [], stopped: to },
    });
  }

  return {
    /**
     * Claims the message to this target that has been due longest, after a pause the oldest; a test message only if
     * there is no other.
     *
     * @param holder a name unique to each gateway process
     * @returns undefined if none is due, or the receiver has asked for a pause or wants no more
     */
    claim: (target: string, holder: string): Promise<ClaimedMessage | undefined> =>
      run((db) =>
        db
          .updateTable('alertMessages')
          .set({ leaseHolder: holder, leaseUntil: later(leaseMs) })
          .where('id', '=', (eb) =>
            eb
              .selectFrom('alertMessages')
              .select('id')
              .where('target', '=', target)
              .where(isWaiting())
              .where(sql<boolean>`(tries = 0 or not ${isAhead('due_at')})`)
              .where('target', 'not in', (from) =>
                from
                  .selectFrom('alertTargets')
                  .select('target')
                  .where(sql<boolean>`stopped_at is not null or ${isAhead('paused_until')}`),
              )
              .orderBy('isTest')
              .orderBy('dueAt')
              .orderBy('createdAt')
              .orderBy('id')
              .limit(1)
              .$if(database.kind === 'postgres', (query) => query.forUpdate().skipLocked()),
          )
          .returning(['id', 'customerId', 'notice', 'tries'])
          .executeTakeFirst(),
      ),

    /**
     * Records the outcome of an attempt, unless another gateway has claimed the message since. May be repeated after a
     * lost response.
     *
     * @param noted.answer the receiver's answer, in words for users
     */
    note: (
      message: ClaimedMessage,
      noted: {
        readonly holder: string;
        readonly from: AlertTarget;
        readonly answer: string;
        readonly outcome: Outcome;
      },
    ): Promise<void> =>
      database.transaction(async (db) => {
        const { holder, from, answer, outcome } = noted;
        const waitMs = outcome.kind === 'again' ? outcome.waitMs : 0;
        const { numUpdatedRows } = await db
          .updateTable('alertMessages')
          .set({
            state: stateAfter[outcome.kind],
            answer,
            tries: sql`tries + 1`,
            triedAt: now(),
            dueAt: later(waitMs),
            leaseHolder: null,
            leaseUntil: 0,
          })
          .where('id', '=', message.id)
          .where('state', '=', 'pending')
          .where('leaseHolder', '=', holder)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return;
        if (outcome.kind === 'gone') await stop(db, message, from, outcome.other);
        if (outcome.kind === 'again' && outcome.pauseMs > 0) await pause(db, from, outcome.pauseMs);
      }),

    /**
     * Settles messages that no gateway will send: those to addresses that are no longer configured, and those written
     * while their receiver said that it wants no more.
     */
    settle: (targets: readonly AlertTarget[]) =>
      run((db) => {
        const isStopped = sql`target in
          (select target from alert_targets where stopped_at is not null)`;
        const present = sql.join(['', ...targets.map(({ target }) => target)]);
        return sql`update alert_messages
          set state = case when ${isStopped} then 'stopped' else 'failed' end,
            answer = case when ${isStopped} or tries > 0 then answer else ${formerAnswer} end
          where ${isWaiting()} and (${isStopped}
            or (due_at <= ${later(-formerMs)} and target not in (${present})))`.execute(db);
      }),

    /** How many messages are waiting, or could not be delivered. */
    count: (state: 'pending' | 'failed'): Promise<number> =>
      run((db) => countOf(db.selectFrom('alertMessages').where('state', '=', state))),
  };
}

import { sql, type Transaction } from 'kysely';

import { countOf } from '../db/countOf.ts';
import type { Database } from '../db/database.ts';
import { sweepSize } from '../db/removeSome.ts';
import { spellingsOf } from '../db/spellings.ts';
import { padded } from '../db/storedValues.ts';
import type { Tables } from '../db/tables.ts';
import { countConfirmedChanges } from '../history/groupChanges.ts';
import {
  findLivingRow,
  isLiving,
  isUpdated,
  type NewSessionRow,
  pairColumns,
  type RenewalChange,
  renewalColumns,
  type SessionRow,
  type SessionSummary,
  summaryColumns,
} from './sessionRow.ts';

export type EndedSession = SessionSummary & { readonly end: 'not used' | 'longest age' };

export interface SessionLimits {
  readonly idleMs: number;
  readonly maxMs: number;
}

/**
 * How stale "last seen" may be in the store: a minute, or less if the idle time is so short that a minute matters.
 * As a result, a session may end up to this much too early.
 */
export function touchEveryMs({ idleMs }: Pick<SessionLimits, 'idleMs'>): number {
  return Math.min(60_000, idleMs / 10);
}

export function createSessionRows(database: Database, limits: SessionLimits) {
  const { now } = database;
  const touchEvery = touchEveryMs(limits);
  const later = (ms: number) => sql<number>`${now()} + ${ms}`;
  const used = () => ({ lastSeenAt: now(), idleEndsAt: later(limits.idleMs) });

  /**
   * Removes live sessions and their places in the refresh queue, which would otherwise hold up other sessions. Those that
   * ended by themselves are left to `removeEnded`, which says why.
   */
  async function removeSome(
    db: Transaction<Tables>,
    column: 'key' | 'username',
    values: readonly string[],
  ): Promise<readonly SessionSummary[]> {
    if (values.length === 0) return [];
    const removed = await db
      .deleteFrom('sessions')
      .where(column, 'in', values)
      .where(isLiving(database))
      .returning(summaryColumns)
      .execute();
    const keys = removed.map(({ key }) => key);
    if (keys.length > 0) {
      await db.deleteFrom('refreshTickets').where('sessionKey', 'in', keys).execute();
    }
    return removed;
  }

  return {
    /**
     * Starts a session and removes the browser's other sessions.
     *
     * @returns the removed sessions
     */
    create: (session: NewSessionRow, formerKeys: readonly string[]) =>
      database.transaction(async (db) => {
        const replaced = await removeSome(db, 'key', formerKeys);
        const { sealed, receivedAgoMs, dueInMs, overInMs, ...columns } = session;
        await db
          .insertInto('sessions')
          .values({
            ...columns,
            ...pairColumns(database, { sealed, receivedAgoMs, dueInMs, overInMs }),
            generation: 1,
            createdAt: now(),
            ...used(),
            maxEndsAt: later(limits.maxMs),
          })
          .execute();
        return replaced;
      }),

    /** The live session with this key. Uses one statement. */
    find: (key: string) => findLivingRow(database, key),

    /**
     * Records that the session was used, with at most one statement per `touchEveryMs` across all gateways.
     *
     * @returns the updated row
     */
    async touch(row: SessionRow): Promise<SessionRow> {
      if (row.lastSeenAt + touchEvery > row.now) return row;
      await database.run((db) =>
        db
          .updateTable('sessions')
          .set(used())
          .where('key', '=', row.key)
          .where(({ eb }) => eb('lastSeenAt', '<=', eb(now(), '-', touchEvery)))
          .execute(),
      );
      return { ...row, lastSeenAt: row.now, idleEndsAt: row.now + limits.idleMs };
    },

    /** @returns false if the session has ended */
    setCustomer: (key: string, customerId: string) =>
      isUpdated(database, (db) =>
        db.updateTable('sessions').set({ customerId }).where('key', '=', key),
      ),

    /**
     * Notes that the service has confirmed this customer id, if the session still uses it. Changes already sent in this
     * session under this id count from now on.
     *
     * @returns whether the confirmation is new
     */
    noteConfirmed: (key: string, customerId: string) =>
      database.transaction(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('sessions')
          .set({ provenCustomerId: customerId })
          .where('key', '=', key)
          .where('customerId', '=', customerId)
          .where(({ eb, or }) =>
            or([eb('provenCustomerId', 'is', null), eb('provenCustomerId', '<>', customerId)]),
          )
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await countConfirmedChanges(db, key, customerId);
        return true;
      }),

    /**
     * Writes the state after a response from the service, unless the row has changed since it was read; in that case, the
     * caller must read it again and reconsider.
     *
     * @returns whether it was written
     */
    saveRenewal: (row: SessionRow, change: RenewalChange) =>
      isUpdated(database, (db) =>
        db
          .updateTable('sessions')
          .set(({ eb }) => ({
            ...renewalColumns(database, change),
            revision: eb('revision', '+', 1),
          }))
          .where('key', '=', row.key)
          .where('revision', '=', row.revision),
      ),

    async remove(key: string) {
      const [removed] = await database.transaction((db) => removeSome(db, 'key', [key]));
      return removed;
    },

    /** Removes all sessions of a user, whatever the letter case of the name: one too many does no harm. */
    removeUser: (username: string) =>
      database.transaction(async (db) =>
        removeSome(db, 'username', await spellingsOf(db, 'sessions', username)),
      ),

    /** Live sessions by key, starting after the key `after`; those of a user in any letter case of the name. */
    list: ({
      username,
      after = '',
      limit,
    }: {
      readonly username?: string;
      readonly after?: string;
      readonly limit: number;
    }): Promise<readonly SessionSummary[]> =>
      database.run(async (db) => {
        const names = username === undefined ? [] : await spellingsOf(db, 'sessions', username);
        return db
          .selectFrom('sessions')
          .select(summaryColumns)
          .where('key', '>', after)
          .where(isLiving(database))
          .$if(username !== undefined, (query) => query.where('username', 'in', padded(names)))
          .orderBy('key')
          .limit(limit)
          .execute();
      }),

    count: () => database.run((db) => countOf(db.selectFrom('sessions').where(isLiving(database)))),

    /** Removes expired sessions; each is returned to only one gateway. */
    async removeEnded(): Promise<readonly EndedSession[]> {
      // Otherwise sessions used before the clock was set back would outlive both limits.
      await database.run((db) =>
        sql`update sessions set last_seen_at = ${now()}, idle_ends_at = ${later(limits.idleMs)},
          max_ends_at = max_ends_at - last_seen_at + ${now()}
          where last_seen_at > ${now()}`.execute(db),
      );
      const isOver = sql<boolean>`(idle_ends_at <= ${now()} or max_ends_at <= ${now()})`;
      const rows = await database.run((db) =>
        db
          .deleteFrom('sessions')
          .where('key', 'in', (query) =>
            query
              .selectFrom('sessions')
              .select('key')
              .where(isOver)
              .orderBy('key')
              .limit(sweepSize),
          )
          // Checked again, because a session may have been used since it was listed.
          .where(isOver)
          .returning(summaryColumns)
          .returning(({ eb }) => eb('maxEndsAt', '<=', eb.ref('idleEndsAt')).as('isTooOld'))
          .execute(),
      );
      return rows.map(({ isTooOld, ...summary }) => ({
        ...summary,
        end: isTooOld ? 'longest age' : 'not used',
      }));
    },
  };
}

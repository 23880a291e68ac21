import type { Transaction } from 'kysely';

import type { Database } from '../db/database.ts';
import { sweepSize } from '../db/removeSome.ts';
import type { Tables } from '../db/tables.ts';
import { countConfirmedChanges } from '../history/groupChanges.ts';
import {
  findLivingRow,
  type NewSessionRow,
  type RenewalChange,
  renewalColumns,
  type SessionRow,
  type SessionSummary,
  summaryColumns,
} from './sessionRow.ts';

export interface SessionRows {
  /** Starts a session and removes others of the same browser. ¶ ¶ @returns the removed ones */
  create(session: NewSessionRow, formerKeys: readonly string[]): Promise<readonly SessionSummary[]>;
  /** The live session of this key. One statement. */
  find(key: string): Promise<SessionRow | undefined>;
  /**
   * Records use. At most one statement per `touchEveryMs`, whichever gateway is used.
   *
   * @returns the updated row
   */
  touch(row: SessionRow): Promise<SessionRow>;
  /** @returns false when the session is gone */
  setCustomer(key: string, customerId: string): Promise<boolean>;
  /**
   * Notes that the service has confirmed this customer id, if it still is the session's. Changes that the
   * session sent under it before count from now on.
   *
   * @returns whether this was new
   */
  noteConfirmed(key: string, customerId: string): Promise<boolean>;
  /**
   * Writes what an answer of the service says, unless the row has changed since it was read: then read it and
   * decide again.
   *
   * @returns whether it was written
   */
  saveRenewal(row: SessionRow, change: RenewalChange): Promise<boolean>;
  remove(key: string): Promise<SessionSummary | undefined>;
  /** Removes all sessions of a user. */
  removeUser(username: string): Promise<readonly SessionSummary[]>;
  /** Live sessions by key, after the key `after`. */
  list(options: {
    readonly username?: string;
    readonly after?: string;
    readonly limit: number;
  }): Promise<readonly SessionSummary[]>;
  count(): Promise<number>;
  /** Removes sessions that ended by themselves; each is returned to one gateway only. */
  removeEnded(): Promise<readonly EndedSession[]>;
}

export type EndedSession = SessionSummary & { readonly end: 'not used' | 'longest age' };

export interface SessionLimits {
  readonly idleMs: number;
  readonly maxMs: number;
}

/**
 * How old "last seen" may be in the store: a minute, or less where the idle time is so short that a minute
 * matters. A session may end earlier by at most this much than its true last use would allow.
 */
export function touchEveryMs({ idleMs }: Pick<SessionLimits, 'idleMs'>): number {
  return Math.min(60_000, idleMs / 10);
}

/** A leftover place in the refresh queue of a removed session would hold up the others. */
async function leaveQueue(
  db: Transaction<Tables>,
  gone: readonly Pick<SessionSummary, 'key'>[],
): Promise<void> {
  const keys = gone.map(({ key }) => key);
  if (keys.length > 0) {
    await db.deleteFrom('refreshTickets').where('sessionKey', 'in', keys).execute();
  }
}

export function createSessionRows(database: Database, limits: SessionLimits): SessionRows {
  const { now } = database;
  const touchEvery = touchEveryMs(limits);

  return {
    create: (session, formerKeys) =>
      database.transaction(async (db) => {
        const replaced =
          formerKeys.length === 0
            ? []
            : await db
                .deleteFrom('sessions')
                .where('key', 'in', formerKeys)
                .returning(summaryColumns)
                .execute();
        await leaveQueue(db, replaced);
        const { receivedAgoMs, dueInMs, overInMs, ...columns } = session;
        await db
          .insertInto('sessions')
          .values(({ eb }) => ({
            ...columns,
            generation: 1,
            createdAt: now(),
            lastSeenAt: now(),
            idleEndsAt: eb(now(), '+', limits.idleMs),
            maxEndsAt: eb(now(), '+', limits.maxMs),
            receivedAt: eb(now(), '-', Math.round(receivedAgoMs)),
            dueAt: eb(now(), '+', Math.round(dueInMs)),
            overAt: eb(now(), '+', Math.round(overInMs)),
          }))
          .execute();
        return replaced;
      }),

    find: (key) => findLivingRow(database, key),

    async touch(row) {
      if (row.lastSeenAt + touchEvery > row.now) return row;
      await database.run((db) =>
        db
          .updateTable('sessions')
          .set(({ eb }) => ({ lastSeenAt: now(), idleEndsAt: eb(now(), '+', limits.idleMs) }))
          .where('key', '=', row.key)
          .where(({ eb }) => eb('lastSeenAt', '<=', eb(now(), '-', touchEvery)))
          .execute(),
      );
      return { ...row, lastSeenAt: row.now, idleEndsAt: row.now + limits.idleMs };
    },

    async setCustomer(key, customerId) {
      const { numUpdatedRows } = await database.run((db) =>
        db
          .updateTable('sessions')
          .set({ customerId })
          .where('key', '=', key)
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows === 1n;
    },

    noteConfirmed: (key, customerId) =>
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

    async saveRenewal(row, change) {
      const { numUpdatedRows } = await database.run((db) =>
        db
          .updateTable('sessions')
          .set(({ eb }) => ({
            ...renewalColumns(database, change),
            revision: eb('revision', '+', 1),
          }))
          .where('key', '=', row.key)
          .where('revision', '=', row.revision)
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows === 1n;
    },

    remove: (key) =>
      database.transaction(async (db) => {
        const removed = await db
          .deleteFrom('sessions')
          .where('key', '=', key)
          .returning(summaryColumns)
          .executeTakeFirst();
        if (removed) await leaveQueue(db, [removed]);
        return removed;
      }),

    removeUser: (username) =>
      database.transaction(async (db) => {
        const removed = await db
          .deleteFrom('sessions')
          .where('username', '=', username)
          .returning(summaryColumns)
          .execute();
        await leaveQueue(db, removed);
        return removed;
      }),

    list: ({ username, after = '', limit }) =>
      database.run((db) =>
        db
          .selectFrom('sessions')
          .select(summaryColumns)
          .where('key', '>', after)
          .where('idleEndsAt', '>', now())
          .where('maxEndsAt', '>', now())
          .$if(username !== undefined, (query) => query.where('username', '=', username ?? ''))
          .orderBy('key')
          .limit(limit)
          .execute(),
      ),

    async count() {
      const { living } = await database.run((db) =>
        db
          .selectFrom('sessions')
          .select(({ fn }) => fn.countAll<number>().as('living'))
          .where('idleEndsAt', '>', now())
          .where('maxEndsAt', '>', now())
          .executeTakeFirstOrThrow(),
      );
      return living;
    },

    async removeEnded() {
      const rows = await database.run((db) =>
        db
          .deleteFrom('sessions')
          .where('key', 'in', (query) =>
            query
              .selectFrom('sessions')
              .select('key')
              .where(({ eb, or }) =>
                or([eb('idleEndsAt', '<=', now()), eb('maxEndsAt', '<=', now())]),
              )
              .orderBy('key')
              .limit(sweepSize),
          )
          // Checked again, since a session may have been used since it was listed.
          .where(({ eb, or }) => or([eb('idleEndsAt', '<=', now()), eb('maxEndsAt', '<=', now())]))
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

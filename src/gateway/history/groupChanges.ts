import { sql, type Transaction } from 'kysely';

import type { GroupValues } from '#contract/groupValues.ts';
import type { SentOutcome } from '#contract/saveOutcome.ts';

import { countOf } from '../db/countOf.ts';
import type { Database } from '../db/database.ts';
import { type HistoryLimits, historySince, setBackMs } from '../db/historyLimits.ts';
import type { PageAsked } from '../db/keysetPage.ts';
import { removeSome } from '../db/removeSome.ts';
import {
  type ListedValues,
  readValues,
  searchName,
  searchText,
  storable,
  writeValues,
} from '../db/storedValues.ts';
import type { Tables } from '../db/tables.ts';
import { type ChangesFilter, readPage } from './changesPage.ts';

/** A change about to be sent, and its author. */
export interface ChangeIntent {
  readonly id: string;
  readonly customerId: string;
  readonly groupId: string;
  readonly username: string;
  readonly after: GroupValues;
  /**
   * The session that sends the change, if its customer id is typed and unconfirmed: the change then counts only once
   * the service confirms the id. Null if the change counts immediately.
   */
  readonly unconfirmedSession: string | null;
  readonly requestId: string;
}

/** The stored data about a group at the time a change to it was recorded. */
export interface GroupBefore {
  /** Null if no list has shown the group, or if it was changed after the last list that did. */
  readonly listed: { readonly values: ListedValues; readonly ageMs: number } | null;
  /** Whether any customer's list has contained the group, which proves that its id comes from the service. */
  readonly isNamed: boolean;
  /** Nothing was recorded: the session has too many changes that do not count yet. */
  readonly isFull?: true;
  /** Nothing was recorded: this request has arrived before, as the change with this id. */
  readonly repeats?: string;
}

/** The outcome of a change. */
export interface ChangeEnd {
  readonly outcome: SentOutcome;
  readonly status: number | null;
  readonly message: string | null;
  readonly serviceRequestId: string | null;
}

/** If no history is kept, rows left by a dead gateway are removed after this time. */
const leftBehindMs = 10 * 60_000;

/** A browser or proxy repeats a request, with the same id, as soon as its connection breaks. */
const repeatedMs = 10 * 60_000;

/** Unconfirmed changes are removed after this time, or with the history if that is sooner. */
const unconfirmedMs = 24 * 60 * 60_000;
/** Per session. A confirmation updates all of them in one statement. */
const maxUnconfirmed = 100;

export function createGroupChanges(database: Database, limits: HistoryLimits) {
  const { now } = database;

  return {
    /** Records that a change is about to be sent. May be called again after a lost response. */
    begin: ({
      after,
      username,
      unconfirmedSession,
      ...intent
    }: ChangeIntent): Promise<GroupBefore> =>
      database.transaction(async (db) => {
        const ofGroup = db
          .selectFrom('groupChanges')
          .select('id')
          .where('customerId', '=', intent.customerId)
          .where('groupId', '=', intent.groupId)
          .where('id', '<>', intent.id)
          .limit(1);
        const earlier = await ofGroup
          .where('recordedAt', '>', sql<number>`${now()} - ${repeatedMs}`)
          .where('requestId', '=', intent.requestId)
          .where('username', '=', username)
          .executeTakeFirst();
        if (earlier) return { listed: null, isNamed: false, repeats: earlier.id };
        const counts =
          unconfirmedSession === null ||
          (await isConfirmed(db, unconfirmedSession, intent.customerId));
        const unconfirmed = db
          .selectFrom('groupChanges')
          .where('sessionKey', '=', unconfirmedSession)
          .where('id', '<>', intent.id);
        if (!counts && (await countOf(unconfirmed)) >= maxUnconfirmed) {
          return { listed: null, isNamed: false, isFull: true };
        }
        const base = await db
          .selectFrom('groupsSeen')
          .select(['listedValues', 'answeredAt', now().as('now')])
          .where('customerId', '=', intent.customerId)
          .where('groupId', '=', intent.groupId)
          .executeTakeFirst();
        const later =
          base &&
          (await ofGroup
            .where('recordedAt', '>=', base.answeredAt)
            .where('recordedAt', '<=', sql<number>`${now()} + ${setBackMs}`)
            .where('outcome', 'in', ['sending', 'saved', 'unknown'])
            .where('isShown', '=', 1)
            .executeTakeFirst());
        const named =
          base ??
          (await db
            .selectFrom('groupsSeen')
            .select('groupId')
            .where('groupId', '=', intent.groupId)
            .limit(1)
            .executeTakeFirst());
        const values = readValues(base?.listedValues);
        const isUsable = base && !later && base.answeredAt <= base.now + setBackMs;
        const listed = isUsable ? { values, ageMs: base.now - base.answeredAt } : null;
        await db
          .insertInto('groupChanges')
          .values({
            ...intent,
            groupName: nameOf(values),
            searchName: searchName(values, after),
            username,
            searchUsername: searchText(username),
            recordedAt: now(),
            beforeValues: writeValues(listed?.values ?? {}),
            beforeAt: listed && base ? base.answeredAt : null,
            afterValues: writeValues(after),
            outcome: 'sending',
            tracking: 'open',
            isShown: counts ? 1 : 0,
            sessionKey: counts ? null : unconfirmedSession,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
        return { listed, isNamed: named !== undefined };
      }),

    /** Whether a change has no outcome yet, and its gateway may still be alive. */
    isSending: (id: string): Promise<boolean> =>
      database.run(async (db) => {
        const row = db
          .selectFrom('groupChanges')
          .select('id')
          .where('id', '=', id)
          .where('outcome', '=', 'sending')
          .where('recordedAt', '>', sql<number>`${now()} - ${limits.maxPutMs}`);
        return (await row.executeTakeFirst()) !== undefined;
      }),

    /**
     * Writes the outcome, once; if no history is kept, removes the row.
     *
     * @param endedMs how long ago the outcome became known
     */
    async finish(id: string, { outcome, ...facts }: ChangeEnd, endedMs: number): Promise<void> {
      await database.run(async (db) => {
        if (limits.historyMs === 0) {
          await db.deleteFrom('groupChanges').where('id', '=', id).execute();
          return;
        }
        const wasDone = outcome === 'saved' || outcome === 'unknown';
        const unchecked = { tracking: 'done', checkResult: null, checkAt: null, checkSeen: null };
        await db
          .updateTable('groupChanges')
          .set(({ eb }) => ({
            outcome,
            ...facts,
            answeredAt: eb(now(), '-', Math.max(0, Math.floor(endedMs))),
            ...(wasDone ? {} : ({ ...unchecked, tracking: 'done' } as const)),
          }))
          .where('id', '=', id)
          .where('outcome', '=', 'sending')
          .execute();
      });
    },

    page({ signal, ...options }: PageAsked<ChangesFilter>) {
      const { customerId } = options.filter;
      return readPage(database.reader({ customerId, signal }), limits, options);
    },

    /** Removes some expired changes. @returns how many were removed */
    removeOld() {
      const leftBehind = sql<boolean>`(outcome <> 'sending' or recorded_at < ${now()} - ${leftBehindMs})`;
      const isOld = sql<boolean>`recorded_at < ${historySince(database, limits)}`;
      const rows = { table: 'groupChanges', age: 'recordedAt' } as const;
      const where = limits.historyMs === 0 ? leftBehind : isOld;
      // Both engines use this partial index only if the condition is written as in its definition.
      const unconfirmed = sql<boolean>`is_shown = 0 and recorded_at < ${now()} - ${unconfirmedMs}`;
      return removeSome(database, { ...rows, where }, { ...rows, where: unconfirmed });
    },
  };

  /** Checked here because the session was read earlier. The lock keeps confirmations out until the row is written. */
  async function isConfirmed(
    db: Transaction<Tables>,
    sessionKey: string,
    customerId: string,
  ): Promise<boolean> {
    const session = await db
      .selectFrom('sessions')
      .select('provenCustomerId')
      .where('key', '=', sessionKey)
      // SQLite holds the write lock from the start of the transaction.
      .$if(database.kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    return session?.provenCustomerId === customerId;
  }
}

/**
 * Called once the service has confirmed a customer id for a session: the session's changes under that id now count. A
 * change stays out of comparisons if a later list has already been compared without it, because that list may have
 * shown it as made elsewhere.
 */
export async function countConfirmedChanges(
  db: Transaction<Tables>,
  sessionKey: string,
  customerId: string,
): Promise<void> {
  const own = db
    .updateTable('groupChanges')
    .where('sessionKey', '=', sessionKey)
    .where('customerId', '=', customerId);
  const sinceThen = sql`from groups_seen as g where g.customer_id = group_changes.customer_id
    and g.group_id = group_changes.group_id and g.answered_at >= group_changes.recorded_at`;
  await own
    .set({
      tracking: 'done',
      checkResult: 'not-confirmable',
      checkAt: sql`(select g.answered_at ${sinceThen})`,
      checkSeen: sql`(select g.listed_values ${sinceThen})`,
    })
    .where('tracking', '<>', 'done')
    .where(sql<boolean>`exists (select 1 ${sinceThen})`)
    .execute();
  await own.set({ isShown: 1, sessionKey: null }).execute();
}

/** A group's name in the form stored in the database; null if unknown. */
export function nameOf({ ThingsGroupName: name }: GroupValues): string | null {
  return name === undefined ? null : storable(name);
}

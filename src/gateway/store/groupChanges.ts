import type { ChangeOutcome, GroupChange, GroupValues } from '#contract/changes.ts';

import { type PageOptions, readPage } from './changesPage.ts';
import type { Database } from './database.ts';
import type { Page } from './keysetPage.ts';
import {
  type ListedValues,
  readValues,
  searchName,
  searchText,
  storable,
  writeValues,
} from './storedValues.ts';

/** What is about to be sent, and by whom. */
export interface ChangeIntent {
  readonly id: string;
  readonly customerId: string;
  readonly groupId: string;
  readonly username: string;
  readonly after: GroupValues;
  /** Whether the service has answered with this customer id in this session. */
  readonly isProven: boolean;
  readonly requestId: string;
}

/** What the store knew of a group when a change of it was recorded. */
export interface GroupBefore {
  /** Null where no list has shown the group, or a change came after the last one that did. */
  readonly listed: { readonly values: ListedValues; readonly ageMs: number } | null;
  /** Whether a list of any customer named the group: then its id comes from the service. */
  readonly isNamed: boolean;
}

/** What became of a change that was to be sent. */
export interface ChangeEnd {
  readonly outcome: Exclude<ChangeOutcome, 'elsewhere'>;
  readonly status: number | null;
  readonly message: string | null;
  readonly serviceRequestId: string | null;
}

export interface GroupChanges {
  /** Sorts behind the ids that this process has made before. */
  newId(): string;
  /** Writes that a change is about to be sent. It may be called again after a lost answer. */
  begin(intent: ChangeIntent): Promise<GroupBefore>;
  /**
   * Writes what became of it, once; where nothing is kept, its row goes.
   *
   * @param endedMs how long ago that was known
   */
  finish(id: string, end: ChangeEnd, endedMs: number): Promise<void>;
  page(options: PageOptions): Promise<Page<GroupChange>>;
  /** Removes some of those that are too old. @returns how many */
  removeOld(): Promise<number>;
}

/** How long history is kept, and until when a change without an outcome may be under way. */
export interface HistoryLimits {
  readonly historyMs: number;
  readonly maxPutMs: number;
}

/** How many rows one statement removes at most. */
export const historySweepSize = 1000;

/** Where nothing is kept, what a gateway that died has left behind goes after this time. */
const leftBehindMs = 10 * 60_000;

/** What is older than this goes. */
export function keptMs({ historyMs }: HistoryLimits): number {
  return Math.max(historyMs, leftBehindMs);
}

export function createGroupChanges(database: Database, limits: HistoryLimits): GroupChanges {
  const { now } = database;
  let count = 0;

  return {
    newId: () => `${(count++).toString(36).padStart(6, '0')}-${crypto.randomUUID()}`,

    begin: ({ after, username, isProven, ...intent }) =>
      database.transaction(async (db) => {
        const base = await db
          .selectFrom('groupsSeen')
          .select(['listedValues', 'answeredAt', now().as('now')])
          .where('customerId', '=', intent.customerId)
          .where('groupId', '=', intent.groupId)
          .executeTakeFirst();
        const later = await db
          .selectFrom('groupChanges')
          .select('id')
          .where('customerId', '=', intent.customerId)
          .where('groupId', '=', intent.groupId)
          .where('recordedAt', '>=', base?.answeredAt ?? 0)
          .where('outcome', 'in', ['sending', 'saved', 'unknown'])
          .where('id', '<>', intent.id)
          .limit(1)
          .executeTakeFirst();
        const named =
          base ??
          (await db
            .selectFrom('groupsSeen')
            .select('groupId')
            .where('groupId', '=', intent.groupId)
            .limit(1)
            .executeTakeFirst());
        const values = readValues(base?.listedValues);
        const listed = base && !later ? { values, ageMs: base.now - base.answeredAt } : null;
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
            isShown: isProven ? 1 : 0,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
        return { listed, isNamed: named !== undefined };
      }),

    async finish(id, { outcome, ...facts }, endedMs) {
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
            ...(outcome === 'saved' && { isShown: 1 }),
            answeredAt: eb(now(), '-', Math.max(0, Math.floor(endedMs))),
            ...(wasDone ? {} : ({ ...unchecked, tracking: 'done' } as const)),
          }))
          .where('id', '=', id)
          .where('outcome', '=', 'sending')
          .execute();
      });
    },

    page({ signal, ...options }) {
      const { customerId } = options.filter;
      return readPage(database.reader({ customerId, signal }), limits.maxPutMs, options);
    },

    async removeOld() {
      const { numDeletedRows } = await database.run((db) =>
        db
          .deleteFrom('groupChanges')
          .where('id', 'in', (query) =>
            query
              .selectFrom('groupChanges')
              .select('id')
              .where(({ eb }) => eb('recordedAt', '<', eb(now(), '-', keptMs(limits))))
              .orderBy('recordedAt')
              .limit(historySweepSize),
          )
          .executeTakeFirstOrThrow(),
      );
      return Number(numDeletedRows);
    },
  };
}

/** The name of a group for a column, as far as it is known. */
export function nameOf({ ThingsGroupName: name }: GroupValues): string | null {
  return name === undefined ? null : storable(name);
}

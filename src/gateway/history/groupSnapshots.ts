import { sql, type Transaction } from 'kysely';

import type { GroupValues } from '#contract/groupValues.ts';

import type { Database } from '../db/database.ts';
import { type HistoryLimits, historySince, setBackMs } from '../db/historyLimits.ts';
import { newId } from '../db/keysetPage.ts';
import { removeSome } from '../db/removeSome.ts';
import {
  padded,
  type ListedValues,
  readValues,
  searchName,
  writeValues,
} from '../db/storedValues.ts';
import type { Tables } from '../db/tables.ts';
import { isInList } from '../inventory/groupLocks.ts';
import { holdsFence, type WatchFence } from '../inventory/scanPages.ts';
import type { ElsewhereChange, PutUpdate, SnapshotTime } from './diffSnapshot.ts';
import { nameOf } from './groupChanges.ts';

/** A new snapshot of a group from a list. */
export interface NewGroupSnapshot {
  readonly groupId: string;
  readonly values: ListedValues;
  /** Revision of the snapshot it was compared with; null if there was none. */
  readonly revision: number | null;
  readonly updates: readonly PutUpdate[];
  readonly elsewhere: ElsewhereChange | undefined;
  /** The values in the previous list. */
  readonly listed: GroupValues;
}

/** The time and customer of a list. */
interface ListTime extends SnapshotTime {
  readonly customerId: string;
  /** For lists from the watch. */
  readonly fence?: WatchFence | undefined;
}

/** At most 2,000 groups of a single list count. */
export const maxGroupsOfCustomer = 5000;

export function createGroupSnapshots(database: Database, limits: HistoryLimits) {
  return {
    /** Each group's newest snapshot that counts, and the changes that are compared with later lists. */
    async load(customerId: string, groupIds: readonly string[]) {
      const isListed = isInList(database.kind, sql.ref('groupId'), groupIds);
      const seen = await database.run((db) =>
        db
          .selectFrom('groupsSeen')
          .select(['groupId', 'listedValues', 'askedAt', 'answeredAt', 'revision'])
          .select(database.now().as('now'))
          .where('customerId', '=', customerId)
          .where(isListed)
          .execute(),
      );
      // Read after the snapshots: changes that another gateway records later were sent after the response with this
      // list.
      const rows = await database.run((db) =>
        db
          .selectFrom('groupChanges')
          .select(['id', 'groupId', 'recordedAt', 'answeredAt', 'outcome'])
          .select(['tracking', 'checkResult', 'afterValues'])
          .where('customerId', '=', customerId)
          .where('tracking', '<>', 'done')
          .where('isShown', '=', 1)
          .where(isListed)
          .execute(),
      );
      const snapshots = seen.map(({ groupId, listedValues, ...snapshot }) => {
        return [groupId, { ...snapshot, values: readValues(listedValues) }] as const;
      });
      const changes = rows.flatMap(({ afterValues, outcome, tracking, ...row }) => {
        if (outcome === 'elsewhere' || outcome === 'refused' || outcome === 'not-sent') return [];
        if (tracking === 'done') return [];
        return [{ ...row, outcome, tracking, after: readValues(afterValues) }];
      });
      return { snapshots: new Map(snapshots), changes };
    },

    /**
     * Stores new snapshots, group by group. A group that another gateway has updated since it was loaded is skipped, so
     * that each change is detected once. If a customer has too many groups, the groups seen least recently are removed.
     *
     * @returns how many were removed
     */
    accept: (time: ListTime, snapshots: readonly NewGroupSnapshot[]): Promise<number> =>
      database.transaction(async (db) => {
        if (!(await holdsFence(db, database.kind, time.fence))) return 0;
        for (const snapshot of snapshots) {
          // oxlint-disable-next-line no-await-in-loop -- one connection does one thing at a time
          if (!(await takeOver(db, time, snapshot))) continue;
          // oxlint-disable-next-line no-await-in-loop -- as above
          await writeChanges(db, time, snapshot);
        }
        const hasNew = snapshots.some(({ revision }) => revision === null);
        return hasNew ? forgetOldest(db, time.customerId) : 0;
      }),

    /** Records that these groups, all with the same revision, were listed with unchanged values. */
    confirm: (
      { customerId, askedAt, answeredAt, fence }: ListTime,
      revision: number,
      groupIds: readonly string[],
    ): Promise<void> =>
      database.transaction(async (db) => {
        if (!(await holdsFence(db, database.kind, fence))) return;
        await db
          .updateTable('groupsSeen')
          .set({ askedAt, answeredAt })
          .where('customerId', '=', customerId)
          .where('groupId', 'in', padded(groupIds))
          .where('revision', '=', revision)
          .where(sql<boolean>`answered_at not between ${askedAt} and ${answeredAt + setBackMs}`)
          .execute();
      }),

    /** Removes some groups that no list has shown for a long time. @returns how many were removed */
    removeOld: () =>
      removeSome(database, {
        table: 'groupsSeen',
        where: sql`answered_at < ${historySince(database, limits)}`,
        age: 'answeredAt',
      }),
  };
}

async function forgetOldest(db: Transaction<Tables>, customerId: string): Promise<number> {
  const { rows } = await sql`delete from groups_seen
    where customer_id = ${customerId} and group_id in (select group_id from groups_seen
      where customer_id = ${customerId} order by answered_at desc, group_id
      limit 1000000 offset ${maxGroupsOfCustomer})
    returning 1`.execute(db);
  return rows.length;
}

/** @returns false if another gateway was first */
async function takeOver(
  db: Transaction<Tables>,
  { customerId, askedAt, answeredAt }: ListTime,
  { groupId, values, revision }: NewGroupSnapshot,
): Promise<boolean> {
  const listed = { listedValues: JSON.stringify(values), askedAt, answeredAt };
  if (revision === null) {
    const inserted = await db
      .insertInto('groupsSeen')
      .values({ customerId, groupId, ...listed, revision: 1 })
      .onConflict((conflict) => conflict.columns(['customerId', 'groupId']).doNothing())
      .executeTakeFirstOrThrow();
    return inserted.numInsertedOrUpdatedRows === 1n;
  }
  const updated = await db
    .updateTable('groupsSeen')
    .set({ ...listed, revision: revision + 1 })
    .where('customerId', '=', customerId)
    .where('groupId', '=', groupId)
    .where('revision', '=', revision)
    .where(sql<boolean>`answered_at not between ${askedAt} and ${answeredAt + setBackMs}`)
    .executeTakeFirstOrThrow();
  return updated.numUpdatedRows === 1n;
}

/** Writes the results of checking recorded changes, and any change made elsewhere. */
async function writeChanges(
  db: Transaction<Tables>,
  { customerId, answeredAt }: ListTime,
  { groupId, values, updates, elsewhere, listed }: NewGroupSnapshot,
): Promise<void> {
  const seen = writeValues(values);
  for (const { id, tracking, check } of updates) {
    const checked =
      check === undefined ? {} : { checkResult: check, checkAt: answeredAt, checkSeen: seen };
    // oxlint-disable-next-line no-await-in-loop -- one connection does one thing at a time
    await db
      .updateTable('groupChanges')
      .set({ tracking, ...checked })
      .where('id', '=', id)
      .where('tracking', '<>', 'done')
      .execute();
  }
  if (!elsewhere) return;
  const { since, before, beforeAt, after } = elsewhere;
  await db
    .insertInto('groupChanges')
    .values({
      id: newId(),
      customerId,
      groupId,
      groupName: nameOf(listed),
      searchName: searchName(before, after),
      recordedAt: answeredAt,
      since,
      beforeValues: writeValues(before),
      beforeAt,
      afterValues: writeValues(after),
      outcome: 'elsewhere',
      answeredAt,
      tracking: 'done',
      isShown: 1,
    })
    .execute();
}

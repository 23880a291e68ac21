import { sql, type Transaction } from 'kysely';

import type { GroupValues } from '#contract/groupValues.ts';
import type { CheckResult } from '#contract/saveOutcome.ts';

import type { Database } from '../db/database.ts';
import { type HistoryLimits, historySince } from '../db/historyLimits.ts';
import { type ListedValues, readValues, searchName, writeValues } from '../db/storedValues.ts';
import type { ChangeTracking, Tables } from '../db/tables.ts';
import { isInList } from '../inventory/groupLocks.ts';
import { historySweepSize, nameOf } from './groupChanges.ts';

/** The newest snapshot of a group that counts. */
export interface GroupSnapshot {
  readonly values: ListedValues;
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly revision: number;
}

/** A change of a group that later lists are compared with. */
export interface TrackedChange {
  readonly id: string;
  readonly groupId: string;
  /** Before it was sent. */
  readonly recordedAt: number;
  /** Null while no outcome is known. */
  readonly answeredAt: number | null;
  /** A PUT that is being sent, or whose gateway has died, may have been done, like an unknown one. */
  readonly outcome: 'sending' | 'saved' | 'unknown';
  readonly tracking: Exclude<ChangeTracking, 'done'>;
  readonly checkResult: CheckResult | null;
  readonly after: GroupValues;
}

/** What is known about some of a customer's groups. */
export interface KnownGroups {
  readonly snapshots: ReadonlyMap<string, GroupSnapshot>;
  readonly changes: readonly TrackedChange[];
}

/** A new snapshot of a group from a list. */
export interface NewGroupSnapshot {
  readonly groupId: string;
  readonly values: ListedValues;
  /** Revision of the snapshot it was compared with; null without one. */
  readonly revision: number | null;
  readonly checks: readonly {
    readonly id: string;
    readonly tracking: ChangeTracking;
    readonly check: CheckResult | undefined;
  }[];
  readonly elsewhere:
    | {
        readonly id: string;
        readonly since: number;
        readonly beforeAt: number;
        readonly before: GroupValues;
        readonly after: GroupValues;
        /** The list before it. */
        readonly listed: GroupValues;
      }
    | undefined;
}

export interface GroupSnapshots {
  load(customerId: string, groupIds: readonly string[]): Promise<KnownGroups>;
  /**
   * Stores new snapshots, group by group. A group that another gateway has updated since it was loaded is left
   * out, so that each change is detected once. If a customer has too many groups, those that no list has shown
   * for longest are removed.
   *
   * @returns how many were removed
   */
  accept(given: {
    readonly customerId: string;
    readonly askedAt: number;
    readonly answeredAt: number;
    readonly snapshots: readonly NewGroupSnapshot[];
  }): Promise<number>;
  /** Notes that these groups were listed with the same values; all of one revision. */
  confirm(given: {
    readonly customerId: string;
    readonly askedAt: number;
    readonly answeredAt: number;
    readonly groupIds: readonly string[];
    readonly revision: number;
  }): Promise<void>;
  /** Removes some groups that no list has shown for long. @returns how many */
  removeOld(): Promise<number>;
}

const confirmStep = 50;

/** A single list counts for at most 2,000 of them. */
export const maxGroupsOfCustomer = 5000;

export function createGroupSnapshots(database: Database, limits: HistoryLimits): GroupSnapshots {
  return {
    async load(customerId, groupIds) {
      const isListed = isInList(database.kind, sql.ref('groupId'), groupIds);
      const seen = await database.run((db) =>
        db
          .selectFrom('groupsSeen')
          .select(['groupId', 'listedValues', 'askedAt', 'answeredAt', 'revision'])
          .where('customerId', '=', customerId)
          .where(isListed)
          .execute(),
      );
      // Read after the snapshots: what another gateway records later was sent after this list was answered.
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

    accept: ({ customerId, askedAt, answeredAt, snapshots }) =>
      database.transaction(async (db) => {
        for (const snapshot of snapshots) {
          const time = { customerId, askedAt, answeredAt };
          // oxlint-disable-next-line no-await-in-loop -- one connection does one thing at a time
          if (!(await takeOver(db, time, snapshot))) continue;
          // oxlint-disable-next-line no-await-in-loop -- as above
          await writeChanges(db, time, snapshot);
        }
        const hasNew = snapshots.some(({ revision }) => revision === null);
        return hasNew ? forgetOldest(db, customerId) : 0;
      }),

    async confirm({ customerId, askedAt, answeredAt, groupIds, revision }) {
      // Pads to a few sizes, so that few statements are kept prepared.
      const size = Math.ceil(groupIds.length / confirmStep) * confirmStep;
      const padded = Array.from({ length: size }, (_, at) => groupIds[at] ?? groupIds[0] ?? '');
      await database.run((db) =>
        db
          .updateTable('groupsSeen')
          .set({ askedAt, answeredAt })
          .where('customerId', '=', customerId)
          .where('groupId', 'in', padded)
          .where('revision', '=', revision)
          .where('answeredAt', '<', askedAt)
          .execute(),
      );
    },

    async removeOld() {
      const old = database.run((db) =>
        db
          .deleteFrom('groupsSeen')
          .where(({ eb, refTuple, selectFrom }) =>
            eb(
              refTuple('customerId', 'groupId'),
              'in',
              selectFrom('groupsSeen')
                .select(['customerId', 'groupId'])
                .where('answeredAt', '<', historySince(database, limits))
                .orderBy('answeredAt')
                .limit(historySweepSize)
                .$asTuple('customerId', 'groupId'),
            ),
          )
          .executeTakeFirstOrThrow(),
      );
      return Number((await old).numDeletedRows);
    },
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

interface ListTime {
  readonly customerId: string;
  readonly askedAt: number;
  readonly answeredAt: number;
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
    .where('answeredAt', '<', askedAt)
    .executeTakeFirstOrThrow();
  return updated.numUpdatedRows === 1n;
}

/** The checks of recorded changes, and one that was made elsewhere. */
async function writeChanges(
  db: Transaction<Tables>,
  { customerId, answeredAt }: ListTime,
  { groupId, values, checks, elsewhere }: NewGroupSnapshot,
): Promise<void> {
  const seen = writeValues(values);
  for (const { id, tracking, check } of checks) {
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
  const { id, since, before, beforeAt, after } = elsewhere;
  await db
    .insertInto('groupChanges')
    .values({
      id,
      customerId,
      groupId,
      groupName: nameOf(elsewhere.listed),
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

import { type RawBuilder, sql } from 'kysely';

import { isImeiPrefix } from '#identifiers/imei.ts';

import { type HistoryLimits, historySince } from '../db/historyLimits.ts';
import type { RecordReader } from '../db/recordReads.ts';
import { readValues } from '../db/storedValues.ts';
import { listEnd, maxListedGroups } from '../history/listedGroups.ts';

/** A group, as shown by lists of groups. */
export interface SeenGroup {
  readonly groupId: string;
  readonly name: string | undefined;
  /** Undefined if no list carried the field. */
  readonly isLocked: boolean | undefined;
  readonly prefix: string | undefined;
  readonly seenAt: number;
}

/** A customer's groups, and when the newest list of them that is stored completely was received; 0 if there is none. */
export interface SeenGroups {
  readonly groups: readonly SeenGroup[];
  readonly listedAt: number;
  /** Groups that the newest list contains, or may contain although it does not count for them. */
  readonly listedIds: ReadonlySet<string>;
}

/** How often the gateway records that a group is still unchanged; see `confirmEveryMs` in changeDetector.ts. */
const confirmedWithinMs = 10_000;

/** Omits groups that no list has shown for a long time. */
export async function readGroups(
  { run, now, isWanted }: RecordReader,
  customerId: string,
  limits: HistoryLimits,
): Promise<SeenGroups> {
  const rows = await run((db) =>
    db
      .selectFrom('groupsSeen')
      .select(['groupId', 'listedValues', 'askedAt', 'answeredAt'])
      .where('customerId', '=', customerId)
      .where(isWanted)
      .where('answeredAt', '>', historySince({ now }, limits))
      .execute(),
  );
  // While a newer list is being stored, the groups that it has not reached yet are still those of this one.
  const newest = rows.find(({ groupId }) => groupId === listEnd.groupId);
  const { askedAt = 0, answeredAt: listedAt = 0 } = newest ?? {};
  // The list counts neither for these, nor for groups whose own last list may be newer.
  const changing = await run((db) =>
    db
      .selectFrom('groupChanges')
      .select('groupId')
      .where('customerId', '=', customerId)
      .where(isWanted)
      .where('recordedAt', '>=', askedAt - limits.maxPutMs)
      .where('recordedAt', '<=', listedAt)
      .where(({ eb, or }) => or([eb('answeredAt', 'is', null), eb('answeredAt', '>=', askedAt)]))
      .execute(),
  );
  const listedSince = Math.min(askedAt, listedAt - confirmedWithinMs);
  const listed = rows.filter((row) => row !== newest && row.answeredAt >= listedSince);
  const listedIds = new Set([...listed, ...changing].map(({ groupId }) => groupId));
  const groups = rows.map(({ groupId, listedValues, answeredAt }) => {
    const { ThingsGroupName, LockMasterImei, IMEIPrefix } = readValues(listedValues);
    return {
      groupId,
      name: ThingsGroupName,
      isLocked: LockMasterImei,
      prefix: IMEIPrefix,
      seenAt: answeredAt,
    };
  });
  return { groups, listedAt, listedIds };
}

/** The prefix of a lock that is known to be on; undefined if the lock is off or unknown. */
export function activePrefix({ isLocked, prefix }: SeenGroup): string | undefined {
  return isLocked === true && prefix !== undefined && isImeiPrefix(prefix) ? prefix : undefined;
}

/**
 * Whether a SIM `t` has no service to lose, as `assessLock` in the console's preview decides. Most states are shorter,
 * and comparing the length takes a fraction of the time.
 */
export const isSuspended = sql<boolean>`(length(coalesce(t.state, '')) > 8 and upper(trim(t.state)) = 'SUSPENDED')`;

/**
 * Whether the device of a SIM `t`, if it has one, is inside a prefix: agrees with `isInsidePrefix` in
 * src/identifiers/imei.ts.
 *
 * @param isPrefix compares as many of the device's leading digits as the prefix has
 */
export function isInside(
  length: number,
  isPrefix: (start: RawBuilder<unknown>) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const isStart = isPrefix(sql`substr(t.last_imei, 1, ${sql.lit(length)})`);
  return length > 14 ? sql`(length(t.last_imei) = 15 and ${isStart})` : isStart;
}

/** Null if too little is known. */
type Answer = boolean | null;

/**
 * Conditions on the group of a SIM `t`, and on its device and state where they depend on the group. What is true of most
 * SIMs is checked first, because each search in a set takes time.
 *
 * They use sets passed along with the statement, because joining the groups is many times slower in SQLite, and in
 * PostgreSQL without statistics.
 */
export function groupConditions(kind: RecordReader['kind'], seen: SeenGroups) {
  const { groups, listedAt, listedIds } = seen;
  const isOf = (groupIds: Iterable<string>) => isInList(kind, sql`t.group_id`, [...groupIds]);
  const isIn = (filter: (group: SeenGroup) => boolean) =>
    isOf(groups.filter(filter).map(({ groupId }) => groupId));
  const locked = groups.flatMap((group) => {
    const prefix = activePrefix(group);
    return prefix === undefined ? [] : [{ groupId: group.groupId, prefix }];
  });
  // Handles all prefixes of the same length at once.
  const inside = [...Map.groupBy(locked, ({ prefix }) => prefix.length)].map(([length, some]) =>
    isInside(length, (start) =>
      isInList(
        kind,
        sql`t.group_id || ':' || ${start}`,
        some.map(({ groupId, prefix }) => `${groupId}:${prefix}`),
      ),
    ),
  );
  const isInsideLock = sql`t.imei <> '' and (${sql.join([sql`1 = 0`, ...inside], sql` or `)})`;
  // A group may be newer than the newest list of groups, or come after those that count in it.
  const isOlder = sql`t.group_id is not null and t.answered_at <= ${listedAt}`;
  const isMissing = sql`${isIn(({ groupId }) => !listedIds.has(groupId))} or ${isOlder}`;
  const isWhole = listedIds.size < maxListedGroups;
  return {
    mayLose: sql<Answer>`case when ${isInsideLock} then ${sql.lit(false)}
      when ${isIn(({ isLocked }) => isLocked === false)} then ${sql.lit(false)}
      when ${isIn((group) => activePrefix(group) !== undefined)} then not ${isSuspended} end`,
    isUnlisted: sql<Answer>`case when ${isOf(listedIds)} then ${sql.lit(false)}
      when ${isWhole ? isMissing : sql.lit(false)} then ${sql.lit(true)} end`,
  };
}

/** In this form, both engines build a set from the values once, even without statistics about the rows. */
export function isInList(
  kind: RecordReader['kind'],
  expression: RawBuilder<unknown>,
  texts: readonly string[],
): RawBuilder<boolean> {
  return kind === 'sqlite'
    ? sql`${expression} in (select value from json_each(${JSON.stringify(texts)}))`
    : sql`${expression} = any(cast(${texts} as text[]))`;
}

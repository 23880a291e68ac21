import { groupFieldKeys, type GroupFieldKey, keysWhere } from '#contract/groupFields.ts';
import { diffGroup, type GroupValues, pickFields, updateKeys } from '#contract/groupValues.ts';
import { type CheckResult, checkOf } from '#contract/saveOutcome.ts';

import { setBackMs } from '../db/historyLimits.ts';
import type { ChangeTracking } from '../db/tables.ts';

/** The service created a list between these two times, in milliseconds on the database's clock. */
export interface SnapshotTime {
  readonly askedAt: number;
  readonly answeredAt: number;
  /** When a stored list was loaded; by default when the list that it is compared with was answered. */
  readonly now?: number;
}

/** Whether a list may be older than the last list that counted, unless the clock was set back since that one. */
export const mayBeOlder = (time: SnapshotTime, base: SnapshotTime | undefined): boolean =>
  base !== undefined &&
  time.askedAt <= base.answeredAt &&
  base.answeredAt <= (base.now ?? time.answeredAt) + setBackMs;

/** A PUT to a group that may still explain the contents of a list. */
export interface TrackedPut {
  readonly id: string;
  /** When the PUT was recorded, before it was sent. */
  readonly recordedAt: number;
  /** Null while no outcome is known. */
  readonly answeredAt: number | null;
  /** A PUT without an outcome (in progress, or its gateway died) counts as unknown: it may have been applied. */
  readonly outcome: 'sending' | 'saved' | 'unknown';
  readonly tracking: Exclude<ChangeTracking, 'done'>;
  readonly checkResult: CheckResult | null;
  readonly after: GroupValues;
}

export interface PutUpdate {
  readonly id: string;
  readonly tracking: ChangeTracking;
  /** Undefined if the check's result stays the same. */
  readonly check: CheckResult | undefined;
}

/** A change that no recorded PUT explains. It happened between `since` and the snapshot's response. */
export interface ElsewhereChange {
  /** When the previous list was requested, because its contents may be older than its response. */
  readonly since: number;
  /** When that list arrived, or the response to a PUT that replaced the list's values. */
  readonly beforeAt: number;
  readonly before: GroupValues;
  readonly after: GroupValues;
}

export interface Difference {
  readonly updates: readonly PutUpdate[];
  readonly elsewhere: ElsewhereChange | undefined;
}

/** How long lists may lag behind a PUT, and how long a PUT with a lost response may still take effect. */
export const settlingMs = 5 * 60_000;

/**
 * Compares a snapshot of a group with the last snapshot that counted and the PUTs since then.
 *
 * A PUT replaces all of its fields, so the service holds the values of the previous snapshot or of one of the PUTs;
 * once enough time has passed, those of the last saved PUT. Any other value was set elsewhere.
 *
 * @param given.base the last snapshot that counted; undefined if no list has shown the group
 * @param given.puts tracked PUTs to this group
 * @param given.maxPutMs how long a PUT without an outcome may be in progress after its row was written
 * @returns undefined if the snapshot does not count: it may be older than the last snapshot, or overlap a PUT
 */
export function diffSnapshot(given: {
  readonly base: (SnapshotTime & { readonly values: GroupValues }) | undefined;
  readonly puts: readonly TrackedPut[];
  readonly time: SnapshotTime;
  readonly seen: GroupValues;
  readonly maxPutMs: number;
}): Difference | undefined {
  const { base, time, seen } = given;
  if (mayBeOlder(time, base)) return undefined;
  const endOf = (put: TrackedPut) => put.answeredAt ?? put.recordedAt + given.maxPutMs;
  // A PUT that was recorded after the response was also sent after it, unless the clock was set back in between.
  const puts = given.puts.filter(
    ({ recordedAt }) => recordedAt <= time.answeredAt || recordedAt > time.answeredAt + setBackMs,
  );
  if (puts.some((put) => endOf(put) >= time.askedAt)) return undefined;

  const hasSettled = (put: TrackedPut) => endOf(put) + settlingMs < time.askedAt;
  const lastEffectOf = (put: TrackedPut) => endOf(put) + (put.outcome === 'saved' ? 0 : settlingMs);
  const span = { base, puts, seen, hasSettled, lastEffectOf };
  const { explaining, isUnchanged, elsewhere } = explain(span);

  const updates = puts.map((put): PutUpdate => {
    const isReplaced = explaining.some(
      (other) => other !== put && lastEffectOf(other) >= put.recordedAt,
    );
    const found = checkOf(put.after, seen);
    const result = found === 'different' && isReplaced ? 'not-confirmable' : found;
    const check = checkToWrite(put, result);
    // The list can only show this PUT, or a change sent after this PUT ended.
    const isPast =
      !isUnchanged &&
      explaining.length > 0 &&
      explaining.every((other) =>
        other === put
          ? result === 'confirmed' && explaining.length === 1
          : lastEffectOf(put) < other.recordedAt,
      );
    if (hasSettled(put) || isPast) return { id: put.id, tracking: 'done', check };
    // The list lags behind this PUT, so it must appear later.
    const isOvertaken =
      !isUnchanged &&
      explaining.length > 0 &&
      explaining.every((other) => lastEffectOf(other) < put.recordedAt);
    if (isOvertaken && put.outcome === 'saved') return { id: put.id, tracking: 'open', check };
    if (isReplaced || (explaining.length === 0 && !isUnchanged))
      return { id: put.id, tracking: 'contested', check };
    return { id: put.id, tracking: put.tracking, check };
  });
  return {
    updates: updates.filter(
      ({ tracking, check }, at) => check !== undefined || tracking !== puts[at]?.tracking,
    ),
    elsewhere,
  };
}

/** Finds the PUTs that the snapshot may show, and the values set elsewhere since then. */
function explain(given: {
  readonly base: (SnapshotTime & { readonly values: GroupValues }) | undefined;
  readonly puts: readonly TrackedPut[];
  readonly seen: GroupValues;
  readonly hasSettled: (put: TrackedPut) => boolean;
  readonly lastEffectOf: (put: TrackedPut) => number;
}): {
  readonly explaining: readonly TrackedPut[];
  /** Whether the values may be those of the previous snapshot: nothing has changed, or the list lags behind. */
  readonly isUnchanged: boolean;
  readonly elsewhere: ElsewhereChange | undefined;
} {
  const { base, seen, hasSettled, lastEffectOf } = given;
  const puts = given.puts.toSorted((a, b) => a.recordedAt - b.recordedAt);
  const settled = puts.filter((put) => put.outcome === 'saved' && hasSettled(put));
  const lastSettled = settled.at(-1);
  const explaining = puts.filter((put) => {
    // This PUT was certainly replaced, and no list lags that far behind.
    if (lastSettled && lastEffectOf(put) < lastSettled.recordedAt) return false;
    const then = base ? overlay(base.values, put.after) : put.after;
    return fits(then, seen);
  });
  if (!base) return { explaining, isUnchanged: true, elsewhere: undefined };

  const isDue = settled.some(({ tracking }) => tracking === 'open');
  const isUnchanged = !isDue && fits(base.values, seen);
  const isExplained = explaining.length > 0 || isUnchanged;
  if (isExplained && fits(base.values, seen, keysWhere({ role: 'listed' }))) {
    return { explaining, isUnchanged, elsewhere: undefined };
  }
  const last = isExplained
    ? undefined
    : puts.findLast(({ outcome, tracking }) => outcome === 'saved' && tracking === 'open');
  const expected = overlay(base.values, isExplained ? seen : (last?.after ?? {}));
  const { same, different } = diffGroup(base.values, seen, groupFieldKeys);
  const both = [...same, ...different];
  const elsewhere = {
    since: last?.recordedAt ?? base.askedAt,
    beforeAt: last?.answeredAt ?? base.answeredAt,
    before: pickFields(expected, both),
    after: pickFields(seen, both),
  };
  return { explaining, isUnchanged, elsewhere };
}

/** The first result is final, unless a later list confirms the values sent. */
function checkToWrite({ checkResult }: TrackedPut, result: CheckResult): CheckResult | undefined {
  if (checkResult === null) return result;
  return result === 'confirmed' && checkResult !== 'confirmed' ? result : undefined;
}

/** False if any field that both have is certain to differ. */
function fits(
  one: GroupValues,
  other: GroupValues,
  keys: readonly GroupFieldKey[] = updateKeys,
): boolean {
  return diffGroup(one, other, keys).different.length === 0;
}

/** The values as changed by the PUT, which replaces every field that both have. */
function overlay(values: GroupValues, update: GroupValues): GroupValues {
  const { same, different } = diffGroup(values, update, updateKeys);
  return { ...values, ...pickFields(update, [...same, ...different]) };
}

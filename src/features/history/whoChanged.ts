import { diffGroup, isAlike, updateKeys } from '#api/groupFields.ts';
import type { GroupSnapshot } from '#api/groupSettings.ts';
import type { GroupChange } from '#api/history.ts';
import { span, timeNear } from '#lib/span.ts';

/**
 * The recorded changes that explain the difference between two snapshots of a group, newest first: for each setting,
 * the latest change to its current value. Empty if the history explains nothing.
 *
 * @param changes all recorded changes to this group, newest first
 * @param was the snapshot that was read or sent
 * @param now the service's current values
 * @param aheadMs how far the browser's clock, by which the snapshot was read, is ahead of the one of the changes
 */
export function whoChanged(
  changes: readonly GroupChange[],
  was: GroupSnapshot,
  now: GroupSnapshot,
  aheadMs: number,
): readonly GroupChange[] {
  const { readAt } = was;
  if (readAt === undefined) return [];
  const since = changes.filter((change) => change.at >= readAt - aheadMs && wasStored(change));
  const { different } = diffGroup(was, now, updateKeys);
  // Only the modification date differs: the same values were stored again, or an unreported setting changed.
  if (different.length === 0) {
    return since
      .filter(({ after }) => diffGroup(after, now, updateKeys).different.length === 0)
      .slice(0, 1);
  }
  const found = different.flatMap(
    (key) =>
      since.find(
        ({ before, after }) => isAlike(after, now, [key]) && !isAlike(before, now, [key]),
      ) ?? [],
  );
  return since.filter((change) => found.includes(change));
}

/** Whether the change is known to have been stored. */
function wasStored({ outcome }: GroupChange): boolean {
  return outcome === 'saved' || outcome === 'elsewhere';
}

/** For example "Changed by anna at 10:12." */
export function changedByWords(change: GroupChange, reference: number): string {
  const { username, at } = change;
  return username === null
    ? `Changed outside this console ${span(change, reference)}.`
    : `Changed by ${username} at ${timeNear(at, reference)}.`;
}

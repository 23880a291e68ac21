import type { ApiError } from '#api/errors.ts';
import {
  diffGroup,
  groupFields,
  isAlike,
  pickFields,
  updateKeys,
  type ThingsGroupUpdate,
} from '#api/groupFields.ts';
import type { GroupSettings, GroupSnapshot } from '#api/groupSettings.ts';
import { checkOf, type SaveOutcome } from '#api/saveOutcome.ts';

/**
 * The outcome of a change that was sent and not refused, based on one read of the group.
 *
 * @param seen.after the service's current values
 * @param seen.error why no response confirms that the change was stored; undefined if one does
 */
export function judgeSave(seen: {
  readonly before: GroupSnapshot;
  readonly after: GroupSnapshot | 'gone' | 'failed';
  readonly sent: ThingsGroupUpdate;
  readonly error?: ApiError | undefined;
}): SaveOutcome {
  const { before, after, sent, error } = seen;
  if (after === 'failed') return { outcome: error ? 'unknown' : 'saved', error };
  if (after === 'gone') return { outcome: error ? 'unknown' : 'saved', check: 'gone', error };
  const check = checkOf(sent, after);
  const isShown = check === 'confirmed' || (check !== 'different' && hasTrace(before, after, sent));
  if (!error || isShown) return { outcome: 'saved', check, stored: after, error };
  // Unreported values may have changed, and a new date can come from another user's change.
  const isUntouched =
    isAlike(before, after, updateKeys) && before.DateModified === after.DateModified;
  return {
    outcome: check === 'different' ? 'not-seen' : 'unknown',
    check: isUntouched ? 'as-before' : check,
    stored: after,
    error,
  };
}

/** Whether a sent value is stored now and was not before. */
function hasTrace(before: GroupSnapshot, after: GroupSnapshot, sent: ThingsGroupUpdate): boolean {
  const { different } = diffGroup(before, sent, updateKeys);
  return diffGroup(after, sent, different).same.length > 0;
}

/**
 * The values expected after an accepted save that could not be read back. A lock or prefix that was never reported
 * stays unreported. The modification date is unknown, so the next save checks again.
 */
export function expectedSnapshot(baseline: GroupSnapshot, choice: GroupSettings): GroupSnapshot {
  const reported = updateKeys.filter(
    (key) => baseline[key] !== undefined || !groupFields[key].mayBeUnlisted,
  );
  return pickFields({ ...baseline, ...choice }, reported);
}

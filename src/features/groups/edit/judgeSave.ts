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
 * The outcome of a change that was sent and not refused, by one read of the group.
 *
 * @param seen.after what the service has now
 * @param seen.error why no answer says that the change was stored; undefined if one does
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
  // What is not reported may have changed, and a new date alone can come from somebody else's change.
  const isUntouched =
    isAlike(before, after, updateKeys) && before.DateModified === after.DateModified;
  return {
    outcome: check === 'different' ? 'not-seen' : 'unknown',
    check: isUntouched ? 'as-before' : check,
    stored: after,
    error,
  };
}

/** Whether a value that was sent is there now and was not before. */
function hasTrace(before: GroupSnapshot, after: GroupSnapshot, sent: ThingsGroupUpdate): boolean {
  const { different } = diffGroup(before, sent, updateKeys);
  return diffGroup(after, sent, different).same.length > 0;
}

/**
 * What the service should have after it accepted a save and could not be read. A lock or prefix that it
 * never reported stays not reported; the date of the change is not known, so the next save looks twice.
 */
export function expectedSnapshot(baseline: GroupSnapshot, choice: GroupSettings): GroupSnapshot {
  const reported = updateKeys.filter(
    (key) => baseline[key] !== undefined || !groupFields[key].mayBeUnlisted,
  );
  return pickFields({ ...baseline, ...choice }, reported);
}

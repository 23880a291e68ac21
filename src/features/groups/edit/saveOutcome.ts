import type { ApiError } from '#api/errors.ts';
import {
  diffGroup,
  groupFields,
  isAlike,
  pickFields,
  updateKeys,
  type ThingsGroupUpdate,
} from '#api/groupFields.ts';
import { notReported, type GroupChoice, type GroupSnapshot } from '#api/groupSettings.ts';

/** What reading the group again showed after the service had accepted a change. */
export type Confirmation =
  | 'saved'
  /** All that is reported fits, but not all that was sent is reported. */
  | 'unconfirmed'
  | 'different'
  /** The group is no longer in the list. */
  | 'goneAfter'
  | 'otherGroup'
  | 'notReRead';

/** How a save ended; a refusal by the service is thrown as its ApiError. */
export type SaveOutcome =
  /** Nothing was sent: the group is no longer in the list. */
  | { readonly kind: 'gone' }
  /** Nothing was sent: it was cancelled. */
  | { readonly kind: 'cancelled' }
  /**
   * What is stored is not what the user saw when they decided. Nothing was sent, unless there is an error:
   * the service refused it as a conflict, or did not answer and now has neither the old nor the new values.
   */
  | { readonly kind: 'changed'; readonly stored: GroupSnapshot; readonly error?: ApiError }
  /** Nothing was sent: only the date of the last change differs. */
  | { readonly kind: 'touched'; readonly stored: GroupSnapshot }
  /** Sent and accepted; `result` says what reading it again showed, `stored` what that was. */
  | {
      readonly kind: 'accepted';
      readonly result: Confirmation;
      readonly stored?: GroupSnapshot | undefined;
    }
  /** Sent, no answer came back, and reading the group again shows it as it was. */
  | { readonly kind: 'notSaved'; readonly error: ApiError }
  /**
   * Sent, no answer came back, and whether it was stored is not known: the group could not be read again,
   * is no longer listed, or does not report enough, with or without another date of change.
   */
  | { readonly kind: 'unknown'; readonly error: ApiError; readonly why: 'notRead' | 'gone' }
  | {
      readonly kind: 'unknown';
      readonly error: ApiError;
      readonly why: 'notReported' | 'touched';
      readonly stored: GroupSnapshot;
    };

/**
 * How a save ended that the service accepted.
 *
 * @param after what the service has now
 */
export function confirmation(
  after: GroupSnapshot | 'gone' | 'failed',
  sent: ThingsGroupUpdate,
): Extract<SaveOutcome, { kind: 'accepted' }> {
  if (after === 'failed') return { kind: 'accepted', result: 'notReRead' };
  if (after === 'gone') return { kind: 'accepted', result: 'goneAfter' };
  if (!fits(after, sent)) return { kind: 'accepted', result: 'different', stored: after };
  const result = notReported(after).length === 0 ? 'saved' : 'unconfirmed';
  return { kind: 'accepted', result, stored: after };
}

/** What one look at the group says about a change that was not answered. */
export function settlement(seen: {
  readonly before: GroupSnapshot;
  readonly after: GroupSnapshot | 'gone' | 'failed';
  readonly sent: ThingsGroupUpdate;
  readonly error: ApiError;
}): SaveOutcome {
  const { before, after, sent, error } = seen;
  if (after === 'failed') return { kind: 'unknown', why: 'notRead', error };
  if (after === 'gone') return { kind: 'unknown', why: 'gone', error };
  const isUntouched =
    isAlike(before, after, updateKeys) && before.DateModified === after.DateModified;
  if (!fits(after, sent)) {
    return isUntouched ? { kind: 'notSaved', error } : { kind: 'changed', stored: after, error };
  }
  if (notReported(after).length === 0) return { kind: 'accepted', result: 'saved', stored: after };
  if (hasTrace(before, after, sent)) {
    return { kind: 'accepted', result: 'unconfirmed', stored: after };
  }
  // What is not reported may have changed, and a new date alone can come from somebody else's change.
  const why = isUntouched ? 'notReported' : 'touched';
  return { kind: 'unknown', why, error, stored: after };
}

/** Whether everything that is reported is what was sent. */
function fits(after: GroupSnapshot, sent: ThingsGroupUpdate): boolean {
  return diffGroup(after, sent, updateKeys).different.length === 0;
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
export function expectedReading(baseline: GroupSnapshot, choice: GroupChoice): GroupSnapshot {
  const reported = updateKeys.filter(
    (key) => baseline[key] !== undefined || !groupFields[key].mayBeUnlisted,
  );
  return pickFields({ ...baseline, ...choice }, reported);
}

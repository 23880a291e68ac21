import type { ApiError } from '#api/errors.ts';

import {
  mapSettings,
  notReported,
  overwritten,
  sameReading,
  settingFields,
  type GroupChoice,
  type GroupReading,
  type GroupSettings,
} from './groupSettings.ts';

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
  | { readonly kind: 'changed'; readonly stored: GroupReading; readonly error?: ApiError }
  /** Nothing was sent: only the date of the last change differs. */
  | { readonly kind: 'touched'; readonly stored: GroupReading }
  /** Sent and accepted; `result` says what reading it again showed, `stored` what that was. */
  | {
      readonly kind: 'accepted';
      readonly result: Confirmation;
      readonly stored?: GroupReading | undefined;
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
      readonly stored: GroupReading;
    };

/** What a PUT stores (API document 4.4): the user's choice, and the profile as it was read before. */
export interface Sent extends GroupChoice {
  readonly profileId: string;
}

/**
 * How a save ended that the service accepted.
 *
 * @param after what the service has now
 */
export function confirmation(after: GroupReading | 'gone' | 'failed', sent: Sent): SaveOutcome {
  if (after === 'failed') return { kind: 'accepted', result: 'notReRead' };
  if (after === 'gone') return { kind: 'accepted', result: 'goneAfter' };
  if (!fits(after, sent)) return { kind: 'accepted', result: 'different', stored: after };
  const result = reportsAll(after) ? 'saved' : 'unconfirmed';
  return { kind: 'accepted', result, stored: after };
}

/**
 * The service confirmed another group (V8).
 *
 * @param after what it has now of the one that was meant
 */
export function otherGroup(after: GroupReading | 'gone' | 'failed'): SaveOutcome {
  const stored = typeof after === 'string' ? undefined : after;
  return { kind: 'accepted', result: 'otherGroup', stored };
}

/** What one look at the group says about a change that was not answered. */
export function settlement(seen: {
  readonly before: GroupReading;
  readonly after: GroupReading | 'gone' | 'failed';
  readonly sent: Sent;
  readonly error: ApiError;
}): SaveOutcome {
  const { before, after, sent, error } = seen;
  if (after === 'failed') return { kind: 'unknown', why: 'notRead', error };
  if (after === 'gone') return { kind: 'unknown', why: 'gone', error };
  const isUntouched = sameReading(before, after) && before.modified === after.modified;
  if (!fits(after, sent)) {
    return isUntouched ? { kind: 'notSaved', error } : { kind: 'changed', stored: after, error };
  }
  if (reportsAll(after)) return { kind: 'accepted', result: 'saved', stored: after };
  if (hasTrace(before, after, sent)) {
    return { kind: 'accepted', result: 'unconfirmed', stored: after };
  }
  // What is not reported may have changed, and a new date alone can come from somebody else's change.
  const why = isUntouched ? 'notReported' : 'touched';
  return { kind: 'unknown', why, error, stored: after };
}

/** Whether everything that is reported is what was sent. */
function fits(after: GroupReading, sent: Sent): boolean {
  return overwritten.every((field) => after[field] === undefined || after[field] === sent[field]);
}

function reportsAll(after: GroupReading): boolean {
  return notReported(after).length === 0;
}

/** Whether a value that was sent is there now and was not before. */
function hasTrace(before: GroupReading, after: GroupReading, sent: Sent): boolean {
  return overwritten.some(
    (field) =>
      before[field] !== undefined && before[field] !== sent[field] && after[field] === sent[field],
  );
}

/**
 * What the service should have after it accepted a save and could not be read. A lock or prefix that it
 * never reported stays not reported; the date of the change is not known, so the next save looks twice.
 */
export function expectedReading(baseline: GroupReading, choice: GroupChoice): GroupReading {
  const settings = mapSettings<GroupSettings>((id) =>
    settingFields[id].decidesService && baseline[id] === undefined ? undefined : choice[id],
  );
  return { ...settings, profileId: baseline.profileId, modified: undefined };
}

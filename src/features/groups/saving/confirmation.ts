import type { ApiError } from '#api/errors.ts';

import { sameSettings, type Baseline, type GroupChoice } from '../editor/groupForm.ts';
import { notReported } from './reported.ts';
import type { SaveOutcome } from './saveOutcome.ts';

/** What a PUT stores (API document 4.4): the person's choice, and the profile as it was read before. */
export interface Sent extends GroupChoice {
  readonly profileId: string;
}

/** @param after what the service has now */
export function confirmation(after: Baseline | 'gone' | 'failed', sent: Sent): SaveOutcome {
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
export function otherGroup(after: Baseline | 'gone' | 'failed'): SaveOutcome {
  const stored = typeof after === 'string' ? undefined : after;
  return { kind: 'accepted', result: 'otherGroup', stored };
}

/** What one look at the group says about a change of which no word came back. */
export function settlement(seen: {
  readonly before: Baseline;
  readonly after: Baseline | 'gone' | 'failed';
  readonly sent: Sent;
  readonly error: ApiError;
}): SaveOutcome {
  const { before, after, sent, error } = seen;
  if (after === 'failed') return { kind: 'unknown', why: 'notRead', error };
  if (after === 'gone') return { kind: 'unknown', why: 'gone', error };
  const isUntouched = sameSettings(before, after) && before.modified === after.modified;
  if (!fits(after, sent)) {
    return isUntouched ? { kind: 'notSaved', error } : { kind: 'changed', stored: after, error };
  }
  if (reportsAll(after)) return { kind: 'accepted', result: 'saved', stored: after };
  if (hasTrace(before, after, sent)) {
    return { kind: 'accepted', result: 'unconfirmed', stored: after };
  }
  // What is hidden may have changed or not, and a date alone can be of another's change.
  const why = isUntouched ? 'notReported' : 'touched';
  return { kind: 'unknown', why, error, stored: after };
}

const fields = ['name', 'profileId', 'prefix', 'lock'] as const;

/** Whether nothing that is reported is another value than was sent. */
function fits(after: Baseline, sent: Sent): boolean {
  return fields.every((field) => after[field] === undefined || after[field] === sent[field]);
}

function reportsAll(after: Baseline): boolean {
  return notReported(after).length === 0;
}

/** Whether a value that was sent is there now and was not before. */
function hasTrace(before: Baseline, after: Baseline, sent: Sent): boolean {
  return fields.some(
    (field) =>
      before[field] !== undefined && before[field] !== sent[field] && after[field] === sent[field],
  );
}

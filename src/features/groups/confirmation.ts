import type { ApiError } from '#api/errors.ts';

import { sameSettings, type Baseline, type GroupChoice } from './groupForm.ts';
import type { SaveOutcome } from './saveGroup.ts';

/** What reading the group again showed after the service had accepted a change. */
export type Confirmation =
  | 'saved'
  /** All that is reported fits, but lock or prefix are not reported. */
  | 'unconfirmed'
  | 'different'
  | 'otherGroup'
  | 'notReRead';

/** @param after what the service has now */
export function confirmation(
  after: Baseline | 'gone' | 'failed',
  choice: GroupChoice,
): Confirmation {
  if (after === 'failed') return 'notReRead';
  if (after === 'gone' || !fits(after, choice)) return 'different';
  return reportsLock(after) ? 'saved' : 'unconfirmed';
}

/** What one look at the group says about a change of which no word came back. */
export function settlement(seen: {
  readonly before: Baseline;
  readonly after: Baseline | 'gone';
  readonly choice: GroupChoice;
  readonly error: ApiError;
}): SaveOutcome {
  const { before, after, choice, error } = seen;
  if (after === 'gone') return { kind: 'gone' };
  const isUntouched = sameSettings(before, after) && before.modified === after.modified;
  if (fits(after, choice)) {
    if (reportsLock(after)) return { kind: 'accepted', result: 'saved' };
    // What is hidden may have changed or not: without any trace of a change nothing can be said.
    return isUntouched ? { kind: 'unknown', error } : { kind: 'accepted', result: 'unconfirmed' };
  }
  return isUntouched ? { kind: 'notSaved', error } : { kind: 'changed', stored: after };
}

function fits({ name, prefix, lock }: Baseline, choice: GroupChoice): boolean {
  return (
    name === choice.name &&
    (prefix === undefined || prefix === choice.prefix) &&
    (lock === undefined || lock === choice.lock)
  );
}

function reportsLock({ prefix, lock }: Baseline): boolean {
  return prefix !== undefined && lock !== undefined;
}

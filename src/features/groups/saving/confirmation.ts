import type { ApiError } from '#api/errors.ts';

import { sameSettings, type Baseline, type GroupChoice } from '../editor/groupForm.ts';
import type { SaveOutcome } from './saveOutcome.ts';

/** @param after what the service has now */
export function confirmation(
  after: Baseline | 'gone' | 'failed',
  choice: GroupChoice,
): SaveOutcome {
  if (after === 'failed') return { kind: 'accepted', result: 'notReRead' };
  if (after === 'gone') return { kind: 'accepted', result: 'different' };
  if (!fits(after, choice)) return { kind: 'accepted', result: 'different', stored: after };
  const result = reportsLock(after) ? 'saved' : 'unconfirmed';
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
  readonly after: Baseline | 'gone';
  readonly choice: GroupChoice;
  readonly error: ApiError;
}): SaveOutcome {
  const { before, after, choice, error } = seen;
  if (after === 'gone') return { kind: 'unknown', error };
  const isUntouched = sameSettings(before, after) && before.modified === after.modified;
  if (fits(after, choice)) {
    if (reportsLock(after)) return { kind: 'accepted', result: 'saved', stored: after };
    // What is hidden may have changed or not: without any trace of a change nothing can be said.
    if (isUntouched) return { kind: 'unknown', error };
    return { kind: 'accepted', result: 'unconfirmed', stored: after };
  }
  return isUntouched ? { kind: 'notSaved', error } : { kind: 'changed', stored: after, error };
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

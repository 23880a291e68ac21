import { ApiError, malformed, orApiError } from '#api/errors.ts';
import { isAlike, updateKeys } from '#api/groupFields.ts';
import type { GroupsApi, ThingsGroupRecord } from '#api/groups.ts';
import { snapshotOf, updateOf, type GroupChoice, type GroupSnapshot } from '#api/groupSettings.ts';
import { type SaveOutcome, wasTaken } from '#api/saveOutcome.ts';
import { sleep, type Clock } from '#lib/clock.ts';

import { judgeSave } from './judgeSave.ts';

/** The values a user decided to store, and the values they saw at that time. */
export interface Decision {
  readonly baseline: GroupSnapshot;
  readonly choice: GroupChoice;
  /** The user knows that the group was touched, so its date is not compared. */
  readonly ignoresDate?: boolean;
}

export interface Save extends Decision {
  readonly groupId: string;
}

/** A pause requested by the service, after which the save continues automatically. */
export interface SaveWait {
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly error: ApiError;
  /** Ends the wait early, once there is no reason left to wait. */
  readonly endEarly: () => void;
}

/** A save's two calls. Each `list` is a new read: an earlier read could miss another user's change. */
export interface SaveCalls extends Pick<GroupsApi, 'list' | 'update'> {
  /** Called with the change that the service accepted. */
  readonly noteSaved?: (groupId: string, choice: GroupChoice) => void;
}

/** The steps that a running save reports. */
export type SaveStep =
  /** The save waits, or continues if `wait` is undefined. */
  | { readonly type: 'waiting'; readonly wait: SaveWait | undefined }
  /** The change is about to be sent and can no longer be cancelled. */
  | { readonly type: 'sent' };

interface SaveOptions {
  readonly clock: Clock;
  /** Cancels the save if the change has not been sent yet; otherwise the save runs to completion. */
  readonly signal: AbortSignal;
  /** Aborted when the user has left, so that the result is not read back; `signal` by default. */
  readonly left?: AbortSignal;
  readonly tell?: (step: SaveStep) => void;
}

/** The call named in the error if reading the group fails. */
export const listCall = { method: 'GET', route: '/thingsgroup/listWithMeasures' };

/** Time for the service to finish its work after its response was lost. */
const settleMs = 1_000;

/**
 * Stores a choice safely: reads the group again just beforehand, stops at any difference, sends the documented keys
 * once, and reads the group back. The service has no versions and the last write wins (API document 2.3, 4.4), so the
 * gap between reading and writing is kept short; it cannot be closed.
 *
 * A 429 means that nothing was done (API document 7): the save waits, then starts again from the read. After any other
 * failure with an unknown outcome nothing is resent; one read of the group settles it.
 */
export async function saveGroup(
  calls: SaveCalls,
  save: Save,
  options: SaveOptions,
): Promise<SaveOutcome> {
  let isWaiting = false;
  // The next attempt may only lead to another wait, so the wait stays on screen until the save gets past it.
  const endWait = () => {
    if (isWaiting) options.tell?.({ type: 'waiting', wait: undefined });
    isWaiting = false;
  };
  async function attemptUntilServed(): Promise<SaveOutcome> {
    const outcome = await attempt(calls, save, options, endWait);
    const { error } = outcome;
    if (error?.kind === 'aborted') return { outcome: 'not-sent', why: 'cancelled' };
    if (error?.kind !== 'rateLimited') return outcome;
    isWaiting = true;
    await waitFor(error, options);
    return options.signal.aborted
      ? { outcome: 'not-sent', why: 'cancelled' }
      : attemptUntilServed();
  }
  const outcome = await attemptUntilServed();
  endWait();
  if (wasTaken(outcome)) calls.noteSaved?.(save.groupId, save.choice);
  return outcome;
}

/** Resolves when the pause ends, early or not, or the save is cancelled. */
async function waitFor(refusal: ApiError, { clock, signal, tell }: SaveOptions): Promise<void> {
  const ms = refusal.retryAfterMs ?? 0;
  const early = new AbortController();
  const wait = { until: clock.now() + ms, error: refusal, endEarly: () => early.abort() };
  tell?.({ type: 'waiting', wait });
  // An aborted sleep rejects; here that only ends the wait.
  await sleep(clock, ms, AbortSignal.any([signal, early.signal])).catch(() => undefined);
}

async function attempt(
  calls: SaveCalls,
  { groupId, baseline, choice, ignoresDate = false }: Save,
  { clock, signal, left = signal, tell }: SaveOptions,
  onRead: () => void,
): Promise<SaveOutcome> {
  const group = await orApiError(readGroup(calls, groupId, signal));
  if (group instanceof ApiError) return { outcome: 'not-sent', why: 'unread', error: group };
  onRead();
  if (signal.aborted) return { outcome: 'not-sent', why: 'cancelled' };
  if (!group) return { outcome: 'not-sent', why: 'gone' };
  const before = snapshotOf(group);
  // Undefined without the profile, which every PUT has to send back.
  const sent = updateOf(choice, before);
  if (!isAlike(before, baseline, updateKeys) || !sent) {
    return { outcome: 'not-sent', why: 'changed', stored: before };
  }
  if (isAlike(before, sent, updateKeys)) return { outcome: 'not-sent', why: 'unchanged' };
  if (!ignoresDate && before.DateModified !== baseline.DateModified) {
    return { outcome: 'not-sent', why: 'touched', stored: before };
  }

  const lookAgain = async () => (left.aborted ? 'failed' : tryToRead(calls, groupId));

  tell?.({ type: 'sent' });
  const answer = await orApiError(calls.update(groupId, sent));
  if (!(answer instanceof ApiError)) {
    const outcome = judgeSave({ before, after: await lookAgain(), sent });
    return answer.sameGroup ? outcome : { ...outcome, check: 'other-group' };
  }
  if (hasUnknownOutcome(answer)) {
    await sleep(clock, settleMs);
    return judgeSave({ before, after: await lookAgain(), sent, error: answer });
  }
  // "Read state, adjust, retry" (API document 7, 409). Without the state there is nothing to choose from.
  const stored = answer.kind === 'conflict' ? await tryToRead(calls, groupId) : undefined;
  return { outcome: 'refused', error: answer, ...(typeof stored === 'object' && { stored }) };
}

/** After a broken connection or a service failure it is unknown whether the change was stored. */
function hasUnknownOutcome({ kind, code }: ApiError): boolean {
  // The gateway sends nothing that it could not record.
  if (code === 'not_recorded') return false;
  return kind === 'network' || kind === 'server' || kind === 'malformed';
}

async function tryToRead(calls: SaveCalls, groupId: string) {
  const group = await orApiError(readGroup(calls, groupId));
  // A failed read is not a failed save.
  if (group instanceof ApiError) return 'failed';
  return group ? snapshotOf(group) : 'gone';
}

async function readGroup(
  calls: SaveCalls,
  groupId: string,
  signal?: AbortSignal,
): Promise<ThingsGroupRecord | undefined> {
  const { groups, unreadable, requestId } = await calls.list(signal && { signal });
  const group = groups.find(({ ThingsGroupId }) => ThingsGroupId === groupId);
  // The group may be among the unreadable records, so it may still exist.
  if (!group && unreadable > 0) throw malformed(listCall, { requestId, status: 200 });
  return group;
}

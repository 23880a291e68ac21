import { ApiError, malformed } from '#api/errors.ts';
import type { GroupsApi, ThingsGroupRecord } from '#api/groups.ts';
import { sleep, type Clock } from '#lib/clock.ts';

import { baselineOf, sameSettings, type Baseline, type GroupChoice } from '../editor/groupForm.ts';
import { confirmation, otherGroup, settlement } from './confirmation.ts';
import type { SaveOutcome } from './saveOutcome.ts';

export interface Save {
  readonly groupId: string;
  /** What the person saw when they decided. */
  readonly baseline: Baseline;
  readonly choice: GroupChoice;
  /** The person knows that the group was touched: only its settings are compared. */
  readonly ignoresDate?: boolean;
}

/** What a save waits for: the service asked to be left alone until then. */
export interface SaveWait {
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly error: ApiError;
  /** Ends the wait now: what it was for has come earlier. */
  readonly goOn: () => void;
}

/** The two calls of a save. Each reading is a new one: one begun earlier would hide what others did. */
export type SaveCalls = Pick<GroupsApi, 'list' | 'update'>;

interface SaveOptions {
  readonly clock: Clock;
  /** Calls the save off as long as nothing is sent; what was sent is seen to its end. */
  readonly signal: AbortSignal;
  /** Told when the change is about to be sent: from now on it cannot be called off. */
  readonly onSend?: () => void;
  /** Told when the save begins to wait, and with nothing when it goes on. */
  readonly onWait: (wait: SaveWait | undefined) => void;
}

/** What errors of reading the group are named after. */
export const listCall = { method: 'GET', route: '/thingsgroup/listWithMeasures' };

/** Time for a service that lost its answer to finish its work. */
const settleMs = 1_000;

/**
 * Stores a choice without harm: reads the group again straight before, stops at any difference, sends
 * the four documented keys once, and reads again to see what was stored. The service has no version
 * and the last write wins (API document 2.3, 4.4), so the moment between reading and writing is kept
 * as short as it can be; it cannot be closed.
 *
 * A 429 means that nothing was done (API document 7): it waits, then begins anew. After any other
 * failure whose outcome is not known nothing is sent again; one look at the group settles it.
 *
 * @throws {ApiError} as the service refused, or when the group could not be read first
 */
export async function saveGroup(
  calls: SaveCalls,
  save: Save,
  options: SaveOptions,
): Promise<SaveOutcome> {
  let isWaiting = false;
  // Asking again may only bring another wait: until it brings more, what is on screen stays.
  const endWait = () => {
    if (isWaiting) options.onWait(undefined);
    isWaiting = false;
  };
  try {
    for (;;) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- a try begins when the wait after the last is over
        return await attempt(calls, save, options, endWait);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.kind === 'aborted') return { kind: 'cancelled' };
        if (error.kind !== 'rateLimited') throw error;
        isWaiting = true;
        // oxlint-disable-next-line no-await-in-loop -- likewise
        if (!(await waitFor(error, options))) return { kind: 'cancelled' };
      }
    }
  } finally {
    endWait();
  }
}

/** @returns false when the person cancelled it */
async function waitFor(error: ApiError, { clock, signal, onWait }: SaveOptions): Promise<boolean> {
  const ms = error.retryAfterMs ?? 0;
  const early = new AbortController();
  onWait({ until: clock.now() + ms, error, goOn: () => early.abort() });
  try {
    await sleep(clock, ms, AbortSignal.any([signal, early.signal]));
  } catch {
    // Cancelled, or there is nothing to wait for any more.
  }
  return !signal.aborted;
}

async function attempt(
  calls: SaveCalls,
  { groupId, baseline, choice, ignoresDate = false }: Save,
  { clock, signal, onSend }: SaveOptions,
  onRead: () => void,
): Promise<SaveOutcome> {
  const group = await readGroup(calls, groupId, signal);
  onRead();
  if (signal.aborted) return { kind: 'cancelled' };
  if (!group) return { kind: 'gone' };
  const before = baselineOf(group);
  // Every save sends the profile back: without it nothing could be sent.
  if (!sameSettings(before, baseline) || before.profileId === undefined) {
    return { kind: 'changed', stored: before };
  }
  if (!ignoresDate && before.modified !== baseline.modified) {
    return { kind: 'touched', stored: before };
  }
  // Whoever called it off is not there any more to ask for what was stored.
  const lookAgain = async () => (signal.aborted ? 'failed' : tryToRead(calls, groupId));

  const sent = { ...choice, profileId: before.profileId };

  onSend?.();
  try {
    const { sameGroup } = await calls.update(groupId, {
      TelephonyProfileId: sent.profileId,
      ThingsGroupName: sent.name,
      IMEIPrefix: sent.prefix,
      LockMasterImei: sent.lock,
    });
    if (!sameGroup) return otherGroup(await lookAgain());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // "Read state, adjust, retry" (API document 7, 409).
    if (error.kind === 'conflict') return await changedBy(error, calls, groupId);
    if (!hasUnknownOutcome(error)) throw error;
    await sleep(clock, settleMs);
    return settlement({ before, after: await lookAgain(), sent, error });
  }
  return confirmation(await lookAgain(), sent);
}

async function changedBy(error: ApiError, calls: SaveCalls, groupId: string): Promise<SaveOutcome> {
  const stored = await tryToRead(calls, groupId);
  // Without a look at what is stored there is nothing to choose from.
  if (stored === 'failed' || stored === 'gone') throw error;
  return { kind: 'changed', stored, error };
}

/** A cut line or a failing service says nothing about whether the work was done. */
function hasUnknownOutcome({ kind }: ApiError): boolean {
  return kind === 'network' || kind === 'server' || kind === 'malformed';
}

async function tryToRead(calls: SaveCalls, groupId: string): Promise<Baseline | 'gone' | 'failed'> {
  try {
    const group = await readGroup(calls, groupId);
    return group ? baselineOf(group) : 'gone';
  } catch (error) {
    // A failure to look must not read as a failure to save.
    if (error instanceof ApiError) return 'failed';
    throw error;
  }
}

async function readGroup(
  calls: SaveCalls,
  groupId: string,
  signal?: AbortSignal,
): Promise<ThingsGroupRecord | undefined> {
  const { groups, unreadable, requestId } = await calls.list(signal && { signal });
  const group = groups.find(({ ThingsGroupId }) => ThingsGroupId === groupId);
  // It may be one of those that could not be read: nothing says that it is gone.
  if (!group && unreadable > 0) throw malformed(listCall, { requestId, status: 200 });
  return group;
}

import { ApiError, malformed } from '#api/errors.ts';
import { isAlike, updateKeys } from '#api/groupFields.ts';
import type { GroupsApi, ThingsGroupRecord } from '#api/groups.ts';
import { snapshotOf, updateOf, type GroupChoice, type GroupSnapshot } from '#api/groupSettings.ts';
import { sleep, type Clock } from '#lib/clock.ts';

import { confirmation, settlement, type SaveOutcome } from './saveOutcome.ts';

/** What a person decided to store, and what they saw when they decided. */
export interface Decision {
  readonly baseline: GroupSnapshot;
  readonly choice: GroupChoice;
  /** The person knows that the group was touched: its date is not compared. */
  readonly ignoresDate?: boolean;
}

export interface Save extends Decision {
  readonly groupId: string;
}

/** A pause that the service asked for; the save goes on by itself when it is over. */
export interface SaveWait {
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly error: ApiError;
  /** Ends the wait early: what it waits for is there. */
  readonly endEarly: () => void;
}

/** The two calls of a save. Each `list` is a new read: one begun earlier could miss a change by others. */
export type SaveCalls = Pick<GroupsApi, 'list' | 'update'>;

interface SaveOptions {
  readonly clock: Clock;
  /** Cancels the save before anything is sent; after that it is followed to its end. */
  readonly signal: AbortSignal;
  /**
   * Aborted when nobody is there any more to see what was stored, which is then not looked up; `signal`
   * where there is none.
   */
  readonly left?: AbortSignal;
  /** Called when the change is about to be sent: from now on it cannot be cancelled. */
  readonly onSend?: () => void;
  /** Called when the save begins to wait, and with undefined when it goes on. */
  readonly onWait: (wait: SaveWait | undefined) => void;
}

/** The call that errors of reading the group name. */
export const listCall = { method: 'GET', route: '/thingsgroup/listWithMeasures' };

/** Time for a service that lost its answer to finish its work. */
const settleMs = 1_000;

/**
 * Stores a choice safely: reads the group again straight before, stops at any difference, sends the
 * documented keys once, and reads again to see what was stored. The service has no version and the last
 * write wins (API document 2.3, 4.4), so the moment between reading and writing is kept short; it cannot
 * be closed.
 *
 * A 429 means that nothing was done (API document 7): it waits, then starts again from the read. After
 * any other failure whose outcome is not known nothing is sent again; one look at the group settles it.
 *
 * @throws {ApiError} when the service refused, or when the group could not be read first
 */
export async function saveGroup(
  calls: SaveCalls,
  save: Save,
  options: SaveOptions,
): Promise<SaveOutcome> {
  let isWaiting = false;
  // The next attempt may only bring another wait: until it gets further, the wait stays on screen.
  const endWait = () => {
    if (isWaiting) options.onWait(undefined);
    isWaiting = false;
  };
  async function attemptUntilServed(): Promise<SaveOutcome> {
    try {
      return await attempt(calls, save, options, endWait);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === 'aborted') return { kind: 'cancelled' };
      if (error.kind !== 'rateLimited') throw error;
      isWaiting = true;
      await waitFor(error, options);
      return options.signal.aborted ? { kind: 'cancelled' } : attemptUntilServed();
    }
  }
  try {
    return await attemptUntilServed();
  } finally {
    endWait();
  }
}

/** Until the pause is over, or ended early, or the save is cancelled. */
async function waitFor(error: ApiError, { clock, signal, onWait }: SaveOptions): Promise<void> {
  const ms = error.retryAfterMs ?? 0;
  const early = new AbortController();
  onWait({ until: clock.now() + ms, error, endEarly: () => early.abort() });
  try {
    await sleep(clock, ms, AbortSignal.any([signal, early.signal]));
  } catch {
    // An aborted sleep rejects; here that is only the end of the wait.
  }
}

async function attempt(
  calls: SaveCalls,
  { groupId, baseline, choice, ignoresDate = false }: Save,
  { clock, signal, left = signal, onSend }: SaveOptions,
  onRead: () => void,
): Promise<SaveOutcome> {
  const group = await readGroup(calls, groupId, signal);
  onRead();
  if (signal.aborted) return { kind: 'cancelled' };
  if (!group) return { kind: 'gone' };
  const before = snapshotOf(group);
  // Undefined without the profile, which every PUT sends back.
  const sent = updateOf(choice, before);
  if (!isAlike(before, baseline, updateKeys) || !sent) {
    return { kind: 'changed', stored: before };
  }
  if (!ignoresDate && before.DateModified !== baseline.DateModified) {
    return { kind: 'touched', stored: before };
  }
  const lookAgain = async () => (left.aborted ? 'failed' : tryToRead(calls, groupId));

  onSend?.();
  try {
    const { sameGroup } = await calls.update(groupId, sent);
    if (!sameGroup) return { ...confirmation(await lookAgain(), sent), result: 'otherGroup' };
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
  // Without a reading of what is stored there is nothing to choose from.
  if (stored === 'failed' || stored === 'gone') throw error;
  return { kind: 'changed', stored, error };
}

/** A broken connection or a failing service does not tell whether the work was done. */
function hasUnknownOutcome({ kind }: ApiError): boolean {
  return kind === 'network' || kind === 'server' || kind === 'malformed';
}

async function tryToRead(
  calls: SaveCalls,
  groupId: string,
): Promise<GroupSnapshot | 'gone' | 'failed'> {
  try {
    const group = await readGroup(calls, groupId);
    return group ? snapshotOf(group) : 'gone';
  } catch (error) {
    // A failure to read is no failure to save.
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
  // It may be among the records that could not be read, so it is not known to be gone.
  if (!group && unreadable > 0) throw malformed(listCall, { requestId, status: 200 });
  return group;
}

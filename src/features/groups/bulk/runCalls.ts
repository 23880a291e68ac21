import { ApiError } from '#api/errors.ts';
import type { ThingsGroupList } from '#api/groups.ts';
import { sleep, type Clock } from '#lib/clock.ts';

import type { SaveCalls } from '../edit/saveGroup.ts';

/** How long, in milliseconds, a list may also serve as the read before the next save, if nothing was sent since. */
const reuseMs = 2_000;

interface RunCallsOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /**
   * Called when a read-back pauses, with the time at which it may continue (in milliseconds since the epoch), and when
   * it continues, with undefined.
   */
  readonly onPause: (until: number | undefined) => void;
  /** Called with the request id of each save that the service accepted. */
  readonly onAnswer: (groupId: string, requestId: string) => void;
}

/**
 * Makes the calls of consecutive saves with as few reads as the rules allow: the list that confirms one save also
 * serves as the read before the next. If the service's rate limit is used up (API document 8.1), an accepted save waits
 * to be confirmed, and nothing else is sent until then.
 */
export function createRunCalls(calls: SaveCalls, options: RunCallsOptions): SaveCalls {
  const { clock, signal, onPause, onAnswer } = options;
  let last: { readonly list: ThingsGroupList; readonly askedAt: number } | undefined;
  let isConfirming = false;

  async function readList(given?: { signal?: AbortSignal }): Promise<ThingsGroupList> {
    const askedAt = clock.now();
    try {
      const list = await calls.list(given);
      last = { list, askedAt };
      return list;
    } catch (error) {
      const isLimited = error instanceof ApiError && error.kind === 'rateLimited';
      // Before a PUT, the save itself waits and then starts over.
      if (!isLimited || !isConfirming || signal.aborted) throw error;
      const ms = error.retryAfterMs ?? 0;
      onPause(clock.now() + ms);
      await sleep(clock, ms, signal).catch(() => undefined);
      onPause(undefined);
      // The run was stopped: the save is reported as not confirmed.
      if (signal.aborted) throw error;
      return readList(given);
    }
  }

  return {
    ...calls,
    async list(given) {
      if (!isConfirming && last && clock.now() - last.askedAt < reuseMs) return last.list;
      const read = await readList(given);
      isConfirming = false;
      return read;
    },
    async update(groupId, update) {
      isConfirming = true;
      // A list read before a PUT is outdated after it.
      last = undefined;
      try {
        const answer = await calls.update(groupId, update);
        onAnswer(groupId, answer.requestId);
        return answer;
      } catch (error) {
        // Nothing was stored, so there is nothing to read back.
        if (error instanceof ApiError && error.kind === 'rateLimited') isConfirming = false;
        throw error;
      }
    },
  };
}

import type { Clock } from '#lib/clock.ts';

import { ApiError } from '../errors.ts';
import { isWaitingForGateway, retryDelay, shouldRetry } from '../retries.ts';
import type { ThingFilterName, ThingsApi, ThingsList } from '../things.ts';
import { createPause, type Pause } from '../tokens/pause.ts';
import { waitForNextEvent } from './nextEvent.ts';
import { createScanPace, type ScanWait } from './scanPace.ts';

/** The largest page of the list (API document 8.5). */
const pageSize = 50;
/** After this many lookups have failed without a success, the others would fail as well. */
const maxFailuresInARow = 5;

/** One filter, which is all that a lookup asks for. */
export interface LookupFilter {
  readonly name: ThingFilterName;
  readonly value: string;
}

/** A sequence of lookups for one purpose: which filter comes next depends on the answers so far. */
export interface LookupTask {
  /** The next lookup; undefined when the task is done. */
  next(): LookupFilter | undefined;
  answered(list: ThingsList): void;
  /** The present lookup failed for good; the task may go on with another one. */
  failed(error: ApiError): void;
}

export interface LookupProgress {
  readonly calls: number;
  readonly tasksDone: number;
  /** Set while no call is in flight. */
  readonly wait?: ScanWait | undefined;
}

/** How a run ended; all ends but `complete` can be resumed by another run. */
export type LookupsEnd =
  | { readonly kind: 'complete' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: ApiError };

interface Retry {
  readonly failures: number;
  readonly pause: Pause;
  readonly error: ApiError;
}

/**
 * Works off tasks that look up Things one by one, as fast as the rate limits allow, by the rules of a scan:
 * see `createScanPace`. A lookup that fails does not end the run, unless the session is over or several fail
 * one after the other.
 */
export function createLookups(
  given: {
    readonly things: Pick<ThingsApi, 'list' | 'listBudget'>;
    readonly clock: Clock;
    readonly random: () => number;
  },
  tasks: readonly LookupTask[],
  onProgress: (progress: LookupProgress) => void,
) {
  const { things, clock, random } = given;
  const pace = createScanPace(clock, random);
  const open = [...tasks].toReversed();
  const retries = new Map<LookupTask, Retry>();
  const inFlight = new Set<LookupTask>();
  let calls = 0;
  let failuresInARow = 0;

  /** Returns what ends the run. */
  async function look(
    task: LookupTask,
    { name, value }: LookupFilter,
    signal: AbortSignal,
  ): Promise<ApiError | undefined> {
    inFlight.add(task);
    const succeeded = pace.started();
    try {
      const params = { filters: { [name]: value }, size: pageSize, offset: 0 };
      const list = await things.list(params, { signal, bulk: true });
      calls++;
      succeeded();
      failuresInARow = 0;
      retries.delete(task);
      task.answered(list);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return endedBy(task, error);
    } finally {
      inFlight.delete(task);
      open.push(task);
    }
  }

  function endedBy(task: LookupTask, error: ApiError): ApiError | undefined {
    if (error.kind === 'aborted') return undefined;
    pace.failed(error);
    if (error.endsSession) return error;
    if (error.kind === 'rateLimited' || isWaitingForGateway(error)) return undefined;
    calls++;
    const failures = retries.get(task)?.failures ?? 0;
    if (shouldRetry(failures, error)) {
      const pause = createPause(clock);
      pause.start(retryDelay(failures, error, random()));
      retries.set(task, { failures: failures + 1, pause, error });
      return undefined;
    }
    retries.delete(task);
    failuresInARow++;
    // The run ends before this one is given up, so that it is looked up again when the run is resumed.
    if (failuresInARow >= maxFailuresInARow) {
      failuresInARow = 0;
      return error;
    }
    task.failed(error);
    return undefined;
  }

  function tasksDone(): number {
    return tasks.length - open.length - inFlight.size;
  }

  /** The wait before the task on top is looked at again. */
  function startMore(
    start: (task: LookupTask, filter: LookupFilter) => void,
  ): ScanWait | undefined {
    for (;;) {
      const task = open.at(-1);
      const filter = task?.next();
      if (task === undefined) return undefined;
      if (filter === undefined) {
        open.pop();
        continue;
      }
      const retry = retries.get(task);
      const leftMs = retry?.pause.remainingMs() ?? 0;
      const pacing = pace.next(inFlight.size, things.listBudget());
      if (pacing === 'afterAnswer') return undefined;
      if (pacing !== 'now') return pacing;
      if (leftMs > 0) return { until: clock.now() + leftMs, error: retry?.error };
      open.pop();
      start(task, filter);
    }
  }

  return {
    /** Works until the end, or until the signal aborts; another run continues from there. */
    async run(signal: AbortSignal): Promise<LookupsEnd> {
      const over = new AbortController();
      const both = AbortSignal.any([signal, over.signal]);
      const requests = new Set<Promise<void>>();
      let failure: ApiError | undefined;

      function start(task: LookupTask, filter: LookupFilter) {
        const request = look(task, filter, both)
          .then((error) => void (failure ??= error))
          .finally(() => requests.delete(request));
        requests.add(request);
      }

      try {
        for (;;) {
          if (failure) return { kind: 'failed', error: failure };
          if (signal.aborted) return { kind: 'cancelled' };
          const wait = startMore(start);
          onProgress({
            calls,
            tasksDone: tasksDone(),
            wait: requests.size === 0 ? wait : undefined,
          });
          if (requests.size === 0 && wait === undefined) return { kind: 'complete' };
          // oxlint-disable-next-line no-await-in-loop -- each turn handles the next answer
          await waitForNextEvent(clock, requests, wait, signal);
        }
      } finally {
        over.abort();
        await Promise.allSettled(requests);
      }
    },
  };
}

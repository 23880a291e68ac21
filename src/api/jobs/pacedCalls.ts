import type { Clock } from '#lib/clock.ts';

import { ApiError } from '../errors.ts';
import { retryDelay, shouldRetry } from '../retries.ts';
import type { ThingsApi } from '../things.ts';
import { createPause, type Pause } from '../tokens/pause.ts';
import { createCallPace, type CallWait } from './callPace.ts';

/** The services that jobs need to read the Things list. */
export interface ListServices {
  readonly things: Pick<ThingsApi, 'list' | 'listBudget'>;
  readonly clock: Clock;
  readonly random: () => number;
}

/** A job's calls, and the handling of their responses. */
export interface CallSource<Call> {
  /** The next call, beginning with those that were put back; undefined if there is none for now. */
  next(): Call | undefined;
  /** Sends the next call and handles its response. */
  send(call: Call, signal: AbortSignal): Promise<void>;
  /** Puts back an unanswered call. @returns whether it is still needed */
  putBack(call: Call): boolean;
  /** Called when a call that was put back has failed for good. @returns whether the run continues */
  gaveUp(call: Call, error: ApiError): boolean;
  /** Handles the responses that have arrived. @returns whether the run can end, even with calls in flight */
  settle?(): Promise<boolean>;
}

/** How a run ended. After the last two kinds, another run can continue. */
export type RunEnd =
  | { readonly kind: 'complete' }
  | { readonly kind: 'cancelled' }
  /** A call could not be answered, despite retries. */
  | { readonly kind: 'failed'; readonly error: ApiError };

/** @throws {ApiError} if a run has failed, or the signal's reason if it was cancelled, as a job's work must */
export function throwIfStopped(end: RunEnd | { readonly kind: string }, signal: AbortSignal): void {
  if ('error' in end) throw end.error;
  if (end.kind === 'cancelled') signal.throwIfAborted();
}

/** @param error why a job has stopped; undefined if it was cancelled */
export function stopOf(error: ApiError | undefined): RunEnd {
  return error ? { kind: 'failed', error } : { kind: 'cancelled' };
}

interface Retry {
  /** How many times this call failed in this run; rate limits are not counted. */
  readonly failures: number;
  readonly pause: Pause;
  readonly error: ApiError;
}

/** Sends many calls, as fast as the rate limits allow (see `createCallPace`), and retries those that fail. */
export function createPacedCalls<Call>(given: ListServices, source: CallSource<Call>) {
  const { things, clock, random } = given;
  const pace = createCallPace(clock, random);
  const retries = new Map<Call, Retry>();
  let calls = 0;

  /** Returns how the run ended. */
  async function attempt(call: Call, signal: AbortSignal): Promise<ApiError | undefined> {
    const failures = retries.get(call)?.failures ?? 0;
    retries.delete(call);
    const succeeded = pace.started();
    try {
      await source.send(call, signal);
      calls++;
      succeeded();
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return source.putBack(call) ? endedBy(call, error, failures) : undefined;
    }
  }

  function endedBy(call: Call, error: ApiError, failures: number): ApiError | undefined {
    const pause = createPause(clock);
    const isAborted = error.kind === 'aborted';
    if (!isAborted) pace.failed(error);
    if (error.endsSession) return error;
    if (isAborted || error.kind === 'rateLimited') {
      retries.set(call, { failures, pause, error });
      return undefined;
    }
    calls++;
    if (shouldRetry(failures, error)) {
      pause.start(retryDelay(failures, error, random()));
      retries.set(call, { failures: failures + 1, pause, error });
      return undefined;
    }
    return source.gaveUp(call, error) ? undefined : error;
  }

  /** @returns the wait before the next call */
  function startMore(
    inFlight: ReadonlySet<unknown>,
    start: (call: Call) => void,
  ): CallWait | undefined {
    for (;;) {
      const call = source.next();
      if (call === undefined) return undefined;
      const retry = retries.get(call);
      // While the service is failing, only one call at a time is retried.
      if (retry && retry.failures > 0 && inFlight.size > 0) return undefined;
      const pacing = pace.next(inFlight.size, things.listBudget());
      if (pacing === 'afterAnswer') return undefined;
      if (pacing !== 'now') return pacing;
      const leftMs = retry?.pause.remainingMs() ?? 0;
      if (leftMs > 0) return { until: clock.now() + leftMs, error: retry?.error };
      start(call);
    }
  }

  return {
    /**
     * Runs to completion, or until the signal aborts; another run continues from there. Only one run at a time.
     *
     * @param onProgress called after each response, with the number of responses and the wait before the next call
     * @throws only errors from the source; service failures are returned as a `RunEnd`
     */
    async run(
      signal: AbortSignal,
      onProgress: (calls: number, wait: CallWait | undefined) => void,
    ): Promise<RunEnd> {
      const over = new AbortController();
      const both = AbortSignal.any([signal, over.signal]);
      const inFlight = new Set<Promise<unknown>>();
      /**
       * The error that ends the run: a bug or a service failure. Without the failed call, the result would look
       * complete.
       */
      let failure: unknown;

      function start(call: Call) {
        const request = attempt(call, both)
          .catch((bug: unknown) => bug)
          .then((error) => (failure ??= error))
          .finally(() => inFlight.delete(request));
        inFlight.add(request);
      }

      try {
        for (;;) {
          // oxlint-disable-next-line no-await-in-loop -- the next calls wait, so that memory stays small
          if (await source.settle?.()) return { kind: 'complete' };
          if (failure instanceof ApiError) return { kind: 'failed', error: failure };
          if (failure !== undefined) throw failure; // oxlint-disable-line only-throw-error -- rethrown unchanged
          if (signal.aborted) return { kind: 'cancelled' };
          const wait = startMore(inFlight, start);
          onProgress(calls, inFlight.size === 0 ? wait : undefined);
          if (inFlight.size === 0 && wait === undefined) return { kind: 'complete' };
          // oxlint-disable-next-line no-await-in-loop -- each turn handles the next response
          await nextEvent(clock, inFlight, wait, signal);
        }
      } finally {
        over.abort();
        await Promise.allSettled(inFlight);
      }
    },
  };
}

/** Resolves when one of the calls is answered, the wait is over, or the signal aborts. */
async function nextEvent(
  clock: Clock,
  calls: Iterable<Promise<unknown>>,
  wait: CallWait | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = wait && clock.after(Math.max(0, wait.until - clock.now()), resolve);
  const onAbort = () => resolve();
  if (signal.aborted) resolve();
  signal.addEventListener('abort', onAbort);
  try {
    await Promise.race([...calls, promise]);
  } finally {
    cancel?.();
    signal.removeEventListener('abort', onAbort);
  }
}

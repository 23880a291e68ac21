import type { Clock } from '#lib/clock.ts';

import { isOutdated, usualWindowMs, type Budget } from '../budgets.ts';
import type { ApiError } from '../errors.ts';
import { retryDelay } from '../retries.ts';
import { createPause } from '../tokens/pause.ts';

/** Browsers open at most six connections to a server over HTTP/1.1. */
const maxConcurrency = 6;
/** Calls per window that a scan reserves for the user. */
const reserved = 1;

/** Why a scan is waiting, and until when. */
export interface CallWait {
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** The error that caused the wait; absent if the scan reserves the last call of a window for the user. */
  readonly error?: ApiError | undefined;
}

/**
 * Decides how fast a scan reads (R18). It starts with one page at a time, adds one with each response up to six, and
 * returns to one after a failure. If the responses report the window's remaining calls, it never uses the last call,
 * which is reserved for the user.
 */
export function createCallPace(clock: Clock, random: () => number) {
  let concurrency = 1;
  const pause = createPause(clock);
  let pausedBy: ApiError | undefined;
  let startedAt = 0;
  let answeredAt = 0;
  let failures = 0;

  /**
   * When the current window ends if it has the usual length. One call after that shows whether a new window has
   * started; if not, the scan waits just as long again.
   */
  function likelyEnd({ windowSince, knownAt }: Budget): number {
    // Setting the clock back must not extend a wait (T14).
    startedAt = Math.min(startedAt, clock.now());
    answeredAt = Math.min(answeredAt, clock.now());
    const since = windowSince ?? knownAt ?? 0;
    const end = since + usualWindowMs;
    return startedAt >= end ? Math.max(startedAt, answeredAt) + usualWindowMs : end;
  }

  return {
    /**
     * Whether one more page may be requested: now, after the next response, or after a wait.
     *
     * @param inFlight number of pages in flight
     */
    next(inFlight: number, budget: Budget): 'now' | 'afterAnswer' | CallWait {
      const now = clock.now();
      const pausedMs = pause.remainingMs();
      if (pausedMs > 0) return { until: now + pausedMs, error: pausedBy };
      if (inFlight >= concurrency) return 'afterAnswer';
      if (budget.remaining === undefined || isOutdated(budget, now)) return 'now';
      if (budget.remaining - inFlight > reserved) return 'now';
      if (inFlight > 0) return 'afterAnswer';
      const until = likelyEnd(budget);
      return until <= now ? 'now' : { until };
    },
    /** Registers a request; the returned function reports its success. */
    started() {
      startedAt = clock.now();
      const before = failures;
      return () => {
        answeredAt = clock.now();
        // A page that was in flight during a failure is no proof that the service can take more.
        if (before === failures) concurrency = Math.min(maxConcurrency, concurrency + 1);
      };
    },
    /** Reports a failure; a rate limit makes all pages wait. */
    failed(error: ApiError) {
      answeredAt = clock.now();
      failures++;
      concurrency = 1;
      if (error.kind !== 'rateLimited') return;
      pausedBy = error;
      pause.start(retryDelay(0, error, random()));
    },
  };
}

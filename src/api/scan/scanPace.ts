import type { Clock } from '#lib/clock.ts';

import { isOutdated, usualWindowMs, type Budget } from '../budgets.ts';
import type { ApiError } from '../errors.ts';
import { retryDelay } from '../retries.ts';
import { createPause } from '../session/pause.ts';

/** As many calls to a server as browsers make at once over HTTP/1.1. */
const mostAtOnce = 6;
/** Calls of a window that a scan leaves to the person. */
const kept = 1;

/** Why a scan stands still, and until when. */
export interface ScanWait {
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** What the wait is for; absent where the scan leaves the last call of the window to the person. */
  readonly error?: ApiError | undefined;
}

export interface ScanPace {
  /**
   * Whether one more page may be asked for: now, after an answer to those on their way, or after a wait.
   *
   * @param onTheirWay pages asked for and not answered
   */
  next(onTheirWay: number, budget: Budget): 'now' | 'afterAnswer' | ScanWait;
  /** A page is asked for; the returned function says that it has come. */
  started(): () => void;
  /** A page has failed; what limits the rate makes all pages wait. */
  failed(error: ApiError): void;
}

/**
 * How fast a scan asks (R18): one page at first, one more at a time with each answer, six at most; back
 * to one with each failure. Where the answers tell what is left of the window, no more than that less
 * the calls on their way, and less one that stays for the person.
 */
export function createScanPace(clock: Clock, random: () => number): ScanPace {
  let atOnce = 1;
  const pause = createPause(clock);
  let pausedBy: ApiError | undefined;
  let startedAt = 0;
  let answeredAt = 0;
  let failures = 0;

  /**
   * When the present window ends if it has the usual length. A call after that shows whether a new one
   * has begun; where it has not, the next such call waits as long again.
   */
  function likelyEnd({ windowSince, knownAt }: Budget): number {
    // A clock that was set back must not make a wait longer (T14).
    startedAt = Math.min(startedAt, clock.now());
    answeredAt = Math.min(answeredAt, clock.now());
    const since = windowSince ?? knownAt ?? 0;
    const end = since + usualWindowMs;
    return startedAt >= end ? Math.max(startedAt, answeredAt) + usualWindowMs : end;
  }

  return {
    next(onTheirWay, budget) {
      const now = clock.now();
      const pausedMs = pause.remainingMs();
      if (pausedMs > 0) return { until: now + pausedMs, error: pausedBy };
      if (onTheirWay >= atOnce) return 'afterAnswer';
      if (budget.remaining === undefined || isOutdated(budget, now)) return 'now';
      if (budget.remaining - onTheirWay > kept) return 'now';
      if (onTheirWay > 0) return 'afterAnswer';
      const until = likelyEnd(budget);
      return until <= now ? 'now' : { until };
    },
    started() {
      startedAt = clock.now();
      const before = failures;
      return () => {
        answeredAt = clock.now();
        // What was on its way when another page failed does not show that more can be asked for.
        if (before === failures) atOnce = Math.min(mostAtOnce, atOnce + 1);
      };
    },
    failed(error) {
      answeredAt = clock.now();
      failures++;
      atOnce = 1;
      if (error.kind !== 'rateLimited') return;
      pausedBy = error;
      pause.start(retryDelay(0, error, random()));
    },
  };
}

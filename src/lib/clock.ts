/** The time and its timers, injected so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `run` after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * A monotonic clock, which setting the system time does not affect. Use it for durations, and systemClock for dates.
 */
export const steadyClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  after: systemClock.after,
};

/** Resolves after `ms` milliseconds; rejects with the signal's reason if aborted before. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    function onAbort() {
      cancel();
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Resolves with the result of this work, or with undefined if that takes longer than `ms`. */
export async function within<T>(
  clock: Clock,
  ms: number,
  work: T | Promise<T>,
): Promise<Awaited<T> | undefined> {
  const done = new AbortController();
  const late = sleep(clock, ms, done.signal).catch(() => {});
  try {
    return (await Promise.race([work, late])) ?? undefined;
  } finally {
    done.abort();
  }
}

/** A clock for tests, which advances only when the test says so. */
export interface ManualClock extends Clock {
  /** Advances by `ms`, running due timers in order and letting promises settle in between. */
  advance(ms: number): Promise<void>;
}

/** @param start first time, in milliseconds since the Unix epoch */
export function manualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + Math.max(0, ms), run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const due = timers.filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers = timers.filter((timer) => timer !== due);
        now = due.at;
        due.run();
        // oxlint-disable-next-line no-await-in-loop -- the effects of one timer come before the next timer
        await settle();
      }
      now = end;
    },
  };
}

/** Lets settled promise chains run, without a real timer. */
async function settle(): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- each turn runs one more step of a chain
  for (let turn = 0; turn < 200; turn++) await Promise.resolve();
}

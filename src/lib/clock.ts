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

/** A monotonic clock, unaffected by changes to the system time. Use it for durations, and systemClock for dates. */
export const steadyClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  after: systemClock.after,
};

/** Resolves after `ms` milliseconds; rejects with the signal's reason if aborted first. */
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

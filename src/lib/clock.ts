/** Time as the code sees it, so that every wait and limit can be tested without waiting. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `run` after `ms` milliseconds; the returned function calls it off. */
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
 * Goes forward at the pace of time, also when somebody sets the system's time: for ages, waits and
 * everything else that is the difference of two readings. For dates there is systemClock.
 */
export const steadyClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  after: systemClock.after,
};

/** Resolves after `ms` milliseconds; rejects with the signal's reason when aborted before. */
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

/** A clock that stands still until told to go on. */
export interface ManualClock extends Clock {
  /** Moves time forward by `ms`, running what falls due in its order and letting promises settle between. */
  advance(ms: number): Promise<void>;
}

/** @param start first reading, in milliseconds since the Unix epoch */
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
        // oxlint-disable-next-line no-await-in-loop -- one timer's consequences come before the next timer
        await settle();
      }
      now = end;
    },
  };
}

/** Lets promise chains that are ready run, without a real timer. */
async function settle(): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- each turn lets one more link of a chain run
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

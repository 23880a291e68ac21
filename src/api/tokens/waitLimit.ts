import type { Clock } from '#lib/clock.ts';
import { unlessAborted } from '#lib/unlessAborted.ts';

/** How long one caller waits, over all its waits. */
export interface WaitLimit {
  /**
   * Waits for work that continues without the caller, or until the time is up.
   *
   * @throws the signal's reason as soon as the caller has left
   */
  waitFor(work: Promise<void>): Promise<void>;
}

/** @param signal the caller's */
export function createWaitLimit(
  clock: Clock,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): WaitLimit {
  let leftMs = timeoutMs;
  return {
    async waitFor(work) {
      const begun = clock.now();
      let cancel = () => {};
      const timeout = new Promise<void>((resolve) => {
        cancel = clock.after(leftMs, resolve);
      });
      const first = Promise.race([work, timeout]);
      try {
        await (signal ? unlessAborted(first, signal) : first);
      } finally {
        cancel();
        leftMs = Math.max(0, leftMs - Math.max(0, clock.now() - begun));
      }
    },
  };
}

import type { Clock } from '#lib/clock.ts';

/**
 * The longest time that a scan yields to a user's call, in milliseconds. Yielding longer would not speed up that call:
 * browsers open six connections to a server, and the call already has one.
 */
const maxWaitMs = 2_000;

/** Lets calls that the user is waiting for go ahead of a scan's calls. */
export function createPriority(clock: Clock) {
  let inFlight = 0;
  const waiting = new Set<() => void>();

  return {
    /** Registers an interactive call; the returned function, called once, marks it as finished. */
    start() {
      inFlight++;
      return () => {
        inFlight--;
        if (inFlight === 0) for (const proceed of waiting) proceed();
      };
    },
    /** Resolves when no interactive call is in flight, after two seconds at the latest. */
    whenClear(signal?: AbortSignal): Promise<void> {
      if (inFlight === 0 || signal?.aborted === true) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = clock.after(maxWaitMs, proceed);
        function proceed() {
          cancel();
          waiting.delete(proceed);
          signal?.removeEventListener('abort', proceed);
          resolve();
        }
        waiting.add(proceed);
        signal?.addEventListener('abort', proceed, { once: true });
      });
    },
  };
}

import type { Clock } from '#lib/clock.ts';

/**
 * The longest that a scan stands aside, in milliseconds. A call that hangs longer than this is not
 * helped by holding a scan back: browsers keep six connections to a server, and it has one of them.
 */
const longestMs = 2_000;

/** Lets the calls that a person waits for go before those of a scan. */
export interface Precedence {
  /** A person's call begins; the returned function says that it has ended. */
  enter(): () => void;
  /** Resolves when no person's call is on its way, and after two seconds at the latest. */
  clear(signal?: AbortSignal): Promise<void>;
}

export function createPrecedence(clock: Clock): Precedence {
  let ahead = 0;
  const waiting = new Set<() => void>();

  return {
    enter() {
      ahead++;
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        ahead--;
        if (ahead === 0) for (const goOn of waiting) goOn();
      };
    },
    clear(signal) {
      if (ahead === 0 || signal?.aborted === true) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = clock.after(longestMs, goOn);
        function goOn() {
          cancel();
          waiting.delete(goOn);
          signal?.removeEventListener('abort', goOn);
          resolve();
        }
        waiting.add(goOn);
        signal?.addEventListener('abort', goOn, { once: true });
      });
    },
  };
}

import type { Clock } from '#lib/clock.ts';

/** A stretch of time in which something must not be done. */
export interface Pause {
  /** Begins now and lasts `ms` milliseconds, or longer where a longer one is running already. */
  start(ms: number): void;
  /** Milliseconds that are left; 0 when nothing stands in the way. */
  remainingMs(): number;
}

/** Never longer than it was asked for, even when the clock is set back meanwhile. */
export function createPause(clock: Clock): Pause {
  let begun = 0;
  let length = 0;

  function remainingMs(): number {
    begun = Math.min(begun, clock.now());
    return Math.max(0, begun + length - clock.now());
  }

  return {
    remainingMs,
    start(ms) {
      if (ms <= remainingMs()) return;
      begun = clock.now();
      length = ms;
    },
  };
}

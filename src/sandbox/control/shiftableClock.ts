import type { Clock } from '#lib/clock.ts';

/** A clock that can be put forward or back while it runs; waits keep their real length. */
export interface ShiftableClock extends Clock {
  /** Adds to every later reading, in milliseconds; may be negative. */
  shift(ms: number): void;
}

export function shiftableClock(base: Clock): ShiftableClock {
  let shifted = 0;
  return {
    now: () => base.now() + shifted,
    after: base.after,
    shift(ms) {
      shifted += ms;
    },
  };
}

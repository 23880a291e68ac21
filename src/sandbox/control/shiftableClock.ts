import type { Clock } from '#lib/clock.ts';

/** A clock that can be put forward or back while it runs; waits keep their real length. */
export interface ShiftableClock extends Clock {
  /** Adds to every later reading, in milliseconds; may be negative. */
  shift(ms: number): void;
  /** Back to the shift it began with. */
  reset(): void;
}

/** @param startsAt its first reading, in milliseconds since the epoch; as `base` when left out */
export function shiftableClock(base: Clock, startsAt = base.now()): ShiftableClock {
  const first = startsAt - base.now();
  let shifted = first;
  return {
    now: () => base.now() + shifted,
    after: base.after,
    shift(ms) {
      shifted += ms;
    },
    reset() {
      shifted = first;
    },
  };
}

import type { Clock } from '#lib/clock.ts';

/** When a pause began and how long it lasts, in milliseconds: plain data, which may be kept anywhere. */
export interface PauseState {
  begun: number;
  length: number;
}

/** A stretch of time in which something must not be done. */
export interface Pause {
  /** Begins now and lasts `ms` milliseconds, or longer where a longer one is running already. */
  start(ms: number): void;
  /** Ends what is running `ms` milliseconds after its beginning, or earlier where it is shorter. */
  limit(ms: number): void;
  /** Milliseconds that are left; 0 when nothing stands in the way. */
  remainingMs(): number;
}

/**
 * Never longer than it was asked for, even when the clock is set back meanwhile.
 *
 * @param state where the pause is kept; its own when left out
 */
export function createPause(clock: Clock, state: PauseState = noPause()): Pause {
  function remainingMs(): number {
    state.begun = Math.min(state.begun, clock.now());
    return Math.max(0, state.begun + state.length - clock.now());
  }

  return {
    remainingMs,
    start(ms) {
      if (ms <= remainingMs()) return;
      state.begun = clock.now();
      state.length = ms;
    },
    limit(ms) {
      state.length = Math.min(state.length, ms);
    },
  };
}

export function noPause(): PauseState {
  return { begun: 0, length: 0 };
}

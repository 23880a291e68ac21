import type { Clock } from '#lib/clock.ts';

/**
 * A stretch of time in which something must not be done: when it began and how long it lasts, in
 * milliseconds. Plain data, which may be kept anywhere.
 */
export interface PauseState {
  begun: number;
  length: number;
}

export function noPause(): PauseState {
  return { begun: 0, length: 0 };
}

/** Begins now and lasts `ms` milliseconds, or longer where a longer one is running already. */
export function startPause(pause: PauseState, ms: number, now: number): void {
  if (ms <= leftOfPause(pause, now)) return;
  pause.begun = now;
  pause.length = ms;
}

/** Ends what is running `ms` milliseconds after its beginning, or earlier where it is shorter. */
export function limitPause(pause: PauseState, ms: number): void {
  pause.length = Math.min(pause.length, ms);
}

/**
 * Milliseconds that are left, 0 when nothing stands in the way; never more than was asked for, even when
 * the clock was set back meanwhile.
 */
export function leftOfPause(pause: PauseState, now: number): number {
  pause.begun = Math.min(pause.begun, now);
  return Math.max(0, pause.begun + pause.length - now);
}

/** A pause that knows the time. */
export interface Pause {
  /** As `startPause`. */
  start(ms: number): void;
  /** As `leftOfPause`. */
  remainingMs(): number;
}

/** @param state where the pause is kept; its own when left out */
export function createPause(clock: Clock, state: PauseState = noPause()): Pause {
  return {
    start: (ms) => startPause(state, ms, clock.now()),
    remainingMs: () => leftOfPause(state, clock.now()),
  };
}

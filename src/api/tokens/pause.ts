import type { Clock } from '#lib/clock.ts';

/**
 * A time during which an action is not allowed: its start and length, in milliseconds. Plain data, so that it can be
 * stored.
 */
export interface PauseState {
  begun: number;
  length: number;
}

export function noPause(): PauseState {
  return { begun: 0, length: 0 };
}

/** Starts a pause of `ms` milliseconds now, unless a running pause ends later. */
export function startPause(pause: PauseState, ms: number, now: number): void {
  if (ms <= leftOfPause(pause, now)) return;
  pause.begun = now;
  pause.length = ms;
}

/** Shortens a running pause to at most `ms` milliseconds. */
export function limitPause(pause: PauseState, ms: number): void {
  pause.length = Math.min(pause.length, ms);
}

/** Milliseconds until the pause ends, or 0. Never more than its length, even if the clock was set back (T14). */
export function leftOfPause(pause: PauseState, now: number): number {
  pause.begun = Math.min(pause.begun, now);
  return Math.max(0, pause.begun + pause.length - now);
}

/** A pause with a clock. */
export function createPause(clock: Clock) {
  const state: PauseState = { begun: 0, length: 0 };
  return {
    start: (ms: number) => startPause(state, ms, clock.now()),
    remainingMs: () => leftOfPause(state, clock.now()),
  };
}

export type Pause = ReturnType<typeof createPause>;

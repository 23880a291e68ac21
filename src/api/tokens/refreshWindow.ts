import { refreshesPerMinute } from '#contract/session.ts';

/**
 * The time in which five refreshes may be sent [API document 8.3]: a second longer than the service's window, because
 * calls may travel at different speeds.
 */
const windowMs = 61_000;

/** The refreshes that still count. If the clock is set back, a refresh must not count for longer than its window. */
export function inWindow(sentAt: readonly number[], now: number): readonly number[] {
  return sentAt.map((at) => Math.min(at, now)).filter((at) => now - at < windowMs);
}

/**
 * Milliseconds until it is the turn of a place with `ahead` others in front of it.
 *
 * @param given.sentAt the result of `inWindow`
 * @param given.earliest when the next refresh may be sent at all
 */
export function turnInMs(
  given: { readonly sentAt: readonly number[]; readonly earliest: number; readonly now: number },
  ahead: number,
): number {
  const { earliest, now } = given;
  const turns = [...given.sentAt];
  // Every window has the same sequence of turns.
  for (let turn = 0; turn <= ahead % refreshesPerMinute; turn++) {
    const oldest = turns.at(-refreshesPerMinute);
    turns.push(oldest === undefined ? earliest : Math.max(earliest, oldest + windowMs));
  }
  const windows = Math.floor(ahead / refreshesPerMinute);
  return (turns.at(-1) ?? now) - now + windows * windowMs;
}

/**
 * English, because it is part of English sentences. Always numeric, because "yesterday" would mean a calendar day,
 * while this counts hours.
 */
const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A time relative to another, such as "3 days ago". Both are in milliseconds since the epoch. */
export function relativeTime(at: number, now: number): string {
  const passed = at - now;
  for (const [unit, ms] of units) {
    if (Math.abs(passed) >= ms) return words.format(Math.trunc(passed / ms), unit);
  }
  const seconds = Math.trunc(passed / 1000);
  return seconds === 0 ? 'just now' : words.format(seconds, 'second');
}

/** A time that has passed, such as "3 days ago". If the clock that it comes from is ahead of this one, it is "just now". */
export function ago(at: number, now: number): string {
  return relativeTime(Math.min(at, now), now);
}

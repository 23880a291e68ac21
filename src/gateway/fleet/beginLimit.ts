import type { Clock } from '#lib/clock.ts';

const maxBegins = 10;
const windowMs = 60_000;

/**
 * Bounds how often a person begins a reading at this gateway: each makes every list be written once more.
 *
 * @returns counts one; 0 where it may begin, else the milliseconds until the next may
 */
export function createBeginLimit(clock: Clock): (person: string) => number {
  const begins = new Map<string, readonly number[]>();
  return (person) => {
    const now = clock.now();
    for (const [key, times] of begins) {
      const recent = times.filter((at) => now - at < windowMs);
      if (recent.length > 0) begins.set(key, recent);
      else begins.delete(key);
    }
    const mine = begins.get(person) ?? [];
    const [oldest = now] = mine;
    if (mine.length >= maxBegins) return oldest + windowMs - now;
    begins.set(person, [...mine, now]);
    return 0;
  };
}

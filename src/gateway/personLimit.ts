import type { Clock } from '#lib/clock.ts';

const windowMs = 60_000;

/**
 * Bounds how often a person does something at this gateway within a minute.
 *
 * @returns counts one; 0 where it may go on, else the milliseconds until the next may
 */
export function createPersonLimit(clock: Clock, most: number): (person: string) => number {
  const counted = new Map<string, number[]>();
  return (person) => {
    const now = clock.now();
    for (const [key, times] of counted) {
      if (now - (times.at(-1) ?? now) >= windowMs) counted.delete(key);
    }
    const mine = (counted.get(person) ?? []).filter((at) => now - at < windowMs);
    counted.set(person, mine);
    const [oldest = now] = mine;
    if (mine.length >= most) return oldest + windowMs - now;
    mine.push(now);
    return 0;
  };
}

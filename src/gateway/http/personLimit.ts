import type { Clock } from '#lib/clock.ts';

import { GatewayError } from './gatewayError.ts';

const windowMs = 60_000;

/**
 * Limits how often per minute a user does something on this gateway.
 *
 * @param words follow "You have" in the message, as in "sent too many changes"
 * @returns a function that counts one request, or throws `too_often`
 */
export function createPersonLimit(clock: Clock, most: number, words: string) {
  const counted = new Map<string, number[]>();
  // The service may accept any letter case of a username, so all of them share the limit.
  return (as: string): void => {
    const person = as.toLowerCase();
    const now = clock.now();
    for (const [key, times] of counted) {
      if (now - (times.at(-1) ?? now) >= windowMs) counted.delete(key);
    }
    const mine = (counted.get(person) ?? []).filter((at) => now - at < windowMs);
    counted.set(person, mine);
    const [oldest = now] = mine;
    if (mine.length >= most) {
      const message = `You have ${words} in the last minute. This request was not processed.`;
      throw new GatewayError('too_often', { message, retryAfterMs: oldest + windowMs - now });
    }
    mine.push(now);
  };
}

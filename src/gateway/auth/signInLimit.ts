import { createHmac, randomBytes } from 'node:crypto';

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { networkOf } from '../http/clientAddress.ts';

const windowSeconds = 60;

/** Limits memory to about 6 MB, however many addresses an attacker uses. */
const counters = 16_384;

/**
 * Slows down clients that try many passwords, or one password with many names, by allowing only `tries` sign-ins a
 * minute from one client network. The minute starts with the first sign-in.
 *
 * Networks share a fixed number of counters. A keyed digest assigns them, so that no network can deliberately exhaust
 * another's limit.
 */
export function createSignInLimit(tries: number) {
  const key = randomBytes(32);
  const limiter = new RateLimiterMemory({ points: tries, duration: windowSeconds });

  function counterOf(address: string | undefined): number {
    const network = address === undefined ? 'unknown' : networkOf(address);
    return createHmac('sha256', key).update(network).digest().readUInt32BE() % counters;
  }

  return {
    /**
     * Counts one attempt.
     *
     * @param address the client's address; all clients without an address share a limit
     * @returns 0 if the attempt may proceed, otherwise the milliseconds until the next attempt
     */
    async take(address: string | undefined): Promise<number> {
      try {
        await limiter.consume(counterOf(address));
        return 0;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        // The limiter uses the system clock: if the clock is set back, the wait must not exceed the window.
        return Math.min(Math.max(refusal.msBeforeNext, 1), windowSeconds * 1000);
      }
    },
  };
}

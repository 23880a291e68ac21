import { createHmac, randomBytes } from 'node:crypto';

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { networkOf } from '../http/clientAddress.ts';

const windowSeconds = 60;

/** Limits memory to about 6 MB, however many addresses an attacker uses. */
const counters = 16_384;

/**
 * Slows down people who try many passwords, or one password with many names: allows `tries` sign-ins a minute from
 * one client network. The minute starts with the first.
 *
 * Networks share a fixed number of counters, chosen by a keyed digest, so that nobody can use up another's
 * counter on purpose.
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
     * Counts one try.
     *
     * @param address of the client; all clients without one share a limit
     * @returns 0 if the try may proceed, else the milliseconds until the next one
     */
    async take(address: string | undefined): Promise<number> {
      try {
        await limiter.consume(counterOf(address));
        return 0;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        // The limiter uses the system time: if that is set back, the wait must not exceed the window.
        return Math.min(Math.max(refusal.msBeforeNext, 1), windowSeconds * 1000);
      }
    },
  };
}

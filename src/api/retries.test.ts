import { describe, expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';

import { ApiError, type ApiErrorFacts } from './errors.ts';
import { retried, retryDelay, shouldRetry } from './retries.ts';

const failure = (facts: Partial<ApiErrorFacts>) =>
  new ApiError({ kind: 'server', method: 'GET', route: '/api/things', requestId: 'r', ...facts });
/** Those numbers of earlier failures after which the read is sent again. */
const retriedAfter = (error: ApiError, ...counts: readonly number[]) =>
  counts.filter((failures) => shouldRetry(failures, error));
const delays = (error: ApiError, random: number) =>
  [0, 1, 2].map((failures) => retryDelay(failures, error, random));

describe('whether a read is retried', () => {
  it.each([408, 500, 502, 503, 504])('R1, R13: after %i, three times', (status) => {
    expect(retriedAfter(failure({ status }), 0, 1, 2, 3)).toEqual([0, 1, 2]);
  });

  it.each([
    ['invalid', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['notFound', 404],
    ['conflict', 409],
    ['invalid', 422],
    ['server', 501],
    ['malformed', 200],
    ['aborted', undefined],
  ] as const)('R2: not after %s %s', (kind, status) => {
    expect(shouldRetry(0, failure({ kind, status }))).toBe(false);
  });

  it('R3: not after a 503 that used up the budget', () => {
    expect(shouldRetry(0, failure({ status: 503, budgetSpent: true }))).toBe(false);
  });

  it('T12: while it waits for a renewal, any number of times', () => {
    const facts = { kind: 'rateLimited', status: 503, code: 'refresh_busy' } as const;
    expect(retriedAfter(failure(facts), 0, 3, 50)).toEqual([0, 3, 50]);
  });

  it('not after a bug in the console', () => {
    expect(shouldRetry(0, new TypeError('x is not a function'))).toBe(false);
  });
});

describe('when a read is retried', () => {
  it('R1: after 1, 2 and 4 s, never earlier and at most a quarter later', () => {
    const error = failure({ status: 500 });
    expect(delays(error, 0)).toEqual([1_000, 2_000, 4_000]);
    expect(delays(error, 1)).toEqual([1_250, 2_500, 5_000]);
  });

  it('R4: after a 429, when the service says, at most a second later', () => {
    const error = failure({ kind: 'rateLimited', status: 429, retryAfterMs: 7_000 });
    expect([retryDelay(2, error, 0), retryDelay(2, error, 1)]).toEqual([7_000, 8_000]);
  });

  it('T12: after Retry-After instead of 1, 2, 4 s, with any status', () => {
    const error = failure({ kind: 'rateLimited', status: 503, retryAfterMs: 12_000 });
    expect(retryDelay(0, error, 0)).toBe(12_000);
  });
});

describe('R1: a read before a page is shown', () => {
  function readWith(...failures: readonly ApiError[]) {
    const clock = manualClock();
    const sentAt: number[] = [];
    const start = clock.now();
    const abort = new AbortController();
    const result = retried(
      async () => {
        const error = failures[sentAt.length];
        sentAt.push(clock.now() - start);
        if (error) throw error;
        return 'read';
      },
      { clock, random: () => 0, signal: abort.signal },
    );
    return { clock, sentAt, result, abort };
  }
  const unavailable = failure({ status: 503 });

  it('is retried after 1, 2 and 4 s, and then gives up', async () => {
    const twice = readWith(unavailable, unavailable);
    await twice.clock.advance(3_000);
    expect([await twice.result, twice.sentAt]).toEqual(['read', [0, 1_000, 3_000]]);

    const always = readWith(unavailable, unavailable, unavailable, unavailable);
    always.result.catch(() => undefined);
    await always.clock.advance(60_000);
    await expect(always.result).rejects.toBe(unavailable);
    expect(always.sentAt).toEqual([0, 1_000, 3_000, 7_000]);
  });

  it('T12: still has its three retries after waiting for a renewal', async () => {
    const facts = { kind: 'rateLimited', status: 503, code: 'refresh_busy' } as const;
    const renewing = failure({ ...facts, retryAfterMs: 5_000 });
    const read = readWith(renewing, renewing, unavailable, unavailable, unavailable);
    await read.clock.advance(60_000);
    expect(await read.result).toBe('read');
    expect(read.sentAt).toEqual([0, 5_000, 10_000, 11_000, 13_000, 17_000]);
  });

  it('S8: fails immediately if the wait would be long, a retry is pointless or the store is unavailable', async () => {
    const busy = failure({ kind: 'rateLimited', status: 429, retryAfterMs: 30_000 });
    await expect(readWith(busy).result).rejects.toBe(busy);
    const refused = failure({ kind: 'forbidden', status: 403 });
    await expect(readWith(refused).result).rejects.toBe(refused);
    const facts = { kind: 'rateLimited', status: 503, code: 'store_unavailable' } as const;
    const away = failure({ ...facts, retryAfterMs: 2_000 });
    await expect(readWith(away).result).rejects.toBe(away);
  });

  it('is not retried once cancelled', async () => {
    const left = readWith(unavailable);
    await left.clock.advance(500);
    left.abort.abort(new Error('left'));
    await expect(left.result).rejects.toThrow('left');
    await left.clock.advance(60_000);
    expect(left.sentAt).toEqual([0]);
  });
});

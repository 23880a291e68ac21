import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type Fixture, type FixtureCall, createFixture } from '#testing/fixtures/gatewayFixture.ts';

import { createSignInLimit } from './signInLimit.ts';

// The limiter reads the system time and starts its own timers (docs/decisions/014).
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const wrong = { username: 'writer', password: 'wrong' };
const here = { remoteAddress: '203.0.113.7' };

const start = (environment: Readonly<Record<string, string>> = {}): Promise<Fixture> =>
  createFixture({ environment: { SIGN_IN_TRIES: '2', ...environment } });

/** Response statuses of sign-ins that are sent one after another. */
async function tryAll(fixture: Fixture, calls: readonly FixtureCall[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const call of calls) {
    statuses.push((await fixture.send('POST', '/session', { body: wrong, ...call })).status);
  }
  return statuses;
}

describe('T22: sign-ins from one address', () => {
  it('are refused beyond SIGN_IN_TRIES a minute, stating the time to wait, without calling the service', async () => {
    const fixture = await start();
    expect(await tryAll(fixture, [here, here])).toEqual([401, 401]);
    vi.advanceTimersByTime(20_000);
    const headers = { 'x-request-id': 'browser-1' };
    const body = { username: 'writer', password: 'sandbox-writer' };
    const answer = await fixture.send('POST', '/session', { ...here, body, headers });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '40']);
    expect(answer.headers.get('x-sim-gateway-error')).toBe('1');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.json()).toEqual({
      status_code: 429,
      message:
        'Too many sign-ins from your network address in the last minute. The service was not called.',
      request_id: 'browser-1',
      code: 'sign_in_limited',
    });
    expect(fixture.seen).toHaveLength(2);
  });

  it('are accepted again after a minute, however many were refused', async () => {
    const fixture = await start();
    const five = [here, here, here, here, here];
    expect(await tryAll(fixture, five)).toEqual([401, 401, 429, 429, 429]);
    vi.advanceTimersByTime(60_000);
    expect(await tryAll(fixture, [here, here, here])).toEqual([401, 401, 429]);
  });

  it('count even if they succeed, but never against another address', async () => {
    const fixture = await start();
    const there = { remoteAddress: '203.0.113.8' };
    await fixture.signIn('writer', here);
    await fixture.signIn('reader', here);
    expect(await tryAll(fixture, [here, there, there, there])).toEqual([429, 401, 401, 429]);
  });

  it('count for the whole /64 of an IPv6 address, and across both forms of an IPv4 address', async () => {
    const fixture = await start();
    const from = (remoteAddress: string) => ({ remoteAddress });
    const six = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'];
    expect(await tryAll(fixture, six.map(from))).toEqual([401, 401, 429, 401]);
    const four = ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'];
    expect(await tryAll(fixture, four.map(from))).toEqual([401, 401, 429]);
  });

  it('are counted by the address in CLIENT_IP_HEADER, or by the last address in a list', async () => {
    const fixture = await start({ CLIENT_IP_HEADER: 'X-Real-IP' });
    const from = (address: string) => ({ ...here, headers: { 'x-real-ip': address } });
    const forged = ['6.6.6.1, 198.51.100.1', '6.6.6.2, 198.51.100.1', '6.6.6.3, 198.51.100.1'];
    expect(await tryAll(fixture, forged.map(from))).toEqual([401, 401, 429]);
    expect(await tryAll(fixture, [from('198.51.100.2')])).toEqual([401]);
  });

  it('are counted without the header if it is not configured', async () => {
    const fixture = await start();
    const from = (address: string) => ({ ...here, headers: { 'x-real-ip': address } });
    const forged = ['6.6.6.1', '6.6.6.2', '6.6.6.3'];
    expect(await tryAll(fixture, forged.map(from))).toEqual([401, 401, 429]);
  });

  it('count only if they would call the service', async () => {
    const fixture = await start();
    const calls: FixtureCall[] = [
      { ...here, body: {} },
      { ...here, body: { username: 'writer' } },
      { ...here, body: wrong, bare: true },
    ];
    expect(await tryAll(fixture, calls)).toEqual([400, 400, 403]);
    expect(await tryAll(fixture, [here, here])).toEqual([401, 401]);
  });

  it('T14: wait at most a minute when the system clock is set back', async () => {
    const fixture = await start();
    await tryAll(fixture, [here, here]);
    vi.setSystemTime(Date.now() - 24 * 60 * 60_000);
    const answer = await fixture.send('POST', '/session', { ...here, body: wrong });
    expect(answer.headers.get('retry-after')).toBe('60');
    vi.advanceTimersByTime(60_000);
    expect(await tryAll(fixture, [here])).toEqual([401]);
  });
});

it('keeps a bounded number of counters, however many addresses a client has', async () => {
  const limit = createSignInLimit(30);
  for (let i = 0; i < 20_000; i++) await limit.take(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
  // A timer removes each counter.
  expect(vi.getTimerCount()).toBeLessThanOrEqual(16_384);
  vi.advanceTimersByTime(60_000);
  expect(vi.getTimerCount()).toBe(0);
});

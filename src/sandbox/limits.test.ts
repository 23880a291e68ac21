import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';
import { callerOf, openSandbox, send, signIn, textField } from '#testing/fixtures/sandboxClient.ts';

import { createLimitCounter, type Limit } from './limits.ts';
import type { SandboxOptions } from './options.ts';
import { createSandbox } from './sandbox.ts';

function open(options: Partial<SandboxOptions> = {}) {
  const clock = manualClock();
  return { clock, sandbox: createSandbox({ things: 60, clock, ...options }) };
}

async function statuses(times: number, call: () => Promise<{ status: number }>) {
  const seen: number[] = [];
  for (let i = 0; i < times; i++) seen.push((await call()).status);
  return seen;
}

describe('8.3: auth limits', () => {
  it('allow 5 sign-ins a minute per submitted username, whatever the password', async () => {
    const { clock, sandbox } = open();
    const wrong = () =>
      send(sandbox, 'POST', '/v1/auth/token', { body: { username: 'writer', password: 'x' } });
    expect(await statuses(3, wrong)).toEqual([401, 401, 401]);
    expect(await statuses(3, () => signIn(sandbox))).toEqual([200, 200, 429]);
    expect((await signIn(sandbox, 'reader')).status).toBe(200);
    await clock.advance(60_000);
    expect((await signIn(sandbox)).status).toBe(200);
  });

  it('allow 5 refreshes a minute per client address, whatever the token', async () => {
    const { clock, sandbox } = open();
    const refresh = (address: string) => () =>
      send(sandbox, 'POST', '/v1/auth/refresh', { body: { refresh_token: 'x' }, address });
    expect(await statuses(6, refresh('10.0.0.1'))).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await refresh('10.0.0.2')()).status).toBe(401);
    await clock.advance(60_000);
    expect((await refresh('10.0.0.1')()).status).toBe(401);
  });

  it('8.1, rule 3: have a window that starts at the first request and does not slide', async () => {
    const { clock, sandbox } = open();
    await signIn(sandbox);
    await clock.advance(59_000);
    expect(await statuses(5, () => signIn(sandbox))).toEqual([200, 200, 200, 200, 429]);
    await clock.advance(1000);
    expect(await statuses(6, () => signIn(sandbox))).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('7 and 8.4: return the seconds to wait in header and message', async () => {
    const { clock, sandbox } = open();
    await statuses(5, () => signIn(sandbox));
    await clock.advance(12_300);
    const { status, headers, json } = await signIn(sandbox);
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('48');
    expect(textField(json, 'message')).toContain('48 seconds');
    expect(headers.get('x-ratelimit-limit')).toBe('5');
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it('start again after resetLimits and after reset', async () => {
    const { sandbox } = open();
    for (const start of [sandbox.resetLimits, sandbox.reset]) {
      expect(await statuses(6, () => signIn(sandbox))).toContain(429);
      start();
      expect((await signIn(sandbox)).status).toBe(200);
      sandbox.resetLimits();
    }
  });

  it('do not apply with authLimits off', async () => {
    const { sandbox } = open({ authLimits: false });
    expect(await statuses(7, () => signIn(sandbox))).toEqual(Array(7).fill(200));
  });
});

describe('8.1: limits of the console endpoints', () => {
  it('are off by default', async () => {
    const { caller } = await openSandbox();
    expect(await statuses(80, () => caller.things())).toEqual(Array(80).fill(200));
    expect((await caller.things()).headers.has('x-ratelimit-limit')).toBe(false);
  });

  it.each([
    ['both', '2', '1'],
    ['remainingOnly', null, '1'],
    ['none', null, null],
  ] as const)('8.4: have the headers that rateLimitHeaders %s sets', async (which, limit, left) => {
    const consoleLimit = { requests: 2, windowSeconds: 60 };
    const { sandbox } = open({ consoleLimit, rateLimitHeaders: which });
    const { headers } = await (await callerOf(sandbox)).things();
    expect(headers.get('x-ratelimit-limit')).toBe(limit);
    expect(headers.get('x-ratelimit-remaining')).toBe(left);
  });

  it('have one budget per method, route and user with consoleLimit', async () => {
    const consoleLimit = { requests: 2, windowSeconds: 60 };
    const { sandbox, caller: writer } = await openSandbox({ consoleLimit });
    const admin = await callerOf(sandbox, 'admin');
    expect(await statuses(3, () => writer.things())).toEqual([200, 200, 429]);
    expect((await writer.groups()).status).toBe(200);
    const { status, headers } = await admin.things();
    expect(status).toBe(200);
    expect(headers.get('x-ratelimit-limit')).toBe('2');
    expect(headers.get('x-ratelimit-remaining')).toBe('1');
  });

  it('8.1, rule 5: do not block a refresh when used up', async () => {
    const consoleLimit = { requests: 1, windowSeconds: 60 };
    const { caller, refresh } = await openSandbox({ consoleLimit });
    expect(await statuses(2, () => caller.things())).toEqual([200, 429]);
    expect((await refresh()).status).toBe(200);
  });
});

const event = fc.oneof(
  fc.record({ kind: fc.constant('request' as const), key: fc.constantFrom('a', 'b', 'c') }),
  fc.record({
    kind: fc.constant('wait' as const),
    ms: fc.oneof(fc.integer({ min: 1, max: 7e4 }), fc.constantFrom(999, 1000, 59_999, 6e4, -6e5)),
  }),
);
const limits = fc.record({
  requests: fc.integer({ min: 1, max: 6 }),
  windowSeconds: fc.constantFrom(1, 60, 600),
});

/**
 * The expected result for one key under the rules of 8.1, derived statelessly from all its requests: a window starts
 * with the first request outside the previous window. If the clock was put back, that can be before it.
 */
function expected(history: readonly number[], { requests, windowSeconds }: Limit) {
  const length = windowSeconds * 1000;
  let start = Number.POSITIVE_INFINITY;
  let inWindow = 0;
  for (const at of history) {
    if (at < start || at - start >= length) [start, inWindow] = [at, 0];
    inWindow++;
  }
  return {
    allowed: inWindow <= requests,
    remaining: Math.max(0, requests - inWindow),
    endsIn: start + length - (history.at(-1) ?? 0),
  };
}

describe('8.1: the limit counter', () => {
  it('agrees in 1,000 runs with a model that reads the whole history', () => {
    fc.assert(
      fc.property(
        limits,
        fc.array(event, { maxLength: 60, size: 'max' }),
        (limit: Limit, events) => {
          const clock = manualClock();
          const counter = createLimitCounter(() => clock);
          const histories = new Map<string, readonly number[]>();
          for (const one of events) {
            if (one.kind === 'wait') {
              clock.skip(one.ms);
              continue;
            }
            const history = [...(histories.get(one.key) ?? []), clock.now()];
            histories.set(one.key, history);
            const rule = expected(history, limit);
            const spent = counter.spend(one.key, limit);
            expect(spent).toMatchObject({ allowed: rule.allowed, remaining: rule.remaining });
            // Waiting for `retrySeconds` is always enough, and one second less never is.
            expect(spent.retrySeconds * 1000).toBeGreaterThanOrEqual(rule.endsIn);
            expect((spent.retrySeconds - 1) * 1000).toBeLessThan(rule.endsIn);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('drops windows that have ended, and no others', () => {
    const clock = manualClock();
    const counter = createLimitCounter(() => clock);
    const limit = { requests: 1, windowSeconds: 60 };
    counter.spend('kept', limit);
    for (const ms of [60_000, -600_000]) {
      for (let user = 0; user < 20_000; user++) counter.spend(`user ${user}`, limit);
      expect(counter.spend('kept', limit).allowed).toBe(false);
      clock.skip(ms);
      counter.spend('kept', limit);
      expect(counter.size()).toBe(1);
    }
  });
});

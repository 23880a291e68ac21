import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Clock, sleep } from '#lib/clock.ts';
import { createFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';
import { puts } from '#testing/fixtures/historyFixture.ts';
import { renewed, signedIn, unauthorized } from '#testing/fixtures/writesFixture.ts';

import { longestWriteMs } from './writeTime.ts';

/** An empty body that takes this long. */
const bodyOf = (ms: number, clock: Clock) =>
  new ReadableStream({
    async start(controller) {
      await sleep(clock, ms);
      controller.close();
    },
  });

describe('T25: how long a write takes', () => {
  it('a write waits 10 s for a renewal; after that it is not sent, and Retry-After says when to retry', async () => {
    const refresh = () => new Promise<never>(() => {});
    const { fixture, put } = await signedIn({ put: unauthorized, refresh });
    const pending = put();
    await fixture.pass(10_000);
    const answer = await pending;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ code: 'refresh_busy', ahead: 0 });
    expect(fixture.logged('audit')).toMatchObject([
      { result: 'refused', why: 'refresh_busy', status: 503 },
    ]);
    await fixture.pass(120_000);
    expect(puts(fixture)).toBe(1);
  });

  it('a read waits three times as long', async () => {
    const refusing = fakeService(() => new Response(null, { status: 401 }));
    const fixture = await createFixture({
      service: (request) =>
        request.url.endsWith('/refresh') ? new Promise(() => {}) : refusing(request),
    });
    const pending = fixture.send('GET', '/api/things', { cookie: await fixture.signIn() });
    let isSettled = false;
    void pending.then(() => (isSettled = true));
    await fixture.pass(29_999);
    expect(isSettled).toBe(false);
    await fixture.pass(1);
    expect((await pending).status).toBe(503);
  });

  it('the service has 60 s in total, even if the write is sent again after a 401', async () => {
    let sent = 0;
    const { fixture, clock, put } = await signedIn({
      async put() {
        sent += 1;
        if (sent > 1) return new Response(new ReadableStream());
        await sleep(clock, 29_000);
        return new Response(null, { status: 401 });
      },
    });
    const pending = put();
    await fixture.pass(29_000);
    await fixture.pass(30_999);
    let isSettled = false;
    void pending.then(() => (isSettled = true));
    await fixture.pass(0);
    expect([sent, isSettled]).toEqual([2, false]);
    await fixture.pass(1);
    const answer = await pending;
    expect([answer.status, await answer.json()]).toMatchObject([504, { code: 'upstream_timeout' }]);
    expect(fixture.logged('audit')).toMatchObject([{ result: 'unknown', why: 'upstream_timeout' }]);
  });

  it('a write is not repeated if that time is up before the renewal, and counts as not done', async () => {
    const { fixture, clock, put } = await signedIn({
      async put() {
        return new Response(bodyOf(55_000, clock), { status: 401 });
      },
      async refresh() {
        await sleep(clock, 9_000);
        return renewed();
      },
    });
    const pending = put();
    await fixture.pass(55_000);
    await fixture.pass(9_000);
    const answer = await pending;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(puts(fixture)).toBe(1);
    expect(fixture.logged('audit')).toMatchObject([{ result: 'refused', why: 'refresh_busy' }]);
  });

  it('a write is answered within longestWriteMs, whatever is slow', async () => {
    const delay = fc.integer({ min: 0, max: 40_000 });
    const step = fc.record({ headersMs: delay, bodyMs: fc.constantFrom(0, 29_000, 90_000) });
    await fc.assert(
      fc.asyncProperty(
        delay,
        step,
        step,
        fc.boolean(),
        async (refreshMs, first, second, isOver) => {
          const { fixture, clock, put } = await signedIn({
            pair: { access_token: `.${btoa(JSON.stringify({ iat: 0, exp: 60 }))}.` },
            async put(request) {
              const isRenewed = request.headers.get('authorization') === 'Bearer renewed';
              const { headersMs, bodyMs } = isRenewed ? second : first;
              await sleep(clock, headersMs);
              return new Response(bodyOf(bodyMs, clock), { status: isRenewed ? 200 : 401 });
            },
            async refresh() {
              await sleep(clock, refreshMs);
              return renewed();
            },
          });
          // The renewal is needed before or after the call.
          if (isOver) await fixture.pass(60_000);
          const startedAt = clock.now();
          let took = Infinity;
          void put().then(() => (took = clock.now() - startedAt));
          for (let passed = 0; passed < 200_000; passed += 10_000) await fixture.pass(10_000);
          expect(took).toBeLessThanOrEqual(longestWriteMs);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('T25: the longest time that a write takes', () => {
  const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

  it('matches docs/operations.md', () => {
    const [, seconds] = /write is answered within (\d+) s/.exec(text) ?? [];
    expect(Number(seconds) * 1000).toBe(longestWriteMs);
  });

  it.each([
    ['nginx.conf', 'proxy_read_timeout (\\d+)s;'],
    ['Caddyfile', 'response_header_timeout (\\d+)s'],
    ['haproxy.cfg', 'timeout server (\\d+)s'],
    // HAProxy also closes a browser's connection if the browser sends nothing while it waits.
    ['haproxy.cfg', 'timeout client (\\d+)s'],
    ['sim-service.conf', 'proxy_read_timeout (\\d+)s;'],
  ])('is shorter than the timeout of a proxy with docs/proxies/%s: %s', (file, pattern) => {
    const sample = readFileSync(new URL(`../../../docs/proxies/${file}`, import.meta.url), 'utf8');
    const seconds = Number(new RegExp(`^\\s*${pattern}$`, 'm').exec(sample)?.[1]);
    expect(seconds * 1000).toBeGreaterThan(longestWriteMs);
    expect(seconds).toBeGreaterThanOrEqual(120);
  });
});

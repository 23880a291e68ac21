import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sleep } from '#lib/clock.ts';
import {
  type Fixture,
  type FixtureCall,
  createFixture,
  signedInFixture,
  fakeService,
  groupUpdate,
} from '#testing/fixtures/gatewayFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { longestWriteMs } from './writeTime.ts';

const hour = 60 * 60_000;
const path = '/api/thingsgroup/ThingsGroupId_1';
const longSessions = { SESSION_IDLE_MINUTES: '600' };

/** The server's reason for aborting a request after its connection broke; not an Error. */
const leftOverNetwork = 'Client connection prematurely closed.';

/** A signed-in user of a service that responds to PUTs and refreshes as given, and to lists normally. */
async function signedIn(given: {
  put?: (request: Request) => Promise<Response>;
  refresh?: () => Promise<Response>;
  environment?: Readonly<Record<string, string>>;
}) {
  const signIn = fakeService();
  const clock = manualClock();
  const { fixture, cookie } = await signedInFixture({
    clock,
    environment: given.environment ?? longSessions,
    async service(request) {
      if (request.method === 'PUT') return given.put?.(request) ?? new Response('ThingsGroupId_1');
      if (request.url.endsWith('/refresh') && given.refresh) return given.refresh();
      return signIn(request);
    },
  });
  const put = (call: FixtureCall = {}) =>
    fixture.send('PUT', path, { cookie, body: groupUpdate, ...call });
  return { fixture, clock, cookie, put };
}

const puts = ({ seen }: Fixture) => seen.filter(({ method }) => method === 'PUT').length;

const unauthorized = async () => new Response(null, { status: 401 });

describe('T25: a write after its sender has disconnected', () => {
  it('is not sent while it waits for a renewal; the log says so, and the renewal continues', async () => {
    const renewal = Promise.withResolvers<void>();
    const pair = { token_type: 'Bearer', access_token: 'renewed', refresh_token: 'r2' };
    const { fixture, cookie, put } = await signedIn({
      async refresh() {
        await renewal.promise;
        return Response.json(pair);
      },
    });
    await fixture.pass(5 * hour);
    const browser = new AbortController();
    const pending = put({ signal: browser.signal });
    await fixture.pass(1_000);
    browser.abort(leftOverNetwork);
    expect((await pending).status).toBe(499);
    expect(puts(fixture)).toBe(0);
    expect(fixture.logged('audit')).toMatchObject([
      { username: 'writer', result: 'not sent', why: 'client_gone', status: 499 },
    ]);
    expect(fixture.logged('request').at(-1)).toMatchObject({ method: 'PUT', status: 499 });

    renewal.resolve();
    await fixture.send('GET', '/api/things', { cookie });
    expect(fixture.seen.at(-1)?.headers.get('authorization')).toBe('Bearer renewed');
    await fixture.pass(60_000);
    expect(puts(fixture)).toBe(0);
  });

  it('is not sent a second time if the first attempt was refused; the log says "refused"', async () => {
    const renewal = Promise.withResolvers<Response>();
    const { fixture, put } = await signedIn({ put: unauthorized, refresh: () => renewal.promise });
    const browser = new AbortController();
    const pending = put({ signal: browser.signal });
    await fixture.pass(1_000);
    browser.abort(leftOverNetwork);
    expect((await pending).status).toBe(499);
    await fixture.pass(60_000);
    expect(puts(fixture)).toBe(1);
    expect(fixture.logged('audit')).toMatchObject([
      { result: 'refused', why: 'client_gone', status: 499 },
    ]);
  });

  it('is not sent while its body is still arriving', async () => {
    const { fixture, put } = await signedIn({});
    const browser = new AbortController();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const pending = put({ stream: readable, body: undefined, signal: browser.signal });
    await fixture.pass(0);
    browser.abort(leftOverNetwork);
    await writable.abort(new Error('gone'));
    expect((await pending).status).toBe(499);
    expect(puts(fixture)).toBe(0);
    expect(fixture.logged('audit')).toMatchObject([{ result: 'not sent', why: 'client_gone' }]);
  });
});

describe('T25: a write with a complete body', () => {
  it('is not sent if its sender has already disconnected', async () => {
    const { fixture, put } = await signedIn({});
    const browser = new AbortController();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const pending = put({ stream: readable, body: undefined, signal: browser.signal });
    await fixture.pass(0);
    browser.abort(leftOverNetwork);
    const writer = writable.getWriter();
    void writer.write(new TextEncoder().encode(JSON.stringify(groupUpdate)));
    await writer.close();
    expect((await pending).status).toBe(499);
    expect(puts(fixture)).toBe(0);
  });
});

describe('T25: how long a write takes', () => {
  it('a write waits 10 s for a renewal; after that it is not sent, and Retry-After says when to retry', async () => {
    const { fixture, put } = await signedIn({
      put: unauthorized,
      refresh: () => new Promise(() => {}),
    });
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
        const body = new ReadableStream({
          async start(controller) {
            await sleep(clock, 55_000);
            controller.close();
          },
        });
        return new Response(body, { status: 401 });
      },
      async refresh() {
        await sleep(clock, 9_000);
        return Response.json({ token_type: 'Bearer', access_token: 'a', refresh_token: 'r' });
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
          const pair = { token_type: 'Bearer', access_token: 'renewed', refresh_token: 'r2' };
          const { fixture, clock, put } = await signedIn({
            async put(request) {
              const isRenewed = request.headers.get('authorization') === 'Bearer renewed';
              const { headersMs, bodyMs } = isRenewed ? second : first;
              await sleep(clock, headersMs);
              const body = new ReadableStream({
                async start(controller) {
                  await sleep(clock, bodyMs);
                  controller.close();
                },
              });
              return new Response(body, { status: isRenewed ? 200 : 401 });
            },
            async refresh() {
              await sleep(clock, refreshMs);
              return Response.json(pair);
            },
          });
          // The renewal is needed before or after the call.
          if (isOver) await fixture.pass(5 * hour);
          const startedAt = clock.now();
          let took = Infinity;
          void put().then(() => (took = clock.now() - startedAt));
          for (let passed = 0; passed < 200_000; passed += 10_000) await fixture.pass(10_000);
          expect(took).toBeLessThanOrEqual(longestWriteMs);
        },
      ),
      { numRuns: 30 },
    );
  }, 30_000);
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

describe('T24: the outcome of a write that was sent', () => {
  const ends: [string, (fixture: Fixture, cookie: string) => Promise<unknown>][] = [
    ['its user signed out', (fixture, cookie) => fixture.send('DELETE', '/session', { cookie })],
    ['its user signed in again', (fixture, cookie) => fixture.signIn('writer', { cookie })],
    ['somebody else signed in', (fixture, cookie) => fixture.signIn('other', { cookie })],
    ['its session expired', (fixture) => fixture.pass(20_000)],
  ];
  const answers = [
    [200, 'saved'],
    [409, 'refused'],
    [503, 'unknown'],
  ] as const;

  it.each(ends)('is reported even if in the meantime %s', async (_, meanwhile) => {
    for (const [status, result] of answers) {
      const held = Promise.withResolvers<Response>();
      const { fixture, cookie, put } = await signedIn({
        put: () => held.promise,
        environment: { SESSION_MAX_HOURS: '1', SESSION_IDLE_MINUTES: '600' },
      });
      await fixture.pass(hour - 10_000);
      const pending = put();
      await fixture.pass(0);
      await meanwhile(fixture, cookie);
      held.resolve(new Response('of the service', { status }));
      const answer = await pending;
      expect([answer.status, await answer.text()]).toEqual([status, 'of the service']);
      expect(answer.headers.get('x-sim-gateway-error')).toBe(null);
      expect(fixture.logged('audit')).toMatchObject([{ username: 'writer', result, status }]);
    }
  });

  it('remains "refused" after a 401 if the session has ended', async () => {
    const held = Promise.withResolvers<Response>();
    const { fixture, cookie, put } = await signedIn({ put: () => held.promise });
    const pending = put();
    await fixture.pass(0);
    await fixture.send('DELETE', '/session', { cookie });
    held.resolve(new Response(null, { status: 401 }));
    expect(await (await pending).json()).toMatchObject({ code: 'session_ended' });
    expect(puts(fixture)).toBe(1);
    expect(fixture.logged('audit')).toMatchObject([{ result: 'refused', status: 401 }]);
  });
});

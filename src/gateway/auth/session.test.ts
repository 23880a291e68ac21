import { describe, expect, it } from 'vitest';

import { ownerHeader, ownerOf } from '#contract/session.ts';
import { sessionInfo } from '#contract/sessionBodies.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import {
  type Fixture,
  createFixture,
  signedInFixture,
  fakeService,
} from '#testing/fixtures/gatewayFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { StoreUnavailableError } from '../db/storeErrors.ts';

const credentials = { username: 'writer', password: 'sandbox-writer' };

const refreshes = ({ seen }: Fixture) => seen.filter(({ url }) => url.endsWith('/refresh')).length;

/** The entire response, as received by the browser. */
const wholeText = async (answer: Response): Promise<string> =>
  JSON.stringify([...answer.headers]) + (await answer.text());

describe('T1: the browser never sees a token', () => {
  it('receives no token during a session, even with errors and renewals', async () => {
    const { fixture, cookie } = await signedInFixture();
    const calls: [string, string, unknown?][] = [
      ['GET', '/session'],
      ['PUT', '/session/customer', { customerId: 'cid_4c1e7a90' }],
      ['GET', '/api/things'],
      ['GET', '/api/thingsgroup/listWithMeasures'],
      // By now, the access token has expired, whenever it was to be renewed.
      ['GET', '/api/things'],
      ['PUT', '/api/thingsgroup/none', {}],
      ['GET', '/api/things?limit=9999'],
      ['POST', '/session', { ...credentials, password: 'wrong' }],
      ['POST', '/session', {}],
      ['GET', '/api/things?limit=1'],
      ['POST', '/session', credentials],
      ['DELETE', '/session'],
    ];
    const texts: string[] = [];
    for (const [method, path, body] of calls) {
      fixture.clock.skip(49 * 60_000);
      await fixture.pass(60_000);
      const answer = await fixture.send(method, path, { cookie, body });
      texts.push(await wholeText(answer));
    }
    expect(refreshes(fixture)).toBeGreaterThan(0);
    expect(texts.join('\n')).not.toMatch(/eyJ|Bearer|access_token|refresh_token/);
  });

  it('receives no token from a response to a sign-in that the gateway cannot read', async () => {
    const fixture = await createFixture({ service: fakeService(undefined, { refresh_token: 7 }) });
    const answer = await fixture.send('POST', '/session', { body: credentials });
    expect(answer.status).toBe(502);
    expect(await wholeText(answer)).not.toContain('access.secret');
  });
});

const lax = { PUBLIC_ORIGIN: 'https://sim.example.com' };
it.each([
  ['on https', lax, /^__Host-sim-console=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/],
  [
    'for a portal on another site',
    { ...lax, COOKIE_CROSS_SITE: 'true' },
    /^__Host-sim-console-cross-site=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=None; Partitioned$/,
  ],
  ['on http loopback', {}, /^sim-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/],
  [
    'under a path',
    { ...lax, BASE_PATH: '/tools/sim-1.2_~' },
    /^__Host-sim-console\+tools\+sim-1\.2_~=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
  ],
])('T2: the cookie is exact %s', async (_name, environment, expected) => {
  const fixture = await createFixture({ environment });
  const path = 'BASE_PATH' in environment ? `${environment.BASE_PATH}/session` : '/session';
  const answer = await fixture.send('POST', path, { body: credentials });
  const cookies = answer.headers.getSetCookie();
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatch(expected);
});

it('two consoles under two paths of one origin have separate sessions: signing in to one, or out of it, does not affect the other', async () => {
  const under = (basePath: string) => createFixture({ environment: { BASE_PATH: basePath } });
  const [outer, inner] = [await under('/a'), await under('/a/b')];
  const first = await outer.signIn();
  const second = await inner.signIn('writer', { cookie: first });
  const [name] = first.split('=');
  expect(second.split('=')[0]).not.toBe(name);

  const cookie = `${first}; ${second}`;
  expect((await outer.send('GET', '/a/session', { cookie })).status).toBe(200);
  const out = await inner.send('DELETE', '/a/b/session', { cookie });
  expect(out.headers.getSetCookie()[0]).not.toContain(`${name}=`);
  expect((await inner.send('GET', '/a/b/session', { cookie })).status).toBe(204);
  expect((await outer.send('GET', '/a/session', { cookie })).status).toBe(200);
});

it('T3: during a session, the cookie keeps its value through 50 requests and 3 renewals; a new sign-in sets a new cookie and ends the old session', async () => {
  const { fixture, cookie } = await signedInFixture();
  for (let i = 0; i < 50; i++) {
    if (i % 3 === 0) fixture.clock.skip(58 * 60_000);
    await fixture.pass(20_000);
    const answer = await fixture.send('GET', '/api/things', { cookie });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  }
  expect(refreshes(fixture)).toBeGreaterThanOrEqual(3);

  const next = await fixture.signIn('writer', { cookie });
  expect(next).not.toBe(cookie);
  const old = await fixture.send('GET', '/api/things', { cookie });
  expect([old.status, await old.json()]).toMatchObject([401, { code: 'session_ended' }]);
  expect((await fixture.send('GET', '/api/things', { cookie: next })).status).toBe(200);
});

describe('T4, T7: renewing', () => {
  /** A service that refuses every access token, and responds to a refresh as given. */
  function refusing(refresh: () => Response) {
    const service = fakeService(() => new Response(null, { status: 401 }));
    return async (call: Request) => (call.url.endsWith('/refresh') ? refresh() : service(call));
  }

  it('50 parallel requests with an expired access token cause 1 refresh and 50 responses', async () => {
    const clock = manualClock();
    const sandbox = createSandbox({ things: 60, clock });
    sandbox.faults.add({ route: 'POST /v1/auth/refresh', delayMs: 500, count: 9 });
    const { fixture, cookie } = await signedInFixture({ clock, service: sandbox.fetch });
    for (let i = 0; i < 5; i++) {
      await fixture.pass(48 * 60_000 + 1000);
      await fixture.send('GET', '/session', { cookie });
    }
    const all = Promise.all(
      Array.from({ length: 50 }, () => fixture.send('GET', '/api/things', { cookie })),
    );
    await fixture.pass(1000);
    expect((await all).map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(refreshes(fixture)).toBe(1);
  });

  it('T12: a refresh that cannot be sent yet gets 503 with Retry-After and its own code', async () => {
    const busy = () => new Response(null, { status: 429, headers: { 'retry-after': '17' } });
    const { fixture, cookie } = await signedInFixture({ service: refusing(busy) });
    const answer = await fixture.send('GET', '/api/things', { cookie });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '17']);
    expect(await answer.json()).toMatchObject({ status_code: 503, code: 'refresh_busy' });
  });

  it('T6b: a 401 from the service is forwarded without the code that means "sign in again"', async () => {
    const body = { status_code: 401, message: 'Unknown apikey', request_id: 'r' };
    const service = fakeService(() => Response.json(body, { status: 401 }));
    const { fixture, cookie } = await signedInFixture({ service });
    const answer = await fixture.send('GET', '/api/things', { cookie });
    expect([answer.status, await answer.json()]).toEqual([401, body]);
  });

  it('T9: when the service refuses both tokens, the session ends', async () => {
    const service = refusing(() => new Response(null, { status: 401 }));
    const { fixture, cookie } = await signedInFixture({ service });
    const answer = await fixture.send('GET', '/api/things', { cookie });
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'session_ended' }]);
    expect((await fixture.send('GET', '/session', { cookie })).status).toBe(204);
  });
});

describe('T17: a call that names the user its page was opened for', () => {
  const namedBy = (username: string, customerId: string | null = 'cid_4c1e7a90') => ({
    [ownerHeader]: encodeURIComponent(ownerOf({ username, customerId })),
  });
  const calls: [string, string, unknown?][] = [
    ['GET', '/api/things'],
    ['GET', '/records/changes'],
    ['PUT', '/api/thingsgroup/any', {}],
    ['PUT', '/session/customer', { customerId: 'cid_4c1e7a90' }],
  ];

  it.each(calls)('%s %s is refused in another user’s session', async (method, path, body) => {
    const { fixture, cookie } = await signedInFixture();
    await fixture.send('GET', '/api/things', { cookie });
    const before = fixture.seen.length;
    for (const headers of [namedBy('reader'), namedBy('writer', 'cid_other'), namedBy('')]) {
      const answer = await fixture.send(method, path, { cookie, headers, body });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ code: 'session_replaced' });
    }
    expect(fixture.seen.length).toBe(before);
    const own = await fixture.send('GET', path, { cookie, headers: namedBy('writer') });
    expect(await own.text()).not.toContain('session_replaced');
  });

  it.each([
    ['quotes and brackets', `"a\\", 'b' %22 <>`],
    ['letters of several scripts', 'Zoë 用户 ωψ ñ \u2028'],
    ['256 of the longest characters', '\uffee'.repeat(256)],
    ['pairs of surrogates', '🙂'.repeat(128)],
  ])('gets a response for a username with %s', async (_what, username) => {
    const fixture = await createFixture({ service: fakeService() });
    const cookie = await fixture.signIn(username);
    const who = sessionInfo.parse(await (await fixture.send('GET', '/session', { cookie })).json());
    const headers = namedBy(who.username, who.customerId);
    expect(headers[ownerHeader].length).toBeLessThan(4096);
    expect((await fixture.send('GET', '/api/things', { cookie, headers })).status).toBe(200);
  });

  it('may always ask who is signed in', async () => {
    const { fixture, cookie } = await signedInFixture();
    const answer = await fixture.send('GET', '/session', { cookie, headers: namedBy('reader') });
    expect(await answer.json()).toMatchObject({ username: 'writer' });
  });
});

describe('the session calls', () => {
  it('GET responds 204 when nobody is signed in; POST and GET return the signed-in user', async () => {
    const fixture = await createFixture();
    expect((await fixture.send('GET', '/session')).status).toBe(204);
    const answer = await fixture.send('POST', '/session', { body: credentials });
    const info = {
      username: 'writer',
      customerId: 'cid_4c1e7a90',
      mayChangeCustomer: false,
      isUnproven: true,
      endsIn: { unused: 60 * 60_000, atTheLatest: 24 * 60 * 60_000 },
    };
    expect(await answer.json()).toEqual(info);
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
    const again = await fixture.send('GET', '/session', { cookie });
    expect(await again.json()).toEqual(info);
    for (const { headers } of [answer, again, await fixture.send('GET', '/session')]) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    }
    // The service has confirmed this customer id.
    const list = await fixture.send('GET', '/api/thingsgroup/listWithMeasures', { cookie });
    expect(list.status).toBe(200);
    const confirmed = await fixture.send('GET', '/session', { cookie });
    expect(await confirmed.json()).not.toHaveProperty('isUnproven');
  });

  it('T20: a session ends after an hour of inactivity, and background calls do not extend it', async () => {
    const { fixture, cookie } = await signedInFixture();
    await fixture.clock.advance(59 * 60_000);
    expect((await fixture.send('GET', '/session', { cookie })).status).toBe(200);
    await fixture.clock.advance(59 * 60_000);
    const headers = { 'x-sim-background': '1' };
    expect((await fixture.send('GET', '/session', { cookie, headers })).status).toBe(200);
    await fixture.clock.advance(60_000);
    expect((await fixture.send('GET', '/session', { cookie })).status).toBe(204);
  });

  it('T20: a session whose last use cannot be stored still works; shortly before its end, it says that it was not extended', async () => {
    const { fixture, cookie } = await signedInFixture();
    fixture.store.sessions.touch = () =>
      Promise.reject(new StoreUnavailableError(new Error('full')));
    fixture.clock.skip(57 * 60_000);
    expect((await fixture.send('GET', '/api/things', { cookie })).status).toBe(200);
    fixture.clock.skip(60_000);
    const answer = await fixture.send('GET', '/session', { cookie });
    expect(await answer.json()).toMatchObject({ code: 'store_unavailable' });
  });

  it('T20: a session in constant use ends after 24 hours', async () => {
    const { fixture, cookie } = await signedInFixture();
    for (let quarter = 0; quarter < 95; quarter++) {
      fixture.clock.skip(15 * 60_000);
      expect((await fixture.send('GET', '/session', { cookie })).status).toBe(200);
    }
    fixture.clock.skip(15 * 60_000);
    expect((await fixture.send('GET', '/session', { cookie })).status).toBe(204);
  });
});

import { describe, expect, it } from 'vitest';

import { gatewayErrorHeader } from '#contract/session.ts';
import type { TokenPair } from '#contract/tokenPair.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { callsTo } from '#testing/fixtures/listCalls.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { testHttp } from '#testing/fixtures/testHttp.ts';

import { createApi } from '../client.ts';
import { createTokenAccess } from './tokenAccess.ts';
import { createTokenSession } from './tokenSession.ts';

const hour = 3_600_000;
const refreshRoute = 'POST /v1/auth/refresh';

/** Where the service is, and predictable chance and ids. */
function basis() {
  let ids = 0;
  return {
    config: { apiUrl: '/service', consoleUrl: '/records' },
    random: () => 0.5,
    newRequestId: () => `id-${++ids}`,
  };
}

/** One tab with a sandbox behind two paths of the page's origin. */
function fixture(options: Parameters<typeof createSandbox>[0] = {}) {
  const clock = manualClock();
  const sandbox = createSandbox({ things: 60, clock, ...options });
  const seen: { url: string; init: RequestInit }[] = [];
  let ended = 0;
  const access = createTokenAccess({
    async fetch(url, init) {
      seen.push({ url, init });
      const path = url.replace(/^\/(?:service|records)/, '');
      return sandbox.fetch(new Request(`http://sandbox.test${path}`, init));
    },
    ...basis(),
    clock,
  });
  const http = testHttp(access.fetch, { clock, onSessionEnded: () => (ended += 1) });
  const session = createTokenSession(http, access, { customerId: null, claimPath: null });
  const api = createApi(http);
  const list = () => api.things.list({ size: 25, offset: 0 });
  const signIn = (name = 'writer') =>
    session.signIn({ username: name, password: `sandbox-${name}` });
  return { access, clock, sandbox, seen, session, list, signIn, ended: () => ended };
}

async function signedIn(...given: Parameters<typeof fixture>) {
  const on = fixture(...given);
  await on.signIn();
  return on;
}

describe('a tab’s session with static hosting', () => {
  it('signs in, finds the customer id, and uses it in calls', async () => {
    const on = fixture();
    const info = await on.signIn();
    expect(info).toEqual({
      username: 'writer',
      customerId: on.sandbox.users[0]?.customerId,
      mayChangeCustomer: false,
    });
    expect(await on.session.read()).toEqual(info);
    expect((await on.list()).things).toHaveLength(25);
    expect(on.seen.map(({ url }) => url.split('?')[0])).toEqual([
      '/service/v1/auth/token',
      '/records/things',
    ]);
  });

  it('sends only the headers that the service needs, and no cookies', async () => {
    const on = await signedIn();
    await on.list();
    for (const { init } of on.seen) {
      expect(init).toMatchObject({ credentials: 'omit', cache: 'no-store', redirect: 'error' });
    }
    expect(on.seen.map(({ init }) => [...new Headers(init.headers).keys()])).toEqual([
      ['accept', 'content-type', 'x-request-id'],
      ['accept', 'apikey', 'authorization', 'x-request-id'],
    ]);
  });

  it('TS1: 50 parallel calls with an expired access token need 1 refresh, and none are refused', async () => {
    const on = await signedIn();
    await on.clock.advance(4 * hour);
    const lists = await Promise.all(Array.from({ length: 50 }, on.list));
    expect(lists.every(({ things }) => things.length === 25)).toBe(true);
    expect(callsTo(on.sandbox, refreshRoute)).toHaveLength(1);
    expect(on.ended()).toBe(0);
  });

  it('TS2: a refused refresh ends the session and is not retried', async () => {
    const on = await signedIn();
    on.sandbox.revokeTokens();
    for (let call = 0; call < 3; call++) {
      await expect(on.list()).rejects.toMatchObject({ endsSession: true, status: 401 });
    }
    expect(callsTo(on.sandbox, refreshRoute)).toHaveLength(1);
    expect(await on.session.read()).toBe(null);
    await on.signIn();
    expect((await on.list()).things).toHaveLength(25);
  });

  it('T6b: a call that is refused for another reason is an error and does not end the session', async () => {
    const on = await signedIn({ wrongApikeyStatus: 401, customerIdClaim: 'none' });
    await on.session.chooseCustomer('cid_of_nobody');
    await expect(on.list()).rejects.toMatchObject({ endsSession: false, status: 401 });
    expect(await on.session.read()).toMatchObject({ customerId: 'cid_of_nobody' });
    // T23: a refresh cannot fix a mistyped id, and a correct id does not need one.
    expect(callsTo(on.sandbox, refreshRoute)).toHaveLength(0);
    await on.session.chooseCustomer(on.sandbox.users[0]?.customerId ?? '');
    expect((await on.list()).things).toHaveLength(25);
    expect(callsTo(on.sandbox, refreshRoute)).toHaveLength(0);
    // From now on, a 401 refers to the token.
    on.sandbox.faults.add({ route: 'GET /things', count: 1, status: 401 });
    expect((await on.list()).things).toHaveLength(25);
    expect(callsTo(on.sandbox, refreshRoute)).toHaveLength(1);
  });

  it.each([
    ['session_ended', 401],
    ['refresh_busy', 503],
  ])(
    'T6b: a response from the service cannot imitate this tab’s error %s',
    async (code, status) => {
      const on = await signedIn();
      on.sandbox.faults.add({
        route: 'GET /things',
        count: 2,
        status,
        body: JSON.stringify({ code }),
        addHeaders: { 'x-sim-gateway-error': '1' },
      });
      await expect(on.list()).rejects.toMatchObject({ status, code: undefined });
      expect(on.ended()).toBe(0);
    },
  );

  it('T12: a call that waits for a renewal says how long', async () => {
    const on = await signedIn();
    on.sandbox.faults.add({ route: refreshRoute, status: 429, retryAfter: '9' });
    await on.clock.advance(4 * hour);
    await expect(on.list()).rejects.toMatchObject({ code: 'refresh_busy', retryAfterMs: 9_000 });
    await on.clock.advance(9_000);
    expect((await on.list()).things).toHaveLength(25);
  });

  it('asks for the customer id if it is not found anywhere', async () => {
    const on = fixture({ customerIdClaim: 'none' });
    const asks = { username: 'writer', mayChangeCustomer: true };
    expect(await on.signIn()).toEqual({ ...asks, customerId: null });
    const customerId = on.sandbox.users[0]?.customerId ?? '';
    expect(await on.session.chooseCustomer(customerId)).toEqual({ ...asks, customerId });
    expect((await on.list()).things).toHaveLength(25);
  });

  it('drops a response that arrives after signing out', async () => {
    const on = await signedIn();
    on.sandbox.faults.add({ route: 'GET /things', delayMs: 5_000 });
    const late = on.list().catch((error: unknown) => error);
    await on.clock.advance(0);
    await on.session.signOut();
    await on.clock.advance(5_000);
    expect(await late).toMatchObject({ endsSession: true });
    expect(callsTo(on.sandbox, 'GET /things')).toHaveLength(1);
    await expect(on.session.chooseCustomer('c1')).rejects.toMatchObject({ endsSession: true });
  });

  it('T8: leaving a page cancels its call, but not the refresh that it waited for', async () => {
    const on = await signedIn();
    await on.clock.advance(4 * hour);
    on.sandbox.faults.add({ route: refreshRoute, delayMs: 5_000 });
    const leave = new AbortController();
    // A different page in the same tab.
    const api = createApi(testHttp(on.access.fetch, { clock: on.clock }));
    const left = api.things.list({ size: 25, offset: 0 }, { signal: leave.signal });
    leave.abort();
    await expect(left).rejects.toMatchObject({ kind: 'aborted' });
    await on.clock.advance(5_000);
    expect((await on.list()).things).toHaveLength(25);
    expect(callsTo(on.sandbox, refreshRoute)).toHaveLength(1);
  });

  it('T16: a read from an ended session is retried in the new session', async () => {
    const on = await signedIn();
    on.sandbox.revokeTokens();
    on.sandbox.faults.add({ route: 'GET /things', delayMs: 5_000 });
    const late = on.list();
    await expect(on.list()).rejects.toMatchObject({ endsSession: true });
    await on.signIn();
    await on.clock.advance(5_000);
    expect((await late).things).toHaveLength(25);
    expect(on.ended()).toBe(1);
    expect(await on.session.read()).not.toBe(null);
  });

  it('gives up on a call that is not answered within a minute', async () => {
    const on = await signedIn();
    on.sandbox.faults.add({ route: 'GET /things', hang: true });
    const end = on.list().catch((error: unknown) => error);
    await on.clock.advance(60_000);
    expect(await end).toMatchObject({ kind: 'network' });
  });

  it('a sign-in response without tokens is an error, and nobody is signed in', async () => {
    const on = fixture();
    on.sandbox.faults.add({ route: 'POST /v1/auth/token', body: '{"ok":true}' });
    await expect(on.signIn()).rejects.toMatchObject({ kind: 'malformed' });
    expect(await on.session.read()).toBe(null);
  });
});

const writer = { username: 'writer', customerId: 'c1', mayChangeCustomer: false };

function pair(name: string): TokenPair {
  return { token_type: 'Bearer', access_token: `at-${name}`, refresh_token: `rt-${name}` };
}

/** A response's status, and its code if the error is the tab's own. */
async function read(answer: Promise<Response>) {
  const { status, headers } = await answer;
  const text = await (await answer).clone().text();
  const body: unknown = headers.has(gatewayErrorHeader) ? JSON.parse(text) : undefined;
  const code: unknown = Reflect.get(Object(body), 'code');
  return { status, code };
}

/** A tab whose access token `at-old` is refused, and whose renewal is answered when `release` is called. */
function tab() {
  const clock = manualClock();
  const seen: string[] = [];
  let release = () => {};
  const renewal = new Promise<void>((resolve) => (release = resolve));
  const access = createTokenAccess({
    async fetch(path, { method = 'GET', headers }) {
      if (path.endsWith('/refresh')) {
        await renewal;
        return Response.json(pair('renewed'));
      }
      const token = new Headers(headers).get('authorization');
      seen.push(`${method} as ${token}`);
      return new Response(null, { status: token === 'Bearer at-old' ? 401 : 200 });
    },
    ...basis(),
    clock,
  });
  access.begin(writer, pair('old'));
  async function call(method: string, meanwhile: () => void) {
    const answer = access.fetch('/api/thingsgroup/g1', { method });
    await clock.advance(0);
    meanwhile();
    release();
    const { status, code } = await read(answer);
    return { status, endsSession: code === 'session_ended', seen };
  }
  return { access, call };
}

describe('T18: a call that waits for a renewal while its session ends', () => {
  it.each(['GET', 'PUT'])('is not sent for a user who has signed out: %s', async (method) => {
    const { access, call } = tab();
    const end = await call(method, () => access.end());
    expect(end).toEqual({ status: 401, endsSession: true, seen: [`${method} as Bearer at-old`] });
  });

  it('is not sent after another user signs in, and does not end that user’s session', async () => {
    const { access, call } = tab();
    const end = await call('GET', () =>
      access.begin({ ...writer, username: 'other' }, pair('new')),
    );
    expect(end).toEqual({ status: 401, endsSession: false, seen: ['GET as Bearer at-old'] });
  });

  it('T16: is retried in the same user’s new session if it is a read', async () => {
    const { access, call } = tab();
    const end = await call('GET', () => access.begin(writer, pair('new')));
    expect(end).toMatchObject({ status: 200, seen: [expect.anything(), 'GET as Bearer at-new'] });
  });

  it('T16: waits for the user if it is a write', async () => {
    const { access, call } = tab();
    const end = await call('PUT', () => access.begin(writer, pair('new')));
    expect(end).toEqual({ status: 401, endsSession: false, seen: ['PUT as Bearer at-old'] });
  });
});

describe('T24: a call whose response arrives after its session ended', () => {
  /** The service holds back the response to a call until `meanwhile` has happened. */
  async function answered(method: string, status: number, meanwhile: (access: Tab) => void) {
    const reached = Promise.withResolvers<void>();
    const held = Promise.withResolvers<Response>();
    const access = createTokenAccess({
      async fetch() {
        reached.resolve();
        return held.promise;
      },
      ...basis(),
      clock: manualClock(),
    });
    access.begin(writer, pair('old'));
    const answer = access.fetch('/api/thingsgroup/g1', { method });
    await reached.promise;
    meanwhile(access);
    held.resolve(new Response(null, { status }));
    return read(answer);
  }
  type Tab = ReturnType<typeof createTokenAccess>;
  const other = { ...writer, username: 'other' };

  it.each([
    ['signed out', (access: Tab) => access.end()],
    ['signed in again', (access: Tab) => access.begin(writer, pair('new'))],
    ['was replaced by another user', (access: Tab) => access.begin(other, pair('new'))],
  ])('is reported unchanged for a write by a user who %s', async (_, meanwhile) => {
    expect(await answered('PUT', 200, meanwhile)).toEqual({ status: 200 });
    expect(await answered('PUT', 409, meanwhile)).toEqual({ status: 409 });
    expect(await answered('PUT', 503, meanwhile)).toEqual({ status: 503 });
  });

  it('T17: is withheld from a read by a user who signed out or was replaced by another', async () => {
    const ended = { status: 401, code: 'session_ended' };
    expect(await answered('GET', 200, (access) => access.end())).toEqual(ended);
    expect(await answered('GET', 200, (access) => access.begin(other, pair('new')))).toEqual({
      status: 401,
      code: 'session_replaced',
    });
  });
});

import { describe, expect, it } from 'vitest';

import {
  type Fixture,
  type FixtureCall,
  createFixture,
  signedInFixture,
  fakeService,
} from '#testing/fixtures/gatewayFixture.ts';

const minute = 60_000;
const environment = { SESSION_IDLE_MINUTES: '600', CLIENT_IP_HEADER: 'X-Real-IP' };
const crowded = { headers: { 'x-real-ip': '203.0.113.66' } };

/** A service where every access token has expired and every refresh token works, but not from a crowded address. */
async function expired(count: number) {
  const signIn = fakeService();
  let renewals = 0;
  const fixture = await createFixture({
    environment,
    async service(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/v1/auth/refresh') {
        const isCrowded = request.headers.get('x-real-ip') === crowded.headers['x-real-ip'];
        if (isCrowded) return new Response(null, { status: 429, headers: { 'retry-after': '60' } });
        renewals += 1;
        const tokens = { access_token: `renewed-${renewals}`, refresh_token: `r-${renewals}` };
        return Response.json({ token_type: 'Bearer', ...tokens });
      }
      if (pathname.startsWith('/v1/')) return signIn(request);
      const isRenewed = request.headers.get('authorization')?.startsWith('Bearer renewed-');
      return isRenewed === true ? Response.json([]) : new Response(null, { status: 401 });
    },
  });
  const cookies: string[] = [];
  for (let person = 0; person < count; person++)
    cookies.push(await fixture.signIn(`user${person}`));
  return { fixture, cookies, renewals: () => renewals };
}

const list = (fixture: Fixture, cookie: string | undefined, call: FixtureCall = {}) =>
  fixture.send('GET', '/api/things', { cookie, ...call });

const queued = async (fixture: Fixture) =>
  /^sim_console_refresh_queue (\d+)$/m.exec(await fixture.metrics())?.[1];

describe('T12: more users than the service allows renewals per minute', () => {
  it('see how many users are ahead and when to ask again, and are renewed in order', async () => {
    const { fixture, cookies, renewals } = await expired(17);
    const answers = await Promise.all(cookies.map((cookie) => list(fixture, cookie)));
    expect(answers.map(({ status }) => status)).toEqual(
      cookies.map((_, index) => (index < 5 ? 200 : 503)),
    );
    const last = answers[16];
    expect(await last?.json()).toMatchObject({
      code: 'refresh_busy',
      message: 'Your sign-in is queued for renewal. Sessions ahead of yours: 11.',
      ahead: 11,
    });
    expect(answers[5]?.headers.get('retry-after')).toBe('61');
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThanOrEqual(45);
    expect(await queued(fixture)).toBe('12');

    await fixture.pass(61_000);
    expect(await (await list(fixture, cookies[16])).json()).toMatchObject({ ahead: 6 });
    await fixture.pass(122_000);
    expect([renewals(), await queued(fixture)]).toEqual([17, '0']);
    const after = await Promise.all(cookies.map((cookie) => list(fixture, cookie)));
    expect(after.every(({ status }) => status === 200)).toBe(true);
    expect(renewals()).toBe(17);
  });

  it('are not held up by users who sign in again or sign out, because those leave the queue', async () => {
    const { fixture, cookies, renewals } = await expired(12);
    await Promise.all(cookies.map((cookie) => list(fixture, cookie)));
    await fixture.signIn('user7', { cookie: cookies[7] });
    await fixture.send('DELETE', '/session', { cookie: cookies[8] });
    expect(await queued(fixture)).toBe('5');
    await fixture.pass(61_000);
    expect([renewals(), await queued(fixture)]).toEqual([10, '0']);
    expect((await list(fixture, cookies[11])).status).toBe(200);
  });
});

it('S7: a session whose address is over the service’s own limit waits alone, and is renewed from another address', async () => {
  const { fixture, cookies } = await expired(2);
  expect((await list(fixture, cookies[0], crowded)).headers.get('retry-after')).toBe('60');
  expect((await list(fixture, cookies[1])).status).toBe(200);
  await fixture.pass(61_000);
  expect((await list(fixture, cookies[0])).status).toBe(200);
});

describe('C5: records, once the access token has expired', () => {
  it.each([
    ['the service refuses to renew it', 401, 403],
    ['the service is unavailable', 503, 200],
  ])('if %s (%i), are answered with %i', async (_, refreshed, status) => {
    const { fixture, cookie, read } = await signedInFixture({
      environment,
      service: async (request) =>
        new URL(request.url).pathname === '/v1/auth/refresh'
          ? new Response(null, { status: refreshed })
          : fakeService(() => Response.json([{ ThingsGroupId: 'g1' }]))(request),
    });
    await read('/api/thingsgroup/listWithMeasures');
    const readAgain = () => fixture.send('GET', '/records/changes', { cookie });
    expect((await readAgain()).status).toBe(200);
    expect(fixture.seen.filter(({ url }) => url.endsWith('/refresh'))).toEqual([]);
    fixture.clock.skip(4 * 60 * minute);
    await readAgain();
    await fixture.pass(minute);
    expect(fixture.seen.filter(({ url }) => url.endsWith('/refresh'))).toHaveLength(1);
    expect((await readAgain()).status).toBe(status);
  });
});

describe('H8: a refresh', () => {
  it('carries the client’s last known address, if a header for it is configured', async () => {
    const { fixture, cookies } = await expired(1);
    const from = (address: string) => ({ headers: { 'x-real-ip': address } });
    await fixture.send('GET', '/session', { cookie: cookies[0], ...from('6.6.6.6, 203.0.113.7') });
    await list(fixture, cookies[0], from('6.6.6.6, 203.0.113.9'));
    const refresh = fixture.seen.find(({ url }) => url.endsWith('/refresh'));
    const { 'x-request-id': requestId, ...others } = Object.fromEntries(refresh?.headers ?? []);
    expect(requestId).toMatch(/^[\da-f-]{36}$/);
    expect(others).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'sim-console/1.2.3',
      'x-real-ip': '203.0.113.9',
    });
  });

  it('carries the header only if its value is an address', async () => {
    const { fixture, cookies } = await expired(1);
    await list(fixture, cookies[0], { headers: { 'x-real-ip': 'a secret' } });
    const refresh = fixture.seen.find(({ url }) => url.endsWith('/refresh'));
    expect(refresh?.headers.get('x-real-ip')).toBe(null);
  });
});

it('T23, S7: a session that the service refuses whatever its token gets the service’s 401, and ends after four renewals in 36 minutes with the reason stated', async () => {
  const { fixture, cookie } = await signedInFixture({
    environment,
    service: fakeService(() => Response.json({ message: 'Unknown apikey' }, { status: 401 })),
  });
  const codes = new Set<unknown>();
  let answer = await list(fixture, cookie);
  for (let passed = 0; passed < 36; passed++) {
    codes.add(Reflect.get(Object(await answer.json()), 'message'));
    await fixture.pass(minute);
    answer = await list(fixture, cookie);
  }
  expect([...codes]).toEqual(['Unknown apikey']);
  const text = await answer.text();
  const ended = { code: 'session_ended', wasUseless: true };
  expect([answer.status, JSON.parse(text)]).toMatchObject([401, ended]);
  expect(text).toContain('the customer ID may be wrong');
  expect(fixture.seen.filter(({ url }) => url.endsWith('/refresh'))).toHaveLength(4);
  expect((await fixture.send('GET', '/session', { cookie })).status).toBe(204);
});

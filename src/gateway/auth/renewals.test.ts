import { describe, expect, it } from 'vitest';

import {
  type Bench,
  type BenchCall,
  createBench,
  fakeService,
} from '#testing/fixtures/gatewayFixture.ts';

const minute = 60_000;
const environment = { SESSION_IDLE_MINUTES: '600', CLIENT_IP_HEADER: 'X-Real-IP' };

/** A service whose access tokens are all over, and that renews each refresh token to one that works. */
async function expired(count: number) {
  const signIn = fakeService();
  let renewals = 0;
  const bench = await createBench({
    environment,
    async service(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/v1/auth/refresh') {
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
  for (let person = 0; person < count; person++) cookies.push(await bench.signIn(`user${person}`));
  return { bench, cookies, renewals: () => renewals };
}

const list = (bench: Bench, cookie: string | undefined, call: BenchCall = {}) =>
  bench.send('GET', '/api/things', { cookie, ...call });

const queued = async (bench: Bench) =>
  /^sim_console_refresh_queue (\d+)$/m.exec(await bench.metrics())?.[1];

describe('T12: more people than the service lets renew in a minute', () => {
  it('learn how many are before them and when to ask again, and are renewed in order', async () => {
    const { bench, cookies, renewals } = await expired(17);
    const answers = await Promise.all(cookies.map((cookie) => list(bench, cookie)));
    expect(answers.map(({ status }) => status)).toEqual(
      cookies.map((_, index) => (index < 5 ? 200 : 503)),
    );
    const last = answers[16];
    expect(await last?.json()).toMatchObject({
      code: 'refresh_busy',
      message: 'Your sign-in has to be renewed first. Sessions before yours: 11.',
      ahead: 11,
    });
    expect(answers[5]?.headers.get('retry-after')).toBe('61');
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThanOrEqual(45);
    expect(await queued(bench)).toBe('12');

    await bench.pass(61_000);
    expect(await (await list(bench, cookies[16])).json()).toMatchObject({ ahead: 6 });
    await bench.pass(122_000);
    expect([renewals(), await queued(bench)]).toEqual([17, '0']);
    const after = await Promise.all(cookies.map((cookie) => list(bench, cookie)));
    expect(after.every(({ status }) => status === 200)).toBe(true);
    expect(renewals()).toBe(17);
  });

  it('are not held up by people who sign in again or out: those leave the queue', async () => {
    const { bench, cookies, renewals } = await expired(12);
    await Promise.all(cookies.map((cookie) => list(bench, cookie)));
    await bench.signIn('user7', { cookie: cookies[7] });
    await bench.send('DELETE', '/session', { cookie: cookies[8] });
    expect(await queued(bench)).toBe('5');
    await bench.pass(61_000);
    expect([renewals(), await queued(bench)]).toEqual([10, '0']);
    expect((await list(bench, cookies[11])).status).toBe(200);
  });
});

describe('H8: a refresh', () => {
  it('carries the last known address of the client, if a header for it is configured', async () => {
    const { bench, cookies } = await expired(1);
    const from = (address: string) => ({ headers: { 'x-real-ip': address } });
    await bench.send('GET', '/session', { cookie: cookies[0], ...from('6.6.6.6, 203.0.113.7') });
    await list(bench, cookies[0], from('6.6.6.6, 203.0.113.9'));
    const refresh = bench.seen.find(({ url }) => url.endsWith('/refresh'));
    const { 'x-request-id': requestId, ...others } = Object.fromEntries(refresh?.headers ?? []);
    expect(requestId).toMatch(/^[\da-f-]{36}$/);
    expect(others).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'sim-console/1.2.3',
      'x-real-ip': '203.0.113.9',
    });
  });

  it('carries nothing that is not an address', async () => {
    const { bench, cookies } = await expired(1);
    await list(bench, cookies[0], { headers: { 'x-real-ip': 'a secret' } });
    const refresh = bench.seen.find(({ url }) => url.endsWith('/refresh'));
    expect(refresh?.headers.get('x-real-ip')).toBe(null);
  });
});

describe('T23, S7: a session whose calls are refused with any token', () => {
  it('gets the service’s 401, and ends after four renewals in 36 minutes, with the reason', async () => {
    const bench = await createBench({
      environment,
      service: fakeService(() => Response.json({ message: 'Unknown apikey' }, { status: 401 })),
    });
    const cookie = await bench.signIn();
    const codes = new Set<unknown>();
    let answer = await list(bench, cookie);
    for (let passed = 0; passed < 36; passed++) {
      const body: unknown = await answer.json();
      codes.add(Reflect.get(Object(body), 'message'));
      await bench.pass(minute);
      answer = await list(bench, cookie);
    }
    expect([...codes]).toEqual(['Unknown apikey']);
    const text = await answer.text();
    expect([answer.status, JSON.parse(text)]).toMatchObject([
      401,
      { code: 'session_ended', wasUseless: true },
    ]);
    expect(text).toContain('the customer ID may be wrong');
    expect(bench.seen.filter(({ url }) => url.endsWith('/refresh'))).toHaveLength(4);
    expect((await bench.send('GET', '/session', { cookie })).status).toBe(204);
  });
});

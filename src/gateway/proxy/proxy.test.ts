import { describe, expect, it } from 'vitest';

import {
  signedInFixture,
  fakeService,
  never,
  groupUpdate,
} from '#testing/fixtures/gatewayFixture.ts';

/** The server's reason for aborting a request after its connection broke; not an Error. */
const leftOverNetwork = 'Client connection prematurely closed.';

/** A service that never responds to anything but a sign-in. */
const silent = fakeService((request) => never(request.signal));

/** Requests a list, for which the service returns the given response. */
async function readList(answer: Parameters<typeof fakeService>[0]) {
  const { fixture, cookie } = await signedInFixture({ service: fakeService(answer) });
  fixture.seen.length = 0;
  return { fixture, answer: await fixture.send('GET', '/api/things', { cookie }) };
}

describe('H8, H9: the headers of a call and of its response', () => {
  it('H8: the service sees the gateway’s headers and none of the browser’s', async () => {
    const { fixture, cookie } = await signedInFixture({ service: fakeService() });
    await fixture.send('GET', '/api/things', {
      cookie,
      headers: {
        'x-request-id': 'from-browser-1',
        authorization: 'Bearer stolen',
        apikey: 'cid_other',
        accept: 'text/html',
        'accept-language': 'de',
        'user-agent': 'Browser',
        origin: 'http://localhost:8080',
        referer: 'http://localhost:8080/things',
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil.example',
        x_forwarded_for: '6.6.6.6',
        forwarded: 'for=6.6.6.6',
        'x-real-ip': '6.6.6.6',
      },
    });
    expect(Object.fromEntries(fixture.seen.at(-1)?.headers ?? [])).toEqual({
      accept: 'application/json',
      apikey: 'cid_test',
      authorization: 'Bearer access.secret',
      'user-agent': 'sim-console/1.2.3',
      'x-request-id': 'from-browser-1',
    });
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['not an address', null],
  ])('H8: a configured client address %s is forwarded as %s', async (value, expected) => {
    const environment = { CLIENT_IP_HEADER: 'X-Real-IP' };
    const { fixture, cookie } = await signedInFixture({ environment, service: fakeService() });
    await fixture.send('GET', '/api/things', { cookie, headers: { 'x-real-ip': value } });
    expect(fixture.seen.at(-1)?.headers.get('x-real-ip') ?? null).toBe(expected);
  });

  it('H8: an invalid request id is replaced', async () => {
    const { fixture, cookie } = await signedInFixture({ service: fakeService() });
    await fixture.send('GET', '/api/things', { cookie, headers: { 'x-request-id': 'a b"c' } });
    expect(fixture.seen.at(-1)?.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  it('H9: the browser sees a few of the service’s headers, and the service’s request id', async () => {
    const { answer } = await readList(() =>
      Response.json([], {
        headers: {
          'x-request-id': 'service-1',
          'x-ratelimit-limit': '5',
          'x-ratelimit-remaining': '4',
          'retry-after': '7',
          'x-sim-gateway-error': '1',
          'set-cookie': 'a=b',
          server: 'secret/1',
          'x-powered-by': 'secret',
          'access-control-allow-origin': '*',
          'content-security-policy': "default-src 'unsafe-inline'",
          'cache-control': 'public',
          location: 'http://internal.example',
        },
      }),
    );
    const { headers } = answer;
    expect(headers.get('x-request-id')).toBe('service-1');
    expect(headers.get('x-ratelimit-limit')).toBe('5');
    expect(headers.get('x-ratelimit-remaining')).toBe('4');
    expect([headers.get('retry-after'), headers.get('cache-control')]).toEqual(['7', 'no-store']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const dropped = ['set-cookie', 'server', 'x-powered-by', 'location', 'x-sim-gateway-error'];
    for (const name of dropped) expect(headers.get(name)).toBe(null);
  });
});

it.each([
  ['a date, relative to the service’s Date', 'Sat, 21 Nov 2026 12:00:09 GMT', '9'],
  ['seconds, unchanged', '7', '7'],
  ['garbage, unchanged', 'soon', 'soon'],
])('R5: Retry-After is forwarded relative to the service’s clock: %s', async (_, after, passed) => {
  const headers = { 'retry-after': after, date: 'Sat, 21 Nov 2026 12:00:00 GMT' };
  const { answer } = await readList(() => new Response('No', { status: 429, headers }));
  expect([answer.headers.get('retry-after'), answer.headers.get('date')]).toEqual([passed, null]);
});

it('H11: a user has at most 60 reads under way, in all sessions together', async () => {
  const { fixture, cookie } = await signedInFixture({ service: silent });
  const cookies = [cookie, await fixture.signIn('WRITER')];
  const other = await fixture.signIn('anna');
  fixture.seen.length = 0;
  const browser = new AbortController();
  const read = (as: string | undefined) =>
    fixture.send('GET', '/api/things', { cookie: as, signal: browser.signal });
  const reads = Array.from({ length: 60 }, (_, index) => read(cookies[index % 2]));
  await fixture.pass(0);
  const refused = await read(cookie);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
  expect(await refused.json()).toMatchObject({ code: 'records_limited' });
  const ofOther = read(other);
  await fixture.pass(0);
  expect(fixture.seen).toHaveLength(61);
  browser.abort(leftOverNetwork);
  for (const left of await Promise.all([...reads, ofOther])) expect(left.status).toBe(499);
  void fixture.send('GET', '/api/things', { cookie });
  await fixture.pass(0);
  expect(fixture.seen).toHaveLength(62);
});

it.each([408, 421])('R14: %d becomes 504: browsers would repeat a PUT', async (status) => {
  const { answer } = await readList(() => new Response('Its words', { status }));
  expect([answer.status, await answer.text()]).toEqual([504, 'Its words']);
});

describe('H10, H11: responses that cannot be forwarded', () => {
  it.each([301, 302, 303, 307, 308])('H10: %d becomes 502, and is not followed', async (status) => {
    const headers = { location: 'http://evil.example/' };
    const { fixture, answer } = await readList(() => new Response(null, { status, headers }));
    expect([answer.status, await answer.json()]).toMatchObject([502, { code: 'upstream_answer' }]);
    expect(fixture.seen.map(({ redirect }) => redirect)).toEqual(['manual']);
  });

  it('H11: a response over 10 MiB becomes 502, and its stream is cancelled', async () => {
    let cancelled = false;
    let sent = 0;
    const chunk = new Uint8Array(1024 * 1024);
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1;
          controller.enqueue(chunk);
        },
        cancel: () => void (cancelled = true),
      });
    expect((await readList(() => new Response(body()))).answer.status).toBe(502);
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThan(15);
  });

  it('H11: headers not received within 30 s become 504 with a request id', async () => {
    const { fixture, cookie } = await signedInFixture({ service: silent });
    const headers = { 'x-request-id': 'mine-1' };
    const pending = fixture.send('GET', '/api/things', { cookie, headers });
    await fixture.clock.advance(29_999);
    expect(fixture.seen.at(-1)?.signal.aborted).toBe(false);
    await fixture.clock.advance(1);
    const answer = await pending;
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({ code: 'upstream_timeout', request_id: 'mine-1' });
  });

  it('H11: a body that takes longer than 60 s becomes 504', async () => {
    const service = fakeService(() => new Response(new ReadableStream()));
    const { fixture, cookie } = await signedInFixture({ service });
    const pending = fixture.send('GET', '/api/things', { cookie });
    await fixture.clock.advance(60_000);
    expect((await pending).status).toBe(504);
  });

  it('H11, H19: an unreachable service becomes 502, without its address', async () => {
    const failure = new Error('connect ECONNREFUSED secret.internal:443');
    const { answer } = await readList(() => Promise.reject(failure));
    const requestId: unknown = expect.any(String);
    expect(answer.status).toBe(502);
    expect(await answer.json()).toEqual({
      status_code: 502,
      message: 'The service could not be reached.',
      request_id: requestId,
      code: 'upstream_unreachable',
    });
  });

  it.each([
    ['GET', '/api/things', true, undefined],
    ['PUT', '/api/thingsgroup/a', false, groupUpdate],
  ])('H11: leaving the page cancels a %s of %s: %s', async (method, path, cancels, body) => {
    const { fixture, cookie } = await signedInFixture({ service: silent });
    const browser = new AbortController();
    const pending = fixture.send(method, path, { cookie, body, signal: browser.signal });
    await fixture.clock.advance(100);
    browser.abort(leftOverNetwork);
    await fixture.clock.advance(100);
    expect(fixture.seen.at(-1)?.signal.aborted).toBe(cancels);
    await fixture.clock.advance(60_000);
    await pending;
  });

  it('H11: a cancelled read is 499 in the log and the metrics, not a failure', async () => {
    const { fixture, cookie } = await signedInFixture({ service: silent });
    const browser = new AbortController();
    const pending = fixture.send('GET', '/api/things', { cookie, signal: browser.signal });
    await fixture.clock.advance(100);
    browser.abort(leftOverNetwork);
    expect((await pending).status).toBe(499);
    const last: unknown = JSON.parse(fixture.log.at(-1) ?? '');
    expect(last).toMatchObject({ event: 'request', route: '/api/things', status: 499, ms: 100 });
    expect(fixture.log.filter((line) => line.includes('"failure"'))).toEqual([]);
    expect(await fixture.metrics()).toContain('route="/api/things",status="499"} 1');
  });

  it.each([
    ['announced', { 'content-length': '65537' }],
    ['unannounced', {}],
  ])('H11: a body over 64 KiB, %s, gets 413', async (_name, headers) => {
    const { fixture, cookie } = await signedInFixture();
    fixture.seen.length = 0;
    const body = 'x'.repeat(64 * 1024);
    const answer = await fixture.send('PUT', '/api/thingsgroup/a', { cookie, body, headers });
    expect(answer.status).toBe(413);
    expect(fixture.seen).toHaveLength(0);
  });

  it('H11: a body not declared as JSON gets 415', async () => {
    const { fixture, cookie } = await signedInFixture();
    const sent = { cookie, body: groupUpdate, headers: { 'content-type': 'text/plain' } };
    expect((await fixture.send('PUT', '/api/thingsgroup/a', sent)).status).toBe(415);
    expect((await fixture.send('POST', '/session', sent)).status).toBe(415);
  });
});

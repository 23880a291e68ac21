import { describe, expect, it } from 'vitest';

import { createFixture, signedInFixture } from '#testing/fixtures/gatewayFixture.ts';

import { isFromConsole } from './guard.ts';

/** The gateway's routes behind the guard, with methods they accept and methods they refuse. */
const guardedCalls: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/session'],
  ['POST', '/session'],
  ['DELETE', '/session'],
  ['PUT', '/session/customer'],
  ['GET', '/session/else'],
  ['GET', '/api'],
  ['GET', '/api/things'],
  ['GET', '/api/thingsgroup/listWithMeasures'],
  ['PUT', '/api/thingsgroup/ThingsGroupId_1'],
  ['DELETE', '/api/thingsgroup/ThingsGroupId_1'],
  ['OPTIONS', '/api/things'],
  ['OPTIONS', '/session'],
  ['POST', '/api/v1/auth/token'],
  ['PATCH', '/api/else'],
  ['GET', '/records/changes'],
  ['GET', '/records/fleet'],
  ['GET', '/records/fleet/things/8988'],
  ['POST', '/records/fleet/readings'],
  ['PUT', '/records/fleet/readings/one'],
];

const origin = 'https://sim.example.com';
const foreign = 'https://evil.example';

/** Combinations of headers, and whether a read or a write with them is accepted. */
const states: readonly (readonly [
  name: string,
  headers: Record<string, string>,
  read: boolean,
  write: boolean,
])[] = [
  ['no header at all', {}, false, false],
  ['no console header', { 'sec-fetch-site': 'same-origin', origin }, false, false],
  ['a wrong header', { 'x-sim-console': '0', 'sec-fetch-site': 'same-origin' }, false, false],
  ['same-origin', { 'x-sim-console': '1', 'sec-fetch-site': 'same-origin' }, true, true],
  ['same-site', { 'x-sim-console': '1', 'sec-fetch-site': 'same-site', origin }, false, false],
  ['cross-site', { 'x-sim-console': '1', 'sec-fetch-site': 'cross-site', origin }, false, false],
  ['none', { 'x-sim-console': '1', 'sec-fetch-site': 'none' }, false, false],
  ['an unknown site', { 'x-sim-console': '1', 'sec-fetch-site': 'x', origin }, false, false],
  ['only its own Origin', { 'x-sim-console': '1', origin }, true, true],
  ['only a foreign Origin', { 'x-sim-console': '1', origin: foreign }, false, false],
  ['only Origin null', { 'x-sim-console': '1', origin: 'null' }, false, false],
  ['an Origin on another port', { 'x-sim-console': '1', origin: `${origin}:444` }, false, false],
  [
    'only an Origin with http',
    { 'x-sim-console': '1', origin: 'http://sim.example.com' },
    false,
    false,
  ],
  ['neither site nor Origin', { 'x-sim-console': '1' }, true, false],
];

it.each(states)('H5: whether a call comes from the console: %s', (_, headers, read, write) => {
  const statusesOf = (method: string) =>
    isFromConsole({ method, headers: new Headers(headers) }, origin);
  expect(['GET', 'HEAD'].map(statusesOf)).toEqual([read, read]);
  expect(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].map(statusesOf)).toEqual(
    Array.from({ length: 5 }, () => write),
  );
});

describe('H5: every route refuses calls from other sites before calling the service', () => {
  const refusals = guardedCalls.flatMap(([method, path]) =>
    states
      .filter(([, , read, write]) => !(method === 'GET' ? read : write))
      .map(([name, headers]) => [method, path, name, headers] as const),
  );

  it('is tested with over 60 combinations', () => {
    expect(refusals.length).toBeGreaterThan(60);
  });

  it.each(refusals)('%s %s with %s', async (method, path, _name, headers) => {
    const { fixture, cookie } = await signedInFixture({ environment: { PUBLIC_ORIGIN: origin } });
    fixture.seen.length = 0;
    const answer = await fixture.send(method, path, {
      cookie,
      bare: true,
      headers: { 'content-type': 'application/json', ...headers },
      ...(['POST', 'PUT'].includes(method) && { body: {} }),
    });
    expect([answer.status, answer.headers.get('x-sim-gateway-error')]).toEqual([403, '1']);
    expect(await answer.json()).toMatchObject({ status_code: 403, code: 'not_from_console' });
    expect(fixture.seen).toHaveLength(0);
  });

  it('H6: no response allows another origin, not even to a preflight request', async () => {
    const fixture = await createFixture();
    const answers = await Promise.all([
      fixture.send('OPTIONS', '/api/things', { bare: true, headers: { origin: foreign } }),
      fixture.send('OPTIONS', '/', { bare: true, headers: { origin: foreign } }),
      fixture.send('GET', '/', { bare: true, headers: { origin: foreign } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 405, 200]);
    for (const { headers } of answers) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('a sandbox without SANDBOX=true', () => {
  const from = (page: string) => ({ origin: page, 'sec-fetch-site': 'same-origin' });
  async function signInFrom(page: string, SANDBOX: string) {
    const fixture = await createFixture({ environment: { SANDBOX } });
    const body = { username: 'writer', password: 'sandbox-writer' };
    return fixture.send('POST', '/session', { body, headers: from(page) });
  }

  it('accepts no sign-in from a page on another machine, even behind a proxy', async () => {
    const answer = await signInFrom('https://sim.example.com', '');
    expect(answer.status).toBe(403);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ status_code: 403, code: 'not_from_console' });
    expect(text).toMatch(/SIM_API_URL .* SANDBOX=true/);
  });

  it.each([
    ['http://localhost:8080', ''],
    ['http://127.0.0.1:8080', ''],
    ['https://sim.example.com', 'true'],
  ])('accepts a sign-in from %s with SANDBOX=%j', async (page, asked) => {
    expect((await signInFrom(page, asked)).status).toBe(200);
  });
});

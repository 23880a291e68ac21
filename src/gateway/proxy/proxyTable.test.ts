import { expect, it } from 'vitest';

import { thingsQuery } from '#contract/thingsQuery.ts';
import { signedInFixture, fakeService, groupUpdate } from '#testing/fixtures/gatewayFixture.ts';

/** `Request` would normalize these paths; server.test.ts sends them unchanged. */
const climbing = ['/api/../v1/users', '/api/%2e%2e/v1/users', '/api/.%2e/.%2e/etc/passwd'];

const traversals = [
  ...climbing,
  '/api/..%2fv1/users',
  '/api/..%5cv1/users',
  '/api//things',
  '/api///evil.example/things',
  '/api/things/',
  '/api/things/..',
  '/api/things/89000000000000000001',
  '/api/things%2f',
  '/api/things%00',
  '/api/things%0d%0aHost:evil.example',
  '/api/things;a=b',
  '/api/THINGS',
  '/api/v1/things',
  '/api/v1/auth/token',
  '/api/v1/auth/refresh',
  '/api/@evil.example/things',
  '/api/http://evil.example/things',
  '/api/http:%2f%2fevil.example/things',
  '/api/\\evil.example\\things',
  '/api/thingsgroup',
  '/api/thingsgroup/',
  '/api/thingsgroup/..',
  '/api/thingsgroup/.',
  '/api/thingsgroup/...',
  '/api/thingsgroup/%2e%2e',
  '/api/thingsgroup/a%2f..%2f..%2fusers',
  '/api/thingsgroup/a%5c..%5cusers',
  '/api/thingsgroup/a%0ab',
  '/api/thingsgroup/%ed%a0%80',
  '/api/thingsgroup/a%00b',
  '/api/thingsgroup/%',
  '/api/thingsgroup/%ff',
  '/api/thingsgroup/a/b',
  `/api/thingsgroup/${'a'.repeat(129)}`,
  '/ap%69/thingsgroup/a',
];

/** Ids are opaque (API document 2). Each is given as sent by the browser and as received by the service. */
const legalIds = [
  ['a%2Bb%2Fc%3Dd', 'a%2Bb%2Fc%3Dd'],
  ['a+b=c', 'a%2Bb%3Dc'],
  ['50%25', '50%25'],
  ['%252e%252e', '%252e%252e'],
  ['a%252fb', 'a%252fb'],
  ['a%20b', 'a%20b'],
  ['a;b', 'a%3Bb'],
  ['a@evil.example', 'a%40evil.example'],
  ['http:%2f%2fevil.example%2fthings', 'http%3A%2F%2Fevil.example%2Fthings'],
  ['%2f%2fevil.example', '%2F%2Fevil.example'],
  ['a%5cb', 'a%5Cb'],
  ['a%3Fapikey=b%23c', 'a%3Fapikey%3Db%23c'],
  ['Things%3Aa-b.c_1', 'Things%3Aa-b.c_1'],
  ['.env', '.env'],
  ['%C3%BC', '%C3%BC'],
  ['a'.repeat(128), 'a'.repeat(128)],
] as const;

/** A signed-in user; the sign-in is not counted as a call to the service. */
async function freshlySignedIn() {
  const signedIn = await signedInFixture();
  signedIn.fixture.seen.length = 0;
  return signedIn;
}

it.each(traversals)('H7: the proxy never reaches the service with %s', async (path) => {
  const { fixture, cookie } = await freshlySignedIn();
  const read = await fixture.send('GET', path, { cookie });
  const write = await fixture.send('PUT', path, { cookie, body: groupUpdate });
  expect(climbing.includes(path) ? [200] : [404, 405]).toContain(read.status);
  expect([404, 405]).toContain(write.status);
  expect(fixture.seen).toHaveLength(0);
});

it.each(legalIds)(
  'H7, V12: the proxy passes the id %s as one encoded segment, with the body as read',
  async (given, passed) => {
    const service = fakeService(() => new Response('id'));
    const { fixture, cookie } = await signedInFixture({ service });
    const { origin } = new URL(fixture.seen.at(-1)?.url ?? '');
    fixture.seen.length = 0;
    const body = { ...groupUpdate, ThingsGroupName: '  ü  ' };
    const answer = await fixture.send('PUT', `/api/thingsgroup/${given}`, { cookie, body });
    expect(await answer.text()).toBe('id');
    expect(await fixture.seen[0]?.text()).toBe(JSON.stringify(body));
    expect(fixture.seen.map(({ url }) => url)).toEqual([`${origin}/thingsgroup/${passed}`]);
  },
);

it.each([
  ['POST', '/api/things', 'GET'],
  ['DELETE', '/api/things', 'GET'],
  ['HEAD', '/api/things', 'GET'],
  ['PUT', '/api/thingsgroup/listWithMeasures', 'GET'],
  ['GET', '/api/thingsgroup/ThingsGroupId_1', 'PUT'],
  ['DELETE', '/api/thingsgroup/ThingsGroupId_1', 'PUT'],
  ['PATCH', '/api/thingsgroup/ThingsGroupId_1', 'PUT'],
  ['PATCH', '/session', 'GET, POST, DELETE'],
  ['GET', '/session/customer', 'PUT'],
])('H7: %s %s gets 405', async (method, path, allow) => {
  const { fixture, cookie } = await freshlySignedIn();
  const answer = await fixture.send(method, path, { cookie });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
  expect(fixture.seen).toHaveLength(0);
});

it.each([
  '/api/things?filterBy[Else]=a',
  '/api/things?apikey=cid_x',
  '/api/things?limit=10&limit=20',
  '/api/things?filterBy[Tags][4]=a',
  '/api/thingsgroup/listWithMeasures?limit=10',
])('H7: a query not covered by the table is not forwarded: %s', async (path) => {
  const { fixture, cookie } = await freshlySignedIn();
  expect((await fixture.send('GET', path, { cookie })).status).toBe(404);
  expect(fixture.seen).toHaveLength(0);
});

it.each(['51', '1e6', '1000000 rows'])('H7: a page of %s is not requested', async (limit) => {
  const { fixture, cookie } = await freshlySignedIn();
  const path = `/api/things?${new URLSearchParams({ limit })}`;
  expect((await fixture.send('GET', path, { cookie })).status).toBe(400);
  expect(fixture.seen).toHaveLength(0);
});

it('H7: every documented parameter is forwarded, brackets encoded (API document 4.5)', async () => {
  const { fixture, cookie } = await signedInFixture({ service: fakeService() });
  const names = Object.keys(thingsQuery().shape);
  const query = new URLSearchParams(names.map((name) => [name, 'a b&c=+é']));
  expect((await fixture.send('GET', `/api/things?${query}`, { cookie })).status).toBe(200);
  const url = new URL(fixture.seen.at(-1)?.url ?? '');
  expect([url.pathname, url.search]).toEqual(['/things', `?${query}`]);
  expect(url.search).toContain('filterBy%5BThingName%5D=');
});

it('H7: with BASE_PATH, calls work only under the base path', async () => {
  const environment = { BASE_PATH: '/tools/sim' };
  const { fixture, cookie } = await signedInFixture({ environment, service: fakeService() });
  const inside = await fixture.send('GET', '/tools/sim/api/things?limit=1', { cookie });
  expect(inside.status).toBe(200);
  expect(new URL(fixture.seen.at(-1)?.url ?? '').pathname).toBe('/things');
  expect((await fixture.send('GET', '/api/things', { cookie })).status).toBe(404);
  expect((await fixture.send('GET', '/tools/sim/session', { cookie })).status).toBe(200);
});

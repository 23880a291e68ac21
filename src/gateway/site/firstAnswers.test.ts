import { constants, gunzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { sessionInfo } from '#contract/sessionBodies.ts';
import { firstRows, open, opened } from '#testing/fixtures/firstAnswersFixture.ts';
import { createFixture, signedInFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';

it('a page contains the signed-in user and its rows, at the cost of one call to the service', async () => {
  const fixture = await createFixture();
  const cookie = await fixture.signIn();
  const { response, html, answers, asked } = await open(fixture, '/things', cookie);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(html).toContain('<script type="module" async src="/app.js"></script>\n<script type=');
  expect(html).toMatch(/<meta name="sim-console-first-answers" content="\[&quot;\/session/);
  expect(html).toMatch(/<\/script>\n<\/body>$/);
  expect([...answers.keys()]).toEqual(['/session', firstRows]);
  expect(JSON.parse(answers.get('/session')?.body ?? '')).toMatchObject({ username: 'writer' });
  expect(JSON.parse(answers.get(firstRows)?.body ?? '')).toHaveLength(26);
  expect(answers.get(firstRows)?.headers['x-request-id']).toMatch(/^req_/);
  expect(asked).toEqual(['?limit=26&offset=0']);
});

it.each([
  ['/', firstRows],
  [
    '/things?State=ACTIVE&Tags=a&Tags=b&size=10&page=3&sort=-ThingName&embed=1',
    '/api/things?filterBy%5BTags%5D%5B0%5D=a&filterBy%5BTags%5D%5B1%5D=b&State=ACTIVE&sortBy%5BThingName%5D=DESC&limit=11&offset=20',
  ],
  ['/things?ThingName=a%26b', '/api/things?filterBy%5BThingName%5D=a%26b&limit=26&offset=0'],
])('a page requests exactly the rows that its address calls for: %s', async (path, call) => {
  const fixture = await createFixture();
  const { answers } = await open(fixture, path, await fixture.signIn());
  expect([...answers.keys()]).toEqual(['/session', call]);
  expect(answers.get(call)?.status).toBe(200);
});

it.each([
  '/groups',
  '/groups/G_1',
  '/things/8988228000010485823',
  '/things?size=7',
  '/things?size=1e1',
  '/things?size=',
  '/things?size=25&size=10',
  '/things?page=0',
  '/things?CellId=%201',
  '/things?Tags=a&Tags=a',
  '/things?ThingName=%20a',
  '/things?State=active',
])('a page makes no call if the page itself has to decide: %s', async (path) => {
  const fixture = await createFixture();
  const { answers, asked } = await open(fixture, path, await fixture.signIn());
  expect([...answers.keys()]).toEqual(['/session']);
  expect(asked).toEqual([]);
});

it.each([
  ['a browser that only prefetches', { 'sec-purpose': 'prefetch' }],
  ['a browser that only prerenders', { 'sec-purpose': 'prefetch;prerender' }],
  ['a script', { 'sec-fetch-mode': 'cors' }],
  [
    'a frame on another page, which would stay blank',
    { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-site' },
  ],
])('a page contains nothing for %s', async (_who, headers) => {
  const fixture = await createFixture();
  const { html, asked } = await open(fixture, '/things', await fixture.signIn(), headers);
  expect([html, asked]).toEqual(['<!doctype html>page', []]);
});

it.each([
  ['which is listed', 1, { 'sec-fetch-site': 'cross-site', referer: 'https://portal.example/' }],
  ['which does not identify itself', 0, { 'sec-fetch-site': 'cross-site' }],
  ['which is not listed', 0, { 'sec-fetch-site': 'same-site', referer: 'https://evil.example/' }],
  ['which shows the console, and the console leads on', 1, { 'sec-fetch-site': 'same-origin' }],
])('H5: a page makes calls for a frame on a page %s: %i times', async (_what, times, headers) => {
  const environment = { FRAME_ANCESTORS: 'https://portal.example' };
  const { fixture, cookie } = await signedInFixture({ environment });
  const framed = { 'sec-fetch-dest': 'iframe', ...headers };
  expect((await open(fixture, '/things', cookie, framed)).asked).toHaveLength(times);
});

it('a page makes no call for a session that has ended, or without a customer id', async () => {
  const { fixture, cookie } = await signedInFixture();
  await fixture.send('DELETE', '/session', { cookie });
  const ended = await open(fixture, '/things', cookie);
  const statuses = [...ended.answers].map(([name, { status }]) => [name, status]);
  expect(statuses).toEqual([['/session', 204]]);
  expect(ended.asked).toEqual([]);

  const service = fakeService(undefined, { customer_id: undefined });
  const unknown = await createFixture({ service });
  const asking = await open(unknown, '/things', await unknown.signIn());
  expect([...asking.answers.keys()]).toEqual(['/session']);
  expect(asking.asked).toEqual([]);
});

it('a page makes no call for a minute when hardly any calls are left', async () => {
  const headers = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '4' };
  const service = fakeService(() => Response.json([], { headers }));
  const { fixture, cookie } = await signedInFixture({ service });
  expect((await open(fixture, '/things', cookie)).asked).toHaveLength(1);
  expect((await open(fixture, '/things', cookie)).asked).toHaveLength(0);
  await fixture.pass(60_000);
  expect((await open(fixture, '/things', cookie)).asked).toHaveLength(1);
});

it('a page makes no call while the service has asked any page to wait', async () => {
  const refused = () => new Response('', { status: 429, headers: { 'retry-after': '90' } });
  const { fixture, cookie } = await signedInFixture({ service: fakeService(refused) });
  await fixture.send('GET', '/api/things?limit=11&offset=0', { cookie });
  await fixture.pass(89_000);
  expect((await open(fixture, '/things', cookie)).asked).toHaveLength(0);
  await fixture.pass(1_000);
  expect((await open(fixture, '/things', cookie)).asked).toHaveLength(1);
});

it('a page forwards a refusal from the service, with its message and request id', async () => {
  const refusal = () => Response.json({ message: 'No </script> today' }, { status: 403 });
  const fixture = await createFixture({ service: fakeService(refusal) });
  const { html, answers } = await open(fixture, '/things', await fixture.signIn());
  const body = '{"message":"No </script> today"}';
  expect(answers.get(firstRows)).toMatchObject({ status: 403, body });
  expect(html).not.toContain('No </script>');
  expect(answers.get(firstRows)?.headers['x-request-id']).toBeTruthy();
});

it('R4: a page says how long to wait, for the service and for the gateway itself', async () => {
  const refusal = () => Response.json({}, { status: 429, headers: { 'retry-after': '7' } });
  const { fixture, cookie } = await signedInFixture({ service: fakeService(refusal) });
  const { answers } = await open(fixture, '/things', cookie);
  expect(answers.get(firstRows)?.headers).toMatchObject({ 'retry-after': '7' });
  await fixture.loseStore();
  expect((await open(fixture, '/things', cookie)).answers.get('/session')).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2', 'x-sim-gateway-error': '1' },
  });
});

it('T17: a page contains no rows of customers other than the one it names', async () => {
  const service = fakeService(undefined, { customer_id: undefined });
  const named: (string | null)[][] = [];
  // At different times, including between the two responses.
  for (const turns of [0, 5, 10, 15, 20, 25]) {
    const { fixture, cookie } = await signedInFixture({ service });
    const choose = (customerId: string) =>
      fixture.send('PUT', '/session/customer', { cookie, body: { customerId } });
    await choose('cid_one');
    const page = open(fixture, '/things', cookie);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    const [{ answers }] = await Promise.all([page, choose('cid_other')]);
    const info = sessionInfo.parse(JSON.parse(answers.get('/session')?.body ?? ''));
    for (const { headers } of fixture.seen) named.push([info.customerId, headers.get('apikey')]);
  }
  expect(named.filter(([shown, asked]) => shown !== asked)).toEqual([]);
});

it('a page starts to arrive while the service is still working, and is complete even if the service fails', async () => {
  let finish: (answer: Response) => void = () => {};
  const answer = new Promise<Response>((resolve) => (finish = resolve));
  const fixture = await createFixture({ service: fakeService(() => answer) });
  const response = await fixture.send('GET', '/things', {
    bare: true,
    cookie: await fixture.signIn(),
    headers: { ...opened, 'accept-encoding': 'gzip' },
  });
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  const read = async () => {
    const part = await reader?.read();
    if (part?.value) parts.push(part.value);
    return part?.done === false;
  };
  // The gzip header and the part written before the service was called.
  while (Buffer.concat(parts).length < 50) await read();
  const { Z_SYNC_FLUSH } = constants;
  const head = gunzipSync(Buffer.concat(parts), { finishFlush: Z_SYNC_FLUSH }).toString();
  expect(head).toMatch(/<body>page<script [^]*<\/script>\n$/);
  finish(new Response('[', { headers: { 'content-encoding': 'nonsense' } }));
  while (await read());
  expect(gunzipSync(Buffer.concat(parts)).toString()).toMatch(/"status":502[^]*<\/body>$/);
});

it('a page does not hold up other requests by embedding very long rows: its own call gets them', async () => {
  const rows = [{ ExternalUniqueId: '1', ThingName: '<'.repeat(512 * 1024) }];
  const service = fakeService(() => Response.json(rows));
  const { fixture, cookie } = await signedInFixture({ service });
  const { answers, own, asked } = await open(fixture, '/things', cookie);
  expect([[...answers.keys()], asked]).toEqual([['/session'], ['?limit=26&offset=0']]);
  const answer = await fixture.send('GET', firstRows, { cookie, headers: own });
  expect(await answer.json()).toEqual(rows);
  expect(fixture.seen).toHaveLength(1);
});

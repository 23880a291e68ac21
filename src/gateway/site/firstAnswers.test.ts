import { constants, gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { sessionInfo } from '#contract/sessionBodies.ts';

import { type Bench, createBench, fakeService, never } from '../testBench.ts';

const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };

const answerSchema = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});

async function open(bench: Bench, path: string, cookie: string, headers: object = {}) {
  bench.seen.length = 0;
  const response = await bench.send('GET', path, {
    bare: true,
    cookie,
    headers: { ...opened, ...headers },
  });
  const html = await response.text();
  const blocks = html.matchAll(/data-first-answer="([^"]*)">([^<]*)<\/script>\n/g);
  const answers = new Map<string, z.infer<typeof answerSchema>>();
  for (const [, name = '', json = ''] of blocks)
    answers.set(name.replaceAll('&amp;', '&'), answerSchema.parse(JSON.parse(json)));
  const pageId = /name="sim-console-first-page" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const own = { 'x-sim-first-page': pageId };
  return { response, html, answers, own, asked: bench.seen.map(({ url }) => new URL(url).search) };
}

const firstRows = '/api/things?limit=26&offset=0';

/** A page whose rows came too late; `finish` lets the service answer what it was asked last. */
async function lateRows(pair: Readonly<Record<string, unknown>> = {}) {
  let finish = () => {};
  let row = 0;
  const answer = () =>
    new Promise<Response>((resolve) => {
      row++;
      const body = [{ ExternalUniqueId: '1', ThingName: `row ${row}` }];
      finish = () => resolve(Response.json(body));
    });
  const bench = await createBench({ service: fakeService(answer, pair) });
  const cookie = await bench.signIn();
  if ('customer_id' in pair) {
    await bench.send('PUT', '/session/customer', { cookie, body: { customerId: 'cid_one' } });
  }
  const page = open(bench, '/things', cookie);
  await bench.pass(300);
  return { bench, cookie, own: (await page).own, finish: () => finish() };
}

describe('a page that is opened with a session', () => {
  it('brings who is signed in and its rows, for one call of the service', async () => {
    const bench = await createBench();
    const { response, html, answers, asked } = await open(bench, '/things', await bench.signIn());
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
  ])('asks for the rows of exactly its address: %s', async (path, call) => {
    const bench = await createBench();
    const { answers } = await open(bench, path, await bench.signIn());
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
    '/things?CellId=x',
    '/things?Tags=a&Tags=a',
    '/things?ThingName=%20a',
    '/things?State=active',
  ])('asks the service for nothing where the page itself has to decide: %s', async (path) => {
    const bench = await createBench();
    const { answers, asked } = await open(bench, path, await bench.signIn());
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
  ])('brings nothing to %s', async (_who, headers) => {
    const bench = await createBench();
    const { html, asked } = await open(bench, '/things', await bench.signIn(), headers);
    expect([html, asked]).toEqual(['<!doctype html>page', []]);
  });

  it.each([
    ['which is listed', 1, { 'sec-fetch-site': 'cross-site', referer: 'https://portal.example/' }],
    ['which says nothing of itself', 0, { 'sec-fetch-site': 'cross-site' }],
    ['which is not listed', 0, { 'sec-fetch-site': 'same-site', referer: 'https://evil.example/' }],
    ['which shows the console, and the console leads on', 1, { 'sec-fetch-site': 'same-origin' }],
  ])('H5: asks the service for a frame of a page %s: %i times', async (_what, times, headers) => {
    const bench = await createBench({ environment: { FRAME_ANCESTORS: 'https://portal.example' } });
    const cookie = await bench.signIn();
    const framed = { 'sec-fetch-dest': 'iframe', ...headers };
    expect((await open(bench, '/things', cookie, framed)).asked).toHaveLength(times);
  });

  it('asks the service nothing for a session that has ended, or without a customer id', async () => {
    const bench = await createBench();
    const cookie = await bench.signIn();
    await bench.send('DELETE', '/session', { cookie });
    const ended = await open(bench, '/things', cookie);
    expect([...ended.answers].map(([name, { status }]) => [name, status])).toEqual([
      ['/session', 204],
    ]);
    expect(ended.asked).toEqual([]);

    const unknown = await createBench({
      service: fakeService(undefined, { customer_id: undefined }),
    });
    const asking = await open(unknown, '/things', await unknown.signIn());
    expect([...asking.answers.keys()]).toEqual(['/session']);
    expect(asking.asked).toEqual([]);
  });

  it('asks the service nothing for a minute when hardly any calls are left', async () => {
    const headers = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '4' };
    const bench = await createBench({ service: fakeService(() => Response.json([], { headers })) });
    const cookie = await bench.signIn();
    expect((await open(bench, '/things', cookie)).asked).toHaveLength(1);
    expect((await open(bench, '/things', cookie)).asked).toHaveLength(0);
    await bench.pass(60_000);
    expect((await open(bench, '/things', cookie)).asked).toHaveLength(1);
  });

  it('asks the service nothing as long as an answer to any page asked to wait', async () => {
    const refused = () => new Response('', { status: 429, headers: { 'retry-after': '90' } });
    const bench = await createBench({ service: fakeService(refused) });
    const cookie = await bench.signIn();
    await bench.send('GET', '/api/things?limit=11&offset=0', { cookie });
    await bench.pass(89_000);
    expect((await open(bench, '/things', cookie)).asked).toHaveLength(0);
    await bench.pass(1_000);
    expect((await open(bench, '/things', cookie)).asked).toHaveLength(1);
  });

  it('passes a refusal of the service on, with its words and its request id', async () => {
    const refusal = () => Response.json({ message: 'No </script> today' }, { status: 403 });
    const bench = await createBench({ service: fakeService(refusal) });
    const { html, answers } = await open(bench, '/things', await bench.signIn());
    expect(answers.get(firstRows)).toMatchObject({
      status: 403,
      body: '{"message":"No </script> today"}',
    });
    expect(html).not.toContain('No </script>');
    expect(answers.get(firstRows)?.headers['x-request-id']).toBeTruthy();
  });

  it('R4: says how long to wait, for the service and for the gateway itself', async () => {
    const refusal = () => Response.json({}, { status: 429, headers: { 'retry-after': '7' } });
    const bench = await createBench({ service: fakeService(refusal) });
    const cookie = await bench.signIn();
    const { answers } = await open(bench, '/things', cookie);
    expect(answers.get(firstRows)?.headers).toMatchObject({ 'retry-after': '7' });
    await bench.loseStore();
    const away = await open(bench, '/things', cookie);
    expect(away.answers.get('/session')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2', 'x-sim-gateway-error': '1' },
    });
  });

  it('ends where the service takes long, and the call of the page gets that answer', async () => {
    let finish: (answer: Response) => void = () => {};
    const slow = new Promise<Response>((resolve) => (finish = resolve));
    const bench = await createBench({ service: fakeService(() => slow) });
    const cookie = await bench.signIn();
    const page = open(bench, '/things', cookie);
    await bench.pass(299);
    await bench.pass(1);
    const { answers, asked, own } = await page;
    expect([[...answers.keys()], asked]).toEqual([['/session'], ['?limit=26&offset=0']]);

    const call = bench.send('GET', firstRows, { cookie, headers: own });
    await bench.pass(10);
    finish(Response.json([{ ExternalUniqueId: '1' }], { headers: { 'x-request-id': 'req_1' } }));
    const answer = await call;
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, 'req_1']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual([{ ExternalUniqueId: '1' }]);
    expect(bench.seen).toHaveLength(1);
    void bench.send('GET', firstRows, { cookie, headers: own });
    await bench.pass(10);
    expect(bench.seen).toHaveLength(2);
  });

  it('gives such an answer to no other page: a reload reads what is there now', async () => {
    const { bench, cookie, finish } = await lateRows();
    finish();
    const again = open(bench, '/things', cookie);
    await bench.pass(10);
    expect(bench.seen).toHaveLength(1);
    finish();
    expect((await again).answers.get(firstRows)?.body).toContain('row 2');
    const refreshed = bench.send('GET', firstRows, { cookie });
    await bench.pass(10);
    finish();
    expect(await (await refreshed).text()).toContain('row 3');
  });

  it('T18: gives such an answer to nobody after signing out', async () => {
    const { bench, cookie, own, finish } = await lateRows();
    finish();
    await bench.send('DELETE', '/session', { cookie });
    const answer = await bench.send('GET', firstRows, { cookie, headers: own });
    expect([answer.status, await answer.text()]).toEqual([401, expect.not.stringContaining('row')]);
  });

  it('gives no such answer of one customer for another', async () => {
    const { bench, cookie, own, finish } = await lateRows({ customer_id: undefined });
    finish();
    await bench.send('PUT', '/session/customer', { cookie, body: { customerId: 'cid_other' } });
    const call = bench.send('GET', firstRows, { cookie, headers: own });
    await bench.pass(10);
    finish();
    expect(await (await call).text()).toContain('row 2');
    expect(bench.seen.at(-1)?.headers.get('apikey')).toBe('cid_other');
  });

  it('T17: gives no such answer of one person to another whose cookie the browser sends as well', async () => {
    let asked = 0;
    const finished = Promise.withResolvers<Response>();
    const bench = await createBench({
      service: fakeService(async () => (++asked === 1 ? finished.promise : Response.json([]))),
    });
    const former = await bench.signIn('writer');
    const both = `${former}; ${await bench.signIn('reader')}`;
    const page = open(bench, '/things', both);
    await bench.pass(300);
    const { own } = await page;
    finished.resolve(Response.json([{ ExternalUniqueId: '1', ThingName: 'the row of writer' }]));
    await bench.pass(10);
    await bench.send('DELETE', '/session', { cookie: former });
    const answer = await bench.send('GET', firstRows, { cookie: both, headers: own });
    expect(await answer.json()).toEqual([]);
  });

  it('T17: brings no rows of a customer other than the one that it names', async () => {
    const service = fakeService(undefined, { customer_id: undefined });
    const named: (string | null)[][] = [];
    // Between the two answers, among others.
    for (const turns of [0, 5, 10, 15, 20, 25]) {
      const bench = await createBench({ service });
      const cookie = await bench.signIn();
      const choose = (customerId: string) =>
        bench.send('PUT', '/session/customer', { cookie, body: { customerId } });
      await choose('cid_one');
      const page = open(bench, '/things', cookie);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      const [{ answers }] = await Promise.all([page, choose('cid_other')]);
      const info = sessionInfo.parse(JSON.parse(answers.get('/session')?.body ?? ''));
      for (const { headers } of bench.seen) named.push([info.customerId, headers.get('apikey')]);
    }
    expect(named.filter(([shown, asked]) => shown !== asked)).toEqual([]);
  });

  it('H11: gives such a call up once its page has gone', async () => {
    const signals: AbortSignal[] = [];
    const bench = await createBench({
      service: fakeService(({ signal }) => {
        signals.push(signal);
        return never(signal);
      }),
    });
    const cookie = await bench.signIn();
    const page = open(bench, '/things', cookie);
    await bench.pass(300);
    const { own } = await page;
    const left = new AbortController();
    const call = bench.send('GET', firstRows, { cookie, headers: own, signal: left.signal });
    await bench.pass(10);
    left.abort();
    await call;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it.each([
    ['another session', async (bench: Bench) => bench.signIn(), firstRows],
    ['another address', undefined, '/api/things?limit=26&offset=25'],
  ])('keeps such an answer from %s', async (_who, signIn, address) => {
    const bench = await createBench({ service: fakeService(({ signal }) => never(signal)) });
    const cookie = await bench.signIn();
    const page = open(bench, '/things', cookie);
    await bench.pass(300);
    await page;
    void bench.send('GET', address, { cookie: (await signIn?.(bench)) ?? cookie });
    await bench.pass(10);
    const lists = bench.seen.filter(({ url }) => url.includes('/things'));
    expect(lists).toHaveLength(2);
  });

  it('is on its way while the service still works, and is whole where the service breaks off', async () => {
    let finish: (answer: Response) => void = () => {};
    const answer = new Promise<Response>((resolve) => (finish = resolve));
    const bench = await createBench({ service: fakeService(() => answer) });
    const response = await bench.send('GET', '/things', {
      bare: true,
      cookie: await bench.signIn(),
      headers: { ...opened, 'accept-encoding': 'gzip' },
    });
    const reader = response.body?.getReader();
    const parts: Uint8Array[] = [];
    const read = async () => {
      const part = await reader?.read();
      if (part?.value) parts.push(part.value);
      return part?.done === false;
    };
    // The header of gzip, and what was written before the service was asked.
    while (Buffer.concat(parts).length < 50) await read();
    const { Z_SYNC_FLUSH } = constants;
    const head = gunzipSync(Buffer.concat(parts), { finishFlush: Z_SYNC_FLUSH }).toString();
    expect(head).toMatch(/<body>page<script [^]*<\/script>\n$/);
    finish(new Response('[', { headers: { 'content-encoding': 'nonsense' } }));
    while (await read());
    expect(gunzipSync(Buffer.concat(parts)).toString()).toMatch(/"status":502[^]*<\/body>$/);
  });
});

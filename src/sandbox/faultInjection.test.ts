import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { callerOf, openSandbox, signIn, textField } from '#testing/fixtures/sandboxClient.ts';

import type { Fault } from './faultInjection.ts';
import { ConnectionCut } from './responses.ts';

describe('a fault', () => {
  it('responds with a status, a message and a request id, once by default', async () => {
    const { sandbox, caller } = await openSandbox();
    sandbox.faults.add({ status: 503, message: 'Restarting' });
    const first = await caller.things();
    expect(first).toMatchObject({ status: 503, json: { status_code: 503, message: 'Restarting' } });
    expect(textField(first.json, 'request_id')).toBe(first.headers.get('x-request-id'));
    expect((await caller.things()).status).toBe(200);
  });

  it('affects only requests of its route and user, up to its count, after skipping some', async () => {
    const { sandbox, caller } = await openSandbox();
    const admin = await callerOf(sandbox, 'admin');
    sandbox.faults.add({ route: 'GET /things', user: 'writer', count: 2, skip: 1, status: 500 });
    const seen = [await caller.groups(), await admin.things()];
    for (let i = 0; i < 4; i++) seen.push(await caller.things());
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 500, 500, 200]);
  });

  it('recognizes the user of a sign-in by the submitted username', async () => {
    const { sandbox } = await openSandbox();
    sandbox.faults.add({ route: 'POST /v1/auth/token', user: 'reader', status: 502 });
    expect((await signIn(sandbox, 'writer')).status).toBe(200);
    expect((await signIn(sandbox, 'reader')).status).toBe(502);
  });

  it('can be removed individually or with all others', async () => {
    const { sandbox, caller } = await openSandbox();
    const remove = sandbox.faults.add({ status: 500 });
    sandbox.faults.add({ status: 502, count: 3 });
    expect(sandbox.faults.list()).toMatchObject([{ status: 500 }, { status: 502, count: 3 }]);
    remove();
    expect((await caller.things()).status).toBe(502);
    sandbox.faults.clear();
    expect((await caller.things()).status).toBe(200);
  });

  const date = 'Sat, 21 Nov 2026 12:00:30 GMT';
  const inSeconds = (seconds: number) => `Rate limit exceeded. Retry in ${seconds} seconds.`;
  it.each<[string, Fault, string | null, unknown]>([
    ['seconds by default on 429', { status: 429 }, '5', inSeconds(5)],
    ['seconds', { status: 429, retryAfter: '7' }, '7', inSeconds(7)],
    ['a date', { status: 503, retryAfter: date }, date, expect.any(String)],
    ['a date on 429', { status: 429, retryAfter: date }, date, 'Rate limit exceeded.'],
    ['garbage', { status: 429, retryAfter: 'soon' }, 'soon', 'Rate limit exceeded.'],
    ['no header', { status: 429, retryAfter: null }, null, 'Rate limit exceeded.'],
  ])('can set Retry-After to %s, with a matching message', async (_, fault, header, message) => {
    const { sandbox, caller } = await openSandbox();
    sandbox.faults.add(fault);
    const { headers, json } = await caller.things();
    expect(headers.get('retry-after')).toBe(header);
    expect(textField(json, 'message')).toEqual(message);
  });

  it('can cut the connection before the work is done', async () => {
    const { sandbox, put } = await openSandbox();
    sandbox.faults.add({ cut: 'before' });
    await expect(put()).rejects.toThrow(ConnectionCut);
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('can cut the connection after the work is done', async () => {
    const { sandbox, put } = await openSandbox();
    sandbox.faults.add({ cut: 'after' });
    await expect(put({ ThingsGroupName: 'Changed' })).rejects.toThrow(TypeError);
    expect([sandbox.state.puts().length, sandbox.state.groups()[0]?.name]).toEqual([1, 'Changed']);
  });

  it('can hang until the caller gives up', async () => {
    const { clock, sandbox } = await openSandbox();
    sandbox.faults.add({ hang: true });
    const abort = new AbortController();
    const { signal } = abort;
    const response = sandbox.fetch(new Request('http://sandbox.test/things', { signal }));
    await clock.advance(3_600_000);
    // Node.js may free a request that nobody else can reach, and then no longer passes on its caller's abort.
    setFlagsFromString('--expose-gc');
    for (let round = 0; round < 5; round++) {
      runInNewContext('gc()');
      await setImmediate();
    }
    abort.abort(new Error('enough'));
    await expect(response).rejects.toThrow('enough');
  });

  it('can send the second half of the body later', async () => {
    const { clock, sandbox, caller } = await openSandbox();
    const whole = (await caller.things()).text;
    sandbox.faults.add({ slowBodyMs: 4000 });
    const request = new Request('http://sandbox.test/things', { headers: caller.headers });
    const response = await sandbox.fetch(request);
    let text = '';
    const reading = response.text().then((read) => (text = read));
    await clock.advance(3999);
    expect(text).toBe('');
    await clock.advance(1);
    await reading;
    expect(text).toBe(whole);
  });

  it('waits with the second half of the body no longer than the caller', async () => {
    const { clock, sandbox } = await openSandbox();
    const leave = new AbortController();
    const readHalf = async () => {
      sandbox.faults.add({ slowBodyMs: 4000 });
      const request = new Request('http://sandbox.test/things', { signal: leave.signal });
      const reader = (await sandbox.fetch(request)).body?.getReader();
      await reader?.read();
      return reader;
    };
    const [one, other] = [await readHalf(), await readHalf()];
    await other?.cancel();
    expect(clock.due(4000)).toBe(1);
    leave.abort(new Error('enough'));
    await expect(one?.read()).rejects.toThrow('enough');
    expect(clock.due(4000)).toBe(0);
  });

  const broken = [{ slowBodyMs: 1 }, { truncate: true } as const];
  it.each(broken)('keeps status and headers of a broken body: %j', async (fault) => {
    const { sandbox, caller } = await openSandbox();
    sandbox.faults.add({ status: 503, retryAfter: '7', ...fault });
    const request = new Request('http://sandbox.test/things', { headers: caller.headers });
    const response = await sandbox.fetch(request);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7']);
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  it('can replace body and content type, with 200 or another status', async () => {
    const { sandbox, caller } = await openSandbox();
    const html = { body: '<h1>Gateway</h1>', contentType: 'text/html' };
    sandbox.faults.add(html);
    sandbox.faults.add({ ...html, status: 502 });
    sandbox.faults.add({ contentType: 'text/plain' });
    const first = await caller.things();
    expect([first.status, first.text]).toEqual([200, html.body]);
    expect(first.headers.get('content-type')).toBe('text/html');
    const [second, third] = [await caller.things(), await caller.things()];
    expect([second.status, second.text]).toEqual([502, html.body]);
    expect([third.status, third.headers.get('content-type')]).toEqual([200, 'text/plain']);
  });
});

type Seen = (response: Response) => boolean | Promise<boolean>;
type Effects = Readonly<Record<string, { fault: Fault; seen: Seen }>>;

const sends =
  (name: string, value: string | null): Seen =>
  ({ headers }) =>
    headers.get(name) === value;

/** Each effect on its own, and how to recognize it in a response, whatever other effects apply. */
const effects: Effects = {
  status: { fault: { status: 429 }, seen: ({ status }) => status === 429 },
  retryAfter: { fault: { retryAfter: 'soon' }, seen: sends('retry-after', 'soon') },
  noRetryAfter: { fault: { status: 429, retryAfter: null }, seen: sends('retry-after', null) },
  contentType: { fault: { contentType: 'text/html' }, seen: sends('content-type', 'text/html') },
  addHeaders: { fault: { addHeaders: { 'x-other': '1' } }, seen: sends('x-other', '1') },
};
const bodyEffects: Effects = {
  body: {
    fault: { body: 'Something else' },
    seen: async (response) => (await response.text()) === 'Something else',
  },
  truncate: {
    fault: { truncate: true },
    seen: async (response) =>
      (await response.text().catch((error: unknown) => error)) instanceof ConnectionCut,
  },
};

describe.each([
  ['a success', {}],
  ['a refusal', { authorization: 'Bearer of-nobody' }],
])('several effects on %s', (_case, headers) => {
  async function respondWith(fault: Fault) {
    const { clock, sandbox, caller } = await openSandbox();
    sandbox.faults.add(fault);
    const request = new Request('http://sandbox.test/things', {
      headers: { ...caller.headers, ...headers },
    });
    return { clock, response: sandbox.fetch(request) };
  }
  const pairs = Object.entries(effects).flatMap(([one, first], index) =>
    [...Object.entries(effects).slice(index + 1), ...Object.entries(bodyEffects)]
      .filter(([other]) => one !== 'retryAfter' || other !== 'noRetryAfter')
      .map(([other, second]) => ({ one, other, first, second })),
  );

  it.each(pairs)('both apply: $one and $other', async ({ first, second }) => {
    const response = await (await respondWith({ ...first.fault, ...second.fault })).response;
    expect([await first.seen(response), await second.seen(response)]).toEqual([true, true]);
  });

  const allAndNone = Object.entries({ nothing: { fault: {} }, ...effects, ...bodyEffects });
  it.each(allAndNone)('can be late: %s', async (_name, { fault }) => {
    const { clock, response } = await respondWith({ ...fault, delayMs: 1000, slowBodyMs: 2000 });
    let status = 0;
    void response.then((given) => (status = given.status));
    await clock.advance(999);
    expect(status).toBe(0);
    await clock.advance(1);
    let ended = false;
    const end = () => (ended = true);
    const reading = (await response).text().then(end, end);
    await clock.advance(1999);
    expect(ended).toBe(false);
    await clock.advance(1);
    await reading;
  });

  const all = Object.entries({ ...effects, ...bodyEffects });
  it.each(all)('are not visible after a cut: %s', async (_name, { fault }) => {
    for (const cut of ['before', 'after'] as const) {
      await expect((await respondWith({ ...fault, cut })).response).rejects.toThrow(ConnectionCut);
    }
  });
});

it.each([204, 205, 304])('a fault whose status %i allows no body sends none', async (status) => {
  const { sandbox, caller } = await openSandbox();
  sandbox.faults.add({ status, body: 'none of it' });
  const response = await caller.things();
  expect([response.status, response.text]).toEqual([status, '']);
});

it('a fault with addHeaders adds a header, or a second value to an existing header', async () => {
  const { sandbox, caller } = await openSandbox();
  sandbox.faults.add({ addHeaders: { 'content-type': 'text/html', 'x-other': '1' } });
  const { headers } = await caller.things();
  expect(headers.get('content-type')).toBe('application/json, text/html');
  expect(headers.get('x-other')).toBe('1');
});

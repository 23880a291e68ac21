import { describe, expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';
import { openSandbox, send, signIn, textField } from '#testing/fixtures/sandboxClient.ts';

import { createSandbox } from './sandbox.ts';

describe('the sandbox', () => {
  it('logs every request with both ids and without secrets', async () => {
    const { sandbox, caller } = await openSandbox();
    await send(sandbox, 'GET', '/things?limit=1', {
      headers: { ...caller.headers, 'x-request-id': 'mine-1' },
    });
    await send(sandbox, 'GET', '/nowhere');
    const log = sandbox.state.requests();
    const query = { limit: '1' };
    expect(log).toMatchObject([
      { route: 'POST /v1/auth/token', user: 'writer', status: 200, clientRequestId: null },
      { route: 'GET /things', user: 'writer', status: 200, query, clientRequestId: 'mine-1' },
      { route: 'GET /nowhere', user: undefined, status: 404 },
    ]);
    const { authorization, apikey } = caller.headers;
    for (const secret of ['sandbox-writer', authorization.slice(7), apikey]) {
      expect(JSON.stringify(log)).not.toContain(secret);
    }
    expect(new Set(log.map(({ requestId }) => requestId)).size).toBe(3);
  });

  it('masks secrets in a logged query, and keeps repeated names', async () => {
    const { sandbox, caller } = await openSandbox();
    const token = caller.headers.authorization.slice(7);
    await send(sandbox, 'GET', `/things?apikey=cid_1&x=${token}&Tags=a&Tags=b`);
    const masked = { apikey: '(masked)', x: '(masked)', Tags: 'a, b' };
    expect(sandbox.state.requests().at(-1)?.query).toEqual(masked);
  });

  it('keeps no long texts in its log or its limits', async () => {
    const { sandbox } = await openSandbox();
    const long = 'x'.repeat(201);
    const headers = { 'x-request-id': long };
    await send(sandbox, 'GET', `/${long}?a=${long}&${long}=1`, { headers });
    for (let i = 0; i < 6; i++) await signIn(sandbox, long + i);
    const [, first, ...signIns] = sandbox.state.requests();
    const kept = '(long)';
    const query = { a: kept, [kept]: '1' };
    expect(first).toMatchObject({ path: kept, route: kept, clientRequestId: kept, query });
    expect(signIns.map(({ user }) => user)).toEqual(Array(6).fill(kept));
    // They share one budget, which keeps none of them either.
    expect(signIns.at(-1)?.status).toBe(429);
  });

  it('adds its latency to every response', async () => {
    const { clock, sandbox, caller } = await openSandbox();
    sandbox.setOptions({ latencyMs: 200 });
    let done = false;
    const response = caller.things().then(() => (done = true));
    sandbox.setOptions({ latencyMs: 0 });
    await clock.advance(199);
    await caller.things();
    await caller.things();
    expect(done).toBe(false);
    await clock.advance(1);
    await response;
  });

  it('returns the same responses to the same requests after a reset', async () => {
    const clock = manualClock();
    const sandbox = createSandbox({ things: 60, clock, unsortedOrder: 'shifting' });
    const story = async () => {
      const pair = await signIn(sandbox);
      const authorization = `Bearer ${textField(pair.json, 'access_token')}`;
      const headers = { authorization, apikey: sandbox.users[0]?.customerId ?? '' };
      const things = await send(sandbox, 'GET', '/things', { headers });
      return [pair.text, things.text, things.headers.get('x-request-id')];
    };
    const first = await story();
    expect(await story()).not.toEqual(first);
    sandbox.reset();
    expect(await story()).toEqual(first);
    sandbox.setOptions({ seed: 7 });
    const other = await story();
    const fresh = createSandbox({ things: 60, clock, unsortedOrder: 'shifting', seed: 7 });
    expect((await signIn(fresh)).text).toBe(other[0]);
    expect(fresh.state.things()).toEqual(sandbox.state.things());
  });

  it('returns to its initial state after a reset', async () => {
    const { sandbox, caller, put } = await openSandbox();
    await put({ ThingsGroupName: 'Changed' });
    expect(sandbox.state.groups()[0]?.name).toBe('Changed');
    sandbox.setOptions({ groupLockFields: 'none', things: 70 });
    sandbox.faults.add({ status: 500 });
    sandbox.reset();
    expect(sandbox.options()).toMatchObject({ groupLockFields: 'both', things: 60 });
    expect(sandbox.state.things()).toHaveLength(60);
    expect(sandbox.state.groups()[0]?.name).toBe('Parcel Vans Europe');
    const { state, faults } = sandbox;
    expect([state.puts(), state.requests(), faults.list()]).toEqual([[], [], []]);
    expect((await caller.things()).status).toBe(401);
  });

  it('refuses a request that was in flight during a reset, and stores none of its data', async () => {
    const { clock, sandbox, put } = await openSandbox();
    sandbox.faults.add({ delayMs: 1000 });
    const update = put();
    await clock.advance(500);
    sandbox.reset();
    await clock.advance(500);
    expect((await update).status).toBe(401);
    expect(sandbox.state.puts()).toEqual([]);
  });
});

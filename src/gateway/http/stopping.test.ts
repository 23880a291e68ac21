import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, get, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { expect, it, onTestFinished } from 'vitest';

import type { Clock } from '#lib/clock.ts';
import { fakeService, groupUpdate } from '#testing/fixtures/gatewayFixture.ts';
import { hold } from '#testing/fixtures/hold.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { builtSite, startedGateway } from '#testing/fixtures/startedGateway.ts';
import { temporaryFolder } from '#testing/fixtures/temporaryFolder.ts';
import { renewed } from '#testing/fixtures/writesFixture.ts';

import { listen } from './nodeServer.ts';
import { createStopping } from './stopping.ts';

const distDir = builtSite();

/** A gateway with a signed-in user; the user's first call gets a 401 and then a renewal. */
async function startHolding(environment = {}, clock = manualClock()) {
  const first = hold();
  const renewal = hold();
  const signIn = fakeService();
  const gateway = await startedGateway({
    environment,
    clock,
    distDir,
    async upstream(call) {
      if (call.url.endsWith('/v1/auth/token')) return signIn(call);
      if (call.url.endsWith('/v1/auth/refresh')) {
        await renewal.pass();
        return renewed();
      }
      if (call.headers.get('authorization') === 'Bearer renewed') return Response.json([]);
      await first.pass();
      return new Response(null, { status: 401 });
    },
  });
  const headers = await gateway.session();
  const list = (signal: AbortSignal | null = null) =>
    gateway.send('/api/things', { headers, signal });
  return { gateway, list, first, renewal };
}

/** A gateway with a real service, which starts its response to a user's write; the test finishes it. */
async function startWriting(clock: Clock) {
  const begun = Promise.withResolvers<ServerResponse>();
  const service = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (request.method !== 'PUT') {
      const pair = { token_type: 'Bearer', access_token: 'a', refresh_token: 'r' };
      response.end(JSON.stringify({ ...pair, customer_id: 'cid_test' }));
      return;
    }
    response.flushHeaders();
    begun.resolve(response);
  });
  onTestFinished(() => {
    service.close();
    service.closeAllConnections();
  });
  const url = `http://127.0.0.1:${await listen(service, '127.0.0.1', 0)}`;
  const environment = { SIM_API_URL: url, SIM_CONSOLE_URL: url };
  const gateway = await startedGateway({ environment, distDir, clock });
  const person = new AbortController();
  const write = gateway.send('/api/thingsgroup/a', {
    method: 'PUT',
    headers: { ...(await gateway.session()), 'content-type': 'application/json' },
    body: JSON.stringify(groupUpdate),
    signal: person.signal,
  });
  return { gateway, write, leave: () => person.abort(), response: await begun.promise };
}

it('T13: stopping waits for a request and its renewal, and accepts no new connections', async () => {
  const { gateway, list, first, renewal } = await startHolding();
  const pending = list();
  await first.reached;
  first.answer();
  await renewal.reached;

  let isClosed = false;
  const closed = gateway.close().finally(() => (isClosed = true));
  await expect(gateway.send('/healthz')).rejects.toThrow('fetch failed');
  expect(isClosed).toBe(false);
  renewal.answer();
  expect((await pending).status).toBe(200);
  await closed;
});

it('T13: stopping waits for a renewal that started during shutdown, even if its request is cancelled', async () => {
  const { gateway, list, first, renewal } = await startHolding();
  const person = new AbortController();
  const pending = list(person.signal);
  await first.reached;

  let isClosed = false;
  const closed = gateway.close().finally(() => (isClosed = true));
  first.answer();
  await renewal.reached;
  person.abort();
  await expect(pending).rejects.toThrow('aborted');
  // More turns than a connection needs to close.
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  expect(isClosed).toBe(false);
  renewal.answer();
  await closed;
});

it('T13: stopping waits for the result of a write, even if its user has left', async () => {
  const { gateway, write, leave, response } = await startWriting(manualClock());
  leave();
  await expect(write).rejects.toThrow('aborted');
  const closed = gateway.close();
  // More turns than a connection needs to close.
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  response.end();
  await closed;
  const audited = gateway.log.filter(({ event }) => event === 'audit');
  expect(audited).toMatchObject([{ result: 'saved' }]);
});

it('T13: stopping starts no renewal that might be cut off: its request is answered with 503', async () => {
  const clock = manualClock();
  const { gateway, list, first } = await startHolding({}, clock);
  const pending = list();
  await first.reached;
  const closed = gateway.close();
  await clock.advance(10_000);
  first.answer();
  expect((await pending).status).toBe(503);
  await closed;
});

it('T13: stopping lets a call that arrived too late for its page write its log line before the store closes', async () => {
  const clock = manualClock();
  const asked = hold();
  const gateway = await startedGateway({
    distDir,
    clock,
    upstream: fakeService(async () => {
      await asked.pass();
      return Response.json([]);
    }),
  });
  const { cookie } = await gateway.session();
  const opened = { cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };
  // fetch would send headers that show that this is not a navigation.
  const ended = Promise.withResolvers<void>();
  get(`${gateway.origin}/things`, { headers: opened, agent: false }, (page) => {
    page.resume().once('end', ended.resolve);
  });
  await asked.reached;
  await clock.advance(300);
  await ended.promise;
  const closed = gateway.close();
  // More turns than a connection needs to close.
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  asked.answer();
  await closed;
  expect(gateway.log.slice(-2)).toMatchObject([{ route: '/api/things' }, { event: 'stopped' }]);
});

it('T13: stopping logs "stopped" after a file of names that was still being read', async () => {
  const file = join(temporaryFolder(), 'names.csv');
  writeFileSync(file, '35684610,Unit\n'.repeat(200_000));
  const environment = { TAC_NAMES_FILE: file };
  const gateway = await startedGateway({ distDir, clock: manualClock(), environment });
  await gateway.close();
  const events = gateway.log.map(({ event }) => event);
  const ends = events.filter((event) => event === 'names read' || event === 'stopped');
  expect(ends).toEqual(['names read', 'stopped']);
});

it('T13: stopping does not wait for a connection without a request', async () => {
  const { gateway } = await startHolding();
  const open = (text: string) =>
    new Promise<Socket>((resolve) => {
      const socket = connect(gateway.address.port, '127.0.0.1', () => resolve(socket));
      socket.on('error', () => {});
      socket.write(text);
    });
  const silent = await open('');
  const halfway = await open('GET /things HTTP/1.1\r\nHost: local');
  const gone = Promise.all([once(silent, 'close'), once(halfway, 'close')]);
  await expect(gateway.send('/healthz')).resolves.toHaveProperty('status', 200);
  await gateway.close();
  await gone;
});

it('T13, S11: stopping keeps serving everything for DRAIN_SECONDS, while /readyz reports 503', async () => {
  const clock = manualClock();
  const { gateway } = await startHolding({ DRAIN_SECONDS: '10' }, clock);
  const ask = async (path: string) => {
    const answer = await gateway.send(path);
    await answer.text();
    return [answer.status, answer.headers.get('connection')];
  };
  expect(await ask('/readyz')).toEqual([200, 'keep-alive']);
  const closed = gateway.close();
  for (const ms of [0, 9_000, 999]) {
    await clock.advance(ms);
    expect(await ask('/readyz')).toEqual([503, 'keep-alive']);
    expect(await ask('/healthz')).toEqual([200, 'keep-alive']);
    expect(await ask('/things')).toEqual([200, 'keep-alive']);
    // A second stop request neither restarts nor shortens the drain.
    void gateway.close();
  }
  await clock.advance(1);
  await expect(ask('/healthz')).rejects.toThrow('fetch failed');
  await closed;
});

it('T13: stopping waits for at most 30 s after DRAIN_SECONDS', async () => {
  const clock = manualClock();
  const events: string[] = [];
  const stopped = createStopping({
    clock,
    log: (event) => events.push(event),
    drainMs: 10_000,
    close: () => new Promise(() => {}),
    release: () => void events.push('released'),
  }).stop();
  await clock.advance(39_999);
  expect(events).toEqual(['stopping']);
  await clock.advance(1);
  await stopped;
  expect(events).toEqual(['stopping', 'released', 'stopped']);
});

it('T13: stopping logs "stopped" last, even if a write takes longer than that', async () => {
  const { advance, ...manual } = manualClock();
  const cancelled: number[] = [];
  const clock = {
    ...manual,
    after(ms: number, run: () => void) {
      const cancel = manual.after(ms, run);
      return () => {
        cancelled.push(ms);
        cancel();
      };
    },
  };
  const { gateway, write } = await startWriting(clock);
  cancelled.length = 0;
  // The timeout for a response's headers is cleared when they arrive.
  await expect.poll(() => cancelled).toContain(30_000);
  const closed = gateway.close();
  await advance(30_000);
  await expect(write).rejects.toThrow('fetch failed');
  await closed;
  expect(gateway.log.slice(-4)).toMatchObject([
    { event: 'stopping' },
    { event: 'audit', result: 'unknown' },
    { event: 'request', method: 'PUT' },
    { event: 'stopped' },
  ]);
});

it('T13: stopping gives a queued renewal no turn and does not wait for it, because it has sent nothing', async () => {
  const clock = manualClock();
  const slow = hold();
  let refreshes = 0;
  const signIn = fakeService(() => new Response(null, { status: 401 }));
  const gateway = await startedGateway({
    distDir,
    clock,
    async upstream(call) {
      if (call.url.endsWith('/v1/auth/refresh')) refreshes += 1;
      if (call.url.endsWith('/listWithMeasures')) await slow.pass();
      return signIn(call);
    },
  });
  const statuses: number[] = [];
  for (let person = 0; person < 6; person++) {
    const headers = await gateway.session();
    statuses.push((await gateway.send('/api/things', { headers })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 503]);
  await clock.advance(45_000);
  const pending = gateway.send('/api/thingsgroup/listWithMeasures', {
    headers: await gateway.session(),
  });
  await slow.reached;
  const closed = gateway.close();
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await setImmediate();
  };
  await clock.advance(20_000, settle);
  expect(refreshes).toBe(5);
  slow.answer();
  await pending;
  await closed;
  await clock.advance(120_000, settle);
  expect(refreshes).toBe(5);
});

import { describe, expect, it, vi } from 'vitest';

import { apiPrefix, sessionPath } from '#contract/session.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { testHttp } from '#testing/fixtures/testHttp.ts';

import { createCallLog, type LoggedCall } from './callLog.ts';
import { callsText, callStatus } from './callWords.ts';
import type { HttpRequest, PathFetch } from './http.ts';

const list = { method: 'GET', route: `${apiPrefix}/things` } as const;
const start = Date.UTC(2026, 0, 1);

function openLog(fetch: PathFetch = async () => new Response('[]')) {
  const clock = manualClock(start);
  const calls = createCallLog();
  let sent = 0;
  const http = testHttp(fetch, { clock, newRequestId: () => `sent-${++sent}`, calls });
  /** The log entry for one call, however it ends. */
  async function entryOf(request: HttpRequest = list): Promise<LoggedCall | undefined> {
    await http.send(request).catch(() => undefined);
    return calls.list()[0];
  }
  return { calls, clock, http, entryOf };
}

describe('the call log', () => {
  it('has a response’s time, duration, status, request id and calls left', async () => {
    const headers = {
      'x-request-id': 'service-1',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '57',
    };
    const { clock, entryOf } = openLog(async () => {
      await clock.advance(120);
      return new Response('[]', { headers });
    });
    expect(await entryOf({ ...list, query: new URLSearchParams({ limit: '26' }) })).toEqual({
      number: 1,
      startedAt: start,
      tookMs: 120,
      method: 'GET',
      route: '/things',
      address: '/things?limit=26',
      purpose: 'person',
      requestId: 'service-1',
      outcome: { kind: 'answered', status: 200, remaining: 57, limit: 60 },
    });
  });

  it.each([
    ['an error', 500, {}, 'The service failed (500)'],
    ['a limit', 429, {}, 'Too many requests (429)'],
    [
      'a response from the gateway itself',
      503,
      { code: 'refresh_busy' },
      'Not sent: waiting for new tokens (503, from the gateway)',
    ],
    [
      'the gateway’s own limit',
      429,
      { code: 'too_often' },
      'Not sent: too many attempts in the last minute, so wait up to a minute (429, from the gateway)',
    ],
    [
      'a gateway error without words',
      400,
      { code: 'not_forwarded' },
      'Refused: not forwarded (400, from the gateway)',
    ],
  ])('shows the result of a call that ended in %s', async (_, status, body, words) => {
    const headers = { 'x-sim-gateway-error': '1' };
    const entry = await openLog(async () => Response.json(body, { status, headers })).entryOf();
    expect(entry && callStatus(entry.outcome).text).toBe(words);
  });

  it('distinguishes a cancelled call from a call without a response', async () => {
    const { entryOf } = openLog(async () => Promise.reject(new TypeError('cut')));
    expect(await entryOf()).toMatchObject({ requestId: 'sent-1', outcome: { kind: 'noAnswer' } });
    const signal = AbortSignal.abort();
    expect(await entryOf({ ...list, signal })).toMatchObject({ outcome: { kind: 'cancelled' } });
  });

  it('says that a call blocked by a known limit was not sent, and names the response that reached the limit', async () => {
    const fetch = vi.fn<PathFetch>(async () => {
      const headers = { 'retry-after': '30', 'x-request-id': 'limited' };
      return new Response('{}', { status: 429, headers });
    });
    const { entryOf } = openLog(fetch);
    await entryOf();
    const held = await entryOf();
    expect(fetch).toHaveBeenCalledOnce();
    expect(held).toMatchObject({ requestId: 'limited', tookMs: undefined });
    expect(held && callStatus(held.outcome).text).toBe(
      'Not sent: rate limit used up for another 30 s',
    );
  });

  it('shows a waiting call, and notifies listeners', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { calls, http } = openLog(async () => new Promise((resolve) => (answer = resolve)));
    const seen: string[] = [];
    calls.subscribe(() => seen.push(calls.list()[0]?.outcome.kind ?? 'none'));
    const sending = http.send({ ...list, bulk: true });
    await vi.waitFor(() => expect(seen).toEqual(['waiting']));
    expect(calls.list()[0]?.purpose).toBe('scan');
    answer(new Response('[]'));
    await sending;
    expect(seen).toEqual(['waiting', 'answered']);
  });

  it('keeps the last 100 calls to the service, newest first, and no calls that only reach the gateway', async () => {
    const { calls, http } = openLog();
    await http.send({ method: 'GET', route: sessionPath });
    await http.send({ method: 'POST', route: sessionPath, body: { password: 'secret' } });
    expect(calls.list().map(({ address }) => address)).toEqual([sessionPath]);
    for (let sent = 0; sent < 120; sent++) await http.send(list);
    const numbers = calls.list().map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => 121 - index));
  });

  it('drops another user’s calls, even if they are answered later', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { calls, http } = openLog(async () => new Promise((resolve) => (answer = resolve)));
    calls.belongTo('a');
    const sending = http.send(list);
    calls.belongTo('a');
    expect(calls.list()).toHaveLength(1);
    calls.belongTo('b');
    answer(new Response('[]'));
    await sending;
    expect(calls.list()).toEqual([]);
  });
});

it('the call log as text contains time in UTC, purpose, status and request id, and nothing else that was sent', async () => {
  const { calls, clock, http } = openLog(async () => {
    await clock.advance(80);
    return new Response('"g-1"', { headers: { 'x-request-id': 'service-1' } });
  });
  await http.send({
    method: 'PUT',
    route: `${apiPrefix}/thingsgroup/{ThingsGroupId}`,
    path: `${apiPrefix}/thingsgroup/g-1`,
    body: { ThingsGroupName: 'typed' },
  });
  await http.send({
    ...list,
    query: new URLSearchParams({ 'filterBy[ExternalUniqueId]': '8988' }),
    background: true,
  });
  const groupName = (id: string) => (id === 'g-1' ? 'Vans' : undefined);
  const about = { groupName, version: '1.2.3', environmentName: 'Test', now: clock.now() };
  expect(callsText(calls.list(), about)).toBe(
    `Recent calls from one tab of the SIM Console: 2, newest first. Times are in UTC.
Written at 2026-01-01T00:00:00.160Z, version 1.2.3, environment Test

2026-01-01T00:00:00.080Z  GET /things?filterBy%5BExternalUniqueId%5D=8988
  For: Things with the ICCID 8988 (in the background)
  Status: OK (200)
  Took: 80 ms
  Request ID: service-1
  Calls left in the window: unknown

2026-01-01T00:00:00.000Z  PUT /thingsgroup/g-1
  For: Save Thing Group Vans
  Status: OK (200)
  Took: 80 ms
  Request ID: service-1
  Calls left in the window: unknown`,
  );
  expect(callsText([], { ...about, groupName: () => undefined, environmentName: '' })).toContain(
    'environment not named',
  );
});

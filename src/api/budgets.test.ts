import { describe, expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';
import { testHttp } from '#testing/fixtures/testHttp.ts';

import { createBudgets } from './budgets.ts';
import { callsLeft } from './callsLeft.ts';

const headers = (remaining: string | null, limit: string | null = null) =>
  new Headers({
    ...(remaining !== null && { 'x-ratelimit-remaining': remaining }),
    ...(limit !== null && { 'x-ratelimit-limit': limit }),
  });

describe('the known limit of a route', () => {
  it('R4: a 429 blocks its own route until Retry-After, and no other', async () => {
    const clock = manualClock();
    const budgets = createBudgets(clock);
    budgets.block('GET', '/api/things', 7_000, 'req_1');
    expect(budgets.waitMs('GET', '/api/things')).toBe(7_000);
    expect(budgets.waitMs('PUT', '/api/things')).toBe(0);
    expect(budgets.waitMs('GET', '/api/thingsgroup/listWithMeasures')).toBe(0);
    await clock.advance(7_000);
    expect(budgets.waitMs('GET', '/api/things')).toBe(0);
  });

  it('R3: reads the remaining calls from the headers, and ignores garbage', () => {
    const budgets = createBudgets(manualClock());
    budgets.learn('GET', '/a', headers('3'));
    expect(budgets.of('GET', '/a').remaining).toBe(3);
    for (const garbage of ['', '-1', 'many', '1e3']) budgets.learn('GET', '/a', headers(garbage));
    expect(budgets.of('GET', '/a').remaining).toBe(3);
  });

  it('8.1.3: believes a higher count only if its call was sent after the lower count arrived', async () => {
    const clock = manualClock();
    const budgets = createBudgets(clock);
    const start = clock.now();
    await clock.advance(100);
    const came = clock.now();
    budgets.learn('GET', '/a', headers('3'), start);
    budgets.learn('GET', '/a', headers('4'), start);
    expect(budgets.of('GET', '/a')).toMatchObject({ remaining: 3, windowSince: came });
    await clock.advance(60_000);
    const later = clock.now();
    budgets.learn('GET', '/a', headers('4'), later);
    expect(budgets.of('GET', '/a')).toMatchObject({ remaining: 4, windowSince: later });
  });

  it('R3: “nothing left” only applies to its own window', async () => {
    const clock = manualClock();
    const budgets = createBudgets(clock);
    const isSpent = () => budgets.isSpent('GET', '/a');
    expect(isSpent()).toBe(false);
    budgets.learn('GET', '/a', headers('1'));
    expect(isSpent()).toBe(false);
    await clock.advance(20_000);
    budgets.learn('GET', '/a', headers('0'));
    expect(isSpent()).toBe(true);
    await clock.advance(59_999);
    expect(isSpent()).toBe(true);
    await clock.advance(1);
    expect(isSpent()).toBe(false);
    // Windows may be longer than usual; a response that says so is believed.
    budgets.learn('GET', '/a', headers('0'));
    expect(isSpent()).toBe(true);

    budgets.block('GET', '/b', 7_000, 'req_1');
    expect(budgets.isSpent('GET', '/b')).toBe(true);
    await clock.advance(7_000);
    expect(budgets.isSpent('GET', '/b')).toBe(false);
  });

  it('T14: setting the clock back neither extends a block nor hides a later response', async () => {
    const real = manualClock();
    let back = 0;
    const budgets = createBudgets({ ...real, now: () => real.now() - back });
    budgets.block('GET', '/a', 60_000, 'req_1');
    await real.advance(10_000);
    back = 86_400_000;
    expect(budgets.waitMs('GET', '/a')).toBe(60_000);
    await real.advance(45_000);
    expect(budgets.waitMs('GET', '/a')).toBe(15_000);
    await real.advance(15_000);
    expect(budgets.waitMs('GET', '/a')).toBe(0);
    budgets.learn('GET', '/a', headers('4'));
    expect(budgets.of('GET', '/a').remaining).toBe(4);

    budgets.learn('GET', '/b', headers('1'));
    back += 86_400_000;
    budgets.learn('GET', '/b', headers('4'));
    expect(budgets.of('GET', '/b').remaining).toBe(4);
  });

  it('R4: notifies the other tabs, and ignores messages in an unknown format', () => {
    const clock = manualClock();
    const sent: unknown[] = [];
    let receive: (message: unknown) => void = () => undefined;
    const ours = createBudgets(clock, {
      send: (message) => sent.push(message),
      listen: () => undefined,
    });
    const theirs = createBudgets(clock, {
      send: () => undefined,
      listen: (onMessage) => (receive = onMessage),
    });
    ours.block('GET', '/a', 5_000, 'req_1');
    for (const message of sent) receive(message);
    expect(theirs.waitMs('GET', '/a')).toBe(5_000);
    for (const garbage of [
      null,
      'x',
      { key: 1, budget: {} },
      { key: 'GET /b', budget: { a: {} } },
      { key: 'GET /b', budget: { blockedUntil: '9999999999999' } },
    ]) {
      receive(garbage);
    }
    expect(theirs.waitMs('GET', '/b')).toBe(0);
  });
});

it('R9: a call on a blocked route is not sent, and reports how long it has to wait', async () => {
  const clock = manualClock();
  let sent = 0;
  const http = testHttp(
    async () => {
      sent++;
      const answer = { status: 429, headers: { 'retry-after': '9' } };
      return Response.json({ request_id: 'req_1' }, answer);
    },
    { clock },
  );
  const call = async () => http.send({ method: 'GET', route: '/api/things' });
  await expect(call()).rejects.toMatchObject({ kind: 'rateLimited', status: 429 });
  await clock.advance(4_000);
  await expect(call()).rejects.toMatchObject({
    kind: 'rateLimited',
    status: undefined,
    retryAfterMs: 5_000,
    requestId: 'req_1',
  });
  expect(sent).toBe(1);
  await clock.advance(5_000);
  await expect(call()).rejects.toMatchObject({ status: 429 });
  expect(sent).toBe(2);
});

it.each([
  ['57', '60', '57 of 60'],
  ['0', '5', '0 of 5'],
  ['57', null, '57'],
  ['57', 'many', '57'],
  // The calls left cannot exceed the limit.
  ['57', '5', '57'],
  [null, '60', undefined],
])('8.4: %s left of a limit of %s', (remaining, limit, words) => {
  const budgets = createBudgets(manualClock());
  budgets.learn('GET', '/a', headers(remaining, limit));
  expect(callsLeft(budgets.of('GET', '/a'))).toBe(words);
});

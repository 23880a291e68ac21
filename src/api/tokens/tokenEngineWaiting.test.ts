import { describe, expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';
import { brief, engineFixture, lost, pair } from '#testing/fixtures/tokenEngineFixture.ts';

import { createRefreshQueue, type QueuePlace } from './refreshQueue.ts';
import { newTokens } from './sessionTokens.ts';
import { createTokenEngine, renewalWaitMs } from './tokenEngine.ts';
import { createMemoryTokenRecord } from './tokenRecord.ts';

/** A session with a refused access token, behind `before` others, five of which have had their turn. */
function crowded(before: number) {
  const clock = manualClock();
  const queue = createRefreshQueue(clock);
  for (let i = 0; i < before; i++) queue.join({ isWaitedFor: true, onTurn: () => {} });
  const on = engineFixture({ clock, queue });
  on.service.accepted = 'none';
  return { ...on, clock, queue };
}

describe('T12: how long a call waits for a refresh', () => {
  it('not at all if others are ahead: it gets its place immediately, and does not have to wait for its turn', async () => {
    const { clock, send, refreshes } = crowded(12);
    expect(await send()).toMatchObject({ kind: 'refresh_busy', ahead: 7 });
    await clock.advance(122_000);
    expect(refreshes).toHaveLength(1);
    expect(brief(await send())).toBe(200);
  });

  it.each(['read', 'write'] as const)(
    'as long as a %s may, once it has been sent',
    async (kind) => {
      const on = engineFixture({ refreshTakesMs: renewalWaitMs[kind] + 1 });
      on.service.accepted = 'none';
      const call = on.engine.send(on.call, { timeoutMs: renewalWaitMs[kind] });
      let isSettled = false;
      void call.then(() => (isSettled = true));
      await on.clock.advance(renewalWaitMs[kind] - 1);
      expect(isSettled).toBe(false);
      await on.clock.advance(1);
      expect(await call).toEqual({ kind: 'refresh_busy', ahead: 0, retryAfterMs: 5_000 });
      await on.clock.advance(1);
      expect(brief(await on.send())).toBe(200);
      expect(on.refreshes).toHaveLength(1);
    },
  );

  it('in total, even if the response is lost and the refresh sent again', async () => {
    const on = engineFixture({ refreshTakesMs: 6_000, outcomes: [lost], random: 0 });
    on.service.accepted = 'none';
    const call = on.engine.send(on.call, { timeoutMs: 10_000 });
    await on.clock.advance(10_000);
    expect(brief(await call)).toBe('refresh_busy');
    expect(on.refreshes).toHaveLength(2);
  });

  it('only while its caller waits; the refresh continues', async () => {
    const on = engineFixture({ refreshTakesMs: 6_000 });
    on.service.accepted = 'none';
    const caller = new AbortController();
    const call = on.engine.send(on.call, { signal: caller.signal });
    const failure = call.catch((error: unknown) => error);
    await on.clock.advance(1_000);
    caller.abort('gone');
    expect(await failure).toBe('gone');
    await on.clock.advance(5_000);
    expect(brief(await on.send())).toBe(200);
    expect(on.refreshes).toHaveLength(1);
  });
});

describe('T18: a session that is closed', () => {
  it('leaves the queue, and sends no more refreshes', async () => {
    const { clock, engine, send, refreshes, queue } = crowded(5);
    expect(await send()).toEqual({ kind: 'refresh_busy', ahead: 0, retryAfterMs: 61_000 });
    expect(queue.length()).toBe(1);
    engine.close();
    expect(queue.length()).toBe(0);
    expect(brief(await send())).toBe('session_ended');
    await clock.advance(600_000);
    expect(refreshes).toHaveLength(0);
  });

  it('T13: still awaits a sent refresh', async () => {
    const on = engineFixture({ refreshTakesMs: 6_000 });
    on.service.accepted = 'none';
    const call = on.send();
    await on.clock.advance(1_000);
    on.engine.close();
    let isIdle = false;
    const idle = on.engine.idle().then(() => (isIdle = true));
    await on.clock.advance(4_000);
    expect(isIdle).toBe(false);
    await on.clock.advance(1_000);
    await Promise.all([idle, call]);
  });
});

describe('T13: a process that stops', () => {
  it('also waits for the refresh that is resent after a lost response', async () => {
    const on = engineFixture({ refreshTakesMs: 1_000, outcomes: [lost], random: 0 });
    on.service.accepted = 'none';
    const call = on.send();
    await on.clock.advance(0);
    let isIdle = false;
    const idle = on.engine.idle().then(() => (isIdle = true));
    await on.clock.advance(2_900);
    expect([on.refreshes.length, isIdle]).toEqual([2, false]);
    await on.clock.advance(100);
    await Promise.all([idle, call]);
  });

  it('waits for a sent refresh, but not for a turn in the queue', async () => {
    const { clock, engine, send, refreshes, queue } = crowded(5);
    await send();
    queue.stop();
    await engine.idle();
    await clock.advance(600_000);
    expect(refreshes).toHaveLength(0);
  });
});

describe('T18: a session that is signed out', () => {
  it('gives up the queue place it was requesting, and answers its callers', async () => {
    const clock = manualClock();
    const answer = Promise.withResolvers<QueuePlace>();
    let hasLeft = false;
    const engine = createTokenEngine({
      store: createMemoryTokenRecord(newTokens(pair(1), clock, () => 0.5)),
      clock,
      random: () => 0.5,
      queue: { join: () => answer.promise, block() {} },
      refresh: async () => lost,
    });
    const call = engine.send(async () => new Response(null, { status: 401 }));
    await clock.advance(0);
    engine.close();
    answer.resolve({
      standing: () => ({ ahead: 0, retryAfterMs: 1000 }),
      promote() {},
      leave: () => void (hasLeft = true),
    });
    expect([brief(await call), hasLeft, engine.isIdle()]).toEqual(['session_ended', true, true]);
  });
});

it.each<[string, (on: ReturnType<typeof engineFixture>) => void, string]>([
  ['T13: a process that stops', (on) => on.queue.stop(), 'refresh_busy'],
  ['T18: a session that is signed out', (on) => on.engine.close(), 'session_ended'],
])('%s does not repeat a lost refresh', async (_case, end, outcome) => {
  const on = engineFixture({ refreshTakesMs: 1_000, outcomes: [lost] });
  on.service.accepted = 'none';
  const call = on.send();
  await on.clock.advance(1_500);
  end(on);
  await on.clock.advance(5_000);
  await on.engine.idle();
  expect(brief(await call)).toBe(outcome);
  expect(on.refreshes).toHaveLength(1);
});

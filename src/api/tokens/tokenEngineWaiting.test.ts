import { describe, expect, it } from 'vitest';

import { gatewayQueue } from '#testing/fixtures/gatewayQueue.ts';
import { seeded } from '#testing/fixtures/seeded.ts';
import { brief, engineFixture, lost, minute } from '#testing/fixtures/tokenEngineFixture.ts';

import type { RefreshOutcome } from './refreshCall.ts';
import type { QueuePlace, QueueRequest } from './refreshQueue.ts';
import { newTokens } from './sessionTokens.ts';
import { createTokenEngine, renewalWaitMs } from './tokenEngine.ts';
import { createMemoryTokenRecord } from './tokenRecord.ts';

const standing = () => ({ ahead: 0, retryAfterMs: 1000 });

/** A session with a refused access token, behind `before` others, five of which have had their turn. */
async function crowded(before: number) {
  const { clock, forSession, length } = await gatewayQueue();
  for (let i = 0; i < before; i++) await forSession().join({ isWaitedFor: true, onTurn: () => {} });
  const on = engineFixture({ clock, queue: forSession() });
  on.service.accepted = 'none';
  return { ...on, clock, length };
}

describe('T12: how long a call waits for a refresh', () => {
  it('not at all if others are ahead: it gets its place immediately, and does not have to wait for its turn', async () => {
    const { clock, send, refreshes } = await crowded(12);
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
    const { clock, engine, send, refreshes, length } = await crowded(5);
    expect(await send()).toEqual({ kind: 'refresh_busy', ahead: 0, retryAfterMs: 61_000 });
    expect(await length()).toBe(1);
    engine.close();
    await clock.advance(0);
    expect(await length()).toBe(0);
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

  it.each([
    ['', false, 200],
    [' to a promotion', true, 'refresh_busy'],
  ])('also waits for the response of the queue%s, which may be a turn', async (_to, isIn, said) => {
    const answer = Promise.withResolvers<undefined>();
    const place = (promote: () => Promise<void>) => ({ standing, promote, leave() {} });
    const join = ({ onTurn }: QueueRequest) =>
      isIn ? place(() => answer.promise.then(onTurn)) : answer.promise;
    const on = engineFixture({ queue: { join, block() {} } });
    on.service.accepted = 'none';
    const call = on.send();
    await on.clock.advance(0);
    on.engine.isRefused();
    const refreshes = on.engine.idle().then(() => on.refreshes.length);
    await on.clock.advance(0);
    answer.resolve(undefined);
    expect([await refreshes, brief(await call)]).toEqual([1, said]);
  });

  it('waits for a sent refresh, but not for a turn in the queue', async () => {
    const { clock, engine, send, refreshes, queue } = await crowded(5);
    await send();
    await queue.block(11 * minute);
    await engine.idle();
    await clock.advance(600_000);
    expect(refreshes).toHaveLength(0);
  });
});

it('T18: a session that is signed out gives up the queue place it was requesting, and answers its callers', async () => {
  const answer = Promise.withResolvers<QueuePlace>();
  let hasLeft = false;
  const on = engineFixture({ queue: { join: () => answer.promise, block() {} } });
  on.service.accepted = 'none';
  const call = on.send();
  await on.clock.advance(0);
  on.engine.close();
  answer.resolve({ standing, promote() {}, leave: () => void (hasLeft = true) });
  expect([brief(await call), hasLeft, on.engine.isIdle()]).toEqual(['session_ended', true, true]);
});

it.each<[string, (on: ReturnType<typeof engineFixture>) => void, string]>([
  ['T13: a process that gets no more turns', (on) => on.queue.block(minute), 'refresh_busy'],
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

it('T11: 480 users behind one address who signed in within one minute work for 8 hours without a sign-out, and the service never has to refuse a refresh', async () => {
  const { clock, forSession } = await gatewayQueue();
  const random = seeded(1);
  let issued = 0;
  let limitRefusals = 0;
  let window = { ends: 0, used: 0 };
  const validUntil = new Map<string, number>();

  function issue() {
    issued += 1;
    const access_token = `a${issued}`;
    validUntil.set(access_token, clock.now() + 240 * minute);
    return { token_type: 'Bearer' as const, access_token, refresh_token: `r${issued}` };
  }
  /** The service's limit, API document 8.3: a fixed window from its first request. */
  async function refresh(): Promise<RefreshOutcome> {
    if (clock.now() >= window.ends) window = { ends: clock.now() + minute, used: 0 };
    window.used += 1;
    if (window.used <= 5) return { kind: 'renewed', pair: issue() };
    limitRefusals += 1;
    return { kind: 'busy', limited: true, retryAfterMs: window.ends - clock.now() };
  }

  const engines = [];
  for (let person = 0; person < 480; person++) {
    const store = createMemoryTokenRecord(newTokens(issue(), clock, random));
    engines.push(createTokenEngine({ store, refresh, clock, random, queue: forSession() }));
    await clock.advance(minute / 480);
  }

  const outcomes = { answered: 0, refresh_busy: 0, session_ended: 0 };
  const call = async (access: string) =>
    new Response(null, { status: (validUntil.get(access) ?? 0) > clock.now() ? 200 : 401 });
  for (let second = 0; second < 8 * 3600; second++) {
    for (let each = 0; each < 8; each++) {
      // Each user clicks once a minute, eight users per second.
      const engine = engines[(second % 60) * 8 + each];
      if (engine) outcomes[(await engine.send(call)).kind] += 1;
    }
    await clock.advance(1000);
  }
  expect(limitRefusals).toBe(0);
  expect(outcomes).toEqual({ answered: 480 * 8 * 60, refresh_busy: 0, session_ended: 0 });
});

it('T12: 200 users who come back from lunch within 20 s with expired access tokens are renewed in order, see a decreasing number ahead, and do not all ask again at the same time', async () => {
  const { clock, forSession, length } = await gatewayQueue();
  const begun = clock.now();
  const random = seeded(2);
  const people = Array.from({ length: 200 }, () => ({
    ...engineFixture({ clock, queue: forSession() }),
    places: [] as number[],
    waits: [] as number[],
    works: undefined as number | undefined,
  }));
  type Person = (typeof people)[number];
  /** Each user retries the call when due, up to a second late; every other user closes the tab immediately. */
  async function ask(person: Person, stays: boolean) {
    const outcome = await person.send();
    if (outcome.kind === 'refresh_busy') {
      person.places.push(outcome.ahead ?? -1);
      person.waits.push(outcome.retryAfterMs);
      const wait = outcome.retryAfterMs + Math.round(1000 * random());
      if (stays) clock.after(wait, () => void ask(person, stays));
    } else if (brief(outcome) === 200) person.works = clock.now() - begun;
  }
  for (const [index, person] of people.entries()) {
    person.service.accepted = 'none';
    clock.after(index * 100, () => void ask(person, index % 2 === 0));
  }
  await clock.advance(42 * minute);

  // In order of arrival, five a minute, each once, including users who left.
  for (const { refreshes } of people) expect(refreshes).toHaveLength(1);
  const at = people.flatMap(({ refreshes }) => refreshes.map((refresh) => refresh.at - begun));
  expect(at).toEqual(at.toSorted((a, b) => a - b));
  for (const [index, time] of at.entries()) {
    expect(time - (at[index - 5] ?? -Infinity)).toBeGreaterThanOrEqual(61_000);
  }
  expect(at.at(-1)).toBeLessThan(40 * 61_000);
  expect(await length()).toBe(0);

  expect(people.slice(5).map(({ places }) => places[0])).toEqual([...Array(195).keys()]);
  for (const { places } of people) expect(places).toEqual(places.toSorted((x, y) => y - x));
  // Those who stayed continue within a few seconds of their turn.
  const late = at.map((time, index) => (people[index]?.works ?? Infinity) - time);
  const stayed = late.filter((_, index) => index % 2 === 0);
  expect(Math.min(...stayed)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...stayed)).toBeLessThanOrEqual(2_000);

  const first = people.map(({ waits }, index) =>
    Math.floor(((waits[0] ?? 0) + index * 100) / 1000),
  );
  const together = first.map((second) => first.filter((other) => other === second).length);
  expect(Math.max(...together.slice(10))).toBeLessThanOrEqual(15);
});

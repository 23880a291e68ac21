import { describe, expect, it } from 'vitest';

import { gatewayQueue } from '#testing/fixtures/gatewayQueue.ts';
import { brief, engineFixture, hour, lost, minute } from '#testing/fixtures/tokenEngineFixture.ts';

import type { RefreshOutcome } from './refreshCall.ts';

const declined: RefreshOutcome = { kind: 'declined', retryAfterMs: minute };
const limited: RefreshOutcome = { kind: 'busy', limited: true, retryAfterMs: minute };
const failing: RefreshOutcome = { kind: 'busy', limited: false, retryAfterMs: minute };

type Fixture = ReturnType<typeof engineFixture>;

/** A user who clicks every ten seconds; returns the results, without repetitions. */
async function clickFor(on: Fixture, ms: number): Promise<(number | string)[]> {
  const ends: (number | string)[] = [];
  for (let passed = 0; passed < ms; passed += 10_000) {
    const sent = on.send();
    await on.clock.advance(10_000);
    const end = brief(await sent);
    if (end !== ends.at(-1)) ends.push(end);
  }
  return ends;
}

const minutesOf = ({ refreshes }: Fixture) =>
  refreshes.map(({ at }) => Math.round((at - (refreshes[0]?.at ?? 0)) / minute));

describe('T23: a session whose refreshes do not help', () => {
  it('tries again after 1, 5 and 30 minutes, answers 401 in between, and then ends', async () => {
    const on = engineFixture();
    on.service.alwaysRefuses = true;
    expect(await clickFor(on, 2 * hour)).toEqual([401, 'session_ended']);
    expect(minutesOf(on)).toEqual([0, 1, 6, 36]);
    expect(await on.send()).toEqual({ kind: 'session_ended', wasUseless: true });
  });

  it('continues once the cause is fixed, and its count restarts', async () => {
    const on = engineFixture();
    on.service.alwaysRefuses = true;
    await clickFor(on, 20 * minute);
    expect(minutesOf(on)).toEqual([0, 1, 6]);
    on.service.alwaysRefuses = false;
    expect(brief(await on.send())).toBe(200);
    on.service.alwaysRefuses = true;
    on.refreshes.length = 0;
    const again = on.clock.now();
    expect([await clickFor(on, 30 * minute), minutesOf(on)]).toEqual([[401], [0, 1, 6]]);
    expect(on.refreshes[0]?.at).toBe(again);
  });

  it('T6b: refreshes at most once a minute, even if its other calls are answered', async () => {
    const on = engineFixture();
    for (let click = 0; click < 60; click++) {
      on.service.alwaysRefuses = click % 2 === 0;
      await on.send();
      await on.clock.advance(5_000);
    }
    const gaps = on.refreshes.map(({ at }, i) => at - (on.refreshes[i - 1]?.at ?? -hour));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(minute);
  });

  it('T6b: counts the minute from the end of a refresh that took longer', async () => {
    const refreshTakesMs = 61_000;
    const on = engineFixture({ refreshTakesMs });
    on.service.alwaysRefuses = true;
    for (let click = 0; click < 60; click++) {
      void on.send();
      await on.clock.advance(5_000);
    }
    const [first, second] = on.refreshes;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(refreshTakesMs + minute);
  });

  it('T6b: waits the full minute even if a call from before the last refresh is refused again', async () => {
    const on = engineFixture();
    const held = Promise.withResolvers<void>();
    const late = on.engine.send(async (access) => {
      await held.promise;
      return on.call(access);
    });
    await on.clock.advance(0);
    on.service.accepted = 'none';
    expect(brief(await on.send())).toBe(200);
    on.service.alwaysRefuses = true;
    held.resolve();
    expect([brief(await late), brief(await on.send())]).toEqual([401, 401]);
    expect(on.refreshes).toHaveLength(1);
    await on.clock.advance(minute);
    await on.send();
    expect(on.refreshes).toHaveLength(2);
  });
});

it('T23: a pair from a late response expires when the service says so, and is renewed immediately', async () => {
  const on = engineFixture({ seconds: 6, refreshTakesMs: 5_000 });
  await on.clock.advance(5_000);
  expect(brief(await on.send())).toBe(200);
  // The service created the next pair when called; the response came near the end of the pair's lifetime.
  await on.clock.advance(6_000);
  on.service.accepted = 'none';
  const sent = on.send();
  await on.clock.advance(5_000);
  expect(brief(await sent)).toBe(200);
  expect(on.refreshes).toHaveLength(2);
});

describe('T23: a 401 with an unconfirmed customer id', () => {
  it('costs no refresh while the pair is fresh', async () => {
    const on = engineFixture();
    on.service.alwaysRefuses = true;
    let isUnconfirmed = true;
    const send = async () =>
      brief(await on.engine.send(on.call, { isUnconfirmed: () => isUnconfirmed }));
    for (const ms of [0, minute, 2 * hour]) {
      await on.clock.advance(ms);
      expect(await send()).toBe(401);
    }
    expect([on.sends.length, on.refreshes.length]).toEqual([3, 0]);
    // These 401s count neither against the token nor, once it is confirmed, against the id.
    on.service.alwaysRefuses = false;
    expect(await send()).toBe(200);
    isUnconfirmed = false;
    on.service.accepted = 'another';
    expect(await send()).toBe(200);
    expect(on.refreshes).toHaveLength(1);
  });

  it('costs one refresh, like any other 401, when the pair is due, whether or not it is the first pair', async () => {
    const on = engineFixture();
    on.service.alwaysRefuses = true;
    const send = async () => brief(await on.engine.send(on.call, { isUnconfirmed: () => true }));
    for (const refreshes of [1, 2]) {
      await on.clock.advance(3 * hour);
      expect(await send()).toBe(401);
      expect(on.refreshes).toHaveLength(refreshes);
      // Not even after the minute in which a 401 counts against the refresh.
      await on.clock.advance(2 * minute);
      expect(await send()).toBe(401);
      expect(on.refreshes).toHaveLength(refreshes);
    }
  });

  it('T14: costs one refresh if the clock has been set back, because the age of the pair is unknown', async () => {
    const on = engineFixture();
    on.service.accepted = 'another';
    on.moveClock(-2 * minute);
    expect(brief(await on.engine.send(on.call, { isUnconfirmed: () => true }))).toBe(200);
    expect(on.refreshes).toHaveLength(1);
  });
});

describe('T23: a session whose refresh the service refuses with a 4xx other than 401 and 429', () => {
  it('waits 1, 5 and 30 minutes, at most 20 at a time, and then ends', async () => {
    const on = engineFixture({ outcomes: Array.from({ length: 9 }, () => declined) });
    on.service.accepted = 'none';
    expect(await on.send()).toEqual({ kind: 'refresh_busy', retryAfterMs: minute });
    await on.clock.advance(minute);
    expect(await on.send()).toEqual({ kind: 'refresh_busy', retryAfterMs: 5 * minute });
    await on.clock.advance(5 * minute);
    expect(await on.send()).toEqual({ kind: 'refresh_busy', retryAfterMs: 20 * minute });
    await on.clock.advance(20 * minute);
    expect(await on.send()).toEqual({ kind: 'refresh_busy', retryAfterMs: 10 * minute });
    await on.clock.advance(10 * minute);
    expect(await on.send()).toEqual({ kind: 'session_ended', wasUseless: true });
    expect(on.refreshes).toHaveLength(4);
  });

  it('T9: works with its access token until that is refused', async () => {
    const on = engineFixture({ outcomes: Array.from({ length: 9 }, () => declined) });
    await on.clock.advance(3 * hour);
    expect(await clickFor(on, 2 * minute)).toEqual([200]);
    expect(on.refreshes.length).toBeGreaterThan(0);
    on.service.accepted = 'none';
    expect(brief(await on.send())).toBe('refresh_busy');
  });

  it('restarts its count if the service answers one of its calls in the meantime', async () => {
    const on = engineFixture({ outcomes: Array.from({ length: 4 }, () => declined) });
    await on.clock.advance(3 * hour);
    // These responses say nothing about the token.
    const notFound = async () => new Response(null, { status: 404 });
    for (let passed = 0; passed < 40; passed++) {
      await on.engine.send(notFound);
      await on.clock.advance(minute);
    }
    expect(on.refreshes).toHaveLength(4);
    expect(brief(await on.send())).toBe(200);
    on.service.accepted = 'none';
    expect(brief(await on.send())).toBe(200);
    expect(on.refreshes).toHaveLength(5);
  });

  it('works again as soon as a refresh is granted', async () => {
    const on = engineFixture({ outcomes: [declined, declined, declined] });
    on.service.accepted = 'none';
    expect(await clickFor(on, 40 * minute)).toEqual(['refresh_busy', 200]);
    expect(minutesOf(on)).toEqual([0, 1, 6, 36]);
  });
});

it.each([
  ['429', limited],
  ['5xx', failing],
  ['a lost answer', lost],
])(
  'T10, T23: failures that do not count against a session: %s, however often',
  async (_, outcome) => {
    const on = engineFixture({ outcomes: Array.from({ length: 30 }, () => outcome) });
    on.service.accepted = 'none';
    expect(await clickFor(on, 2 * hour)).toEqual(['refresh_busy', 200]);
  },
);

it('T23: five broken sessions of each kind alongside a healthy crowd spend four refreshes each in total, and all others are renewed in time', async () => {
  const { clock, forSession } = await gatewayQueue();
  const misdirected = Array.from({ length: 5 }, () =>
    engineFixture({ clock, queue: forSession() }),
  );
  for (const { service } of misdirected) service.alwaysRefuses = true;
  const suspended = Array.from({ length: 5 }, () =>
    engineFixture({
      clock,
      queue: forSession(),
      outcomes: Array.from({ length: 9 }, () => declined),
    }),
  );
  for (const { service } of suspended) service.accepted = 'none';
  const healthy = Array.from({ length: 60 }, () => engineFixture({ clock, queue: forSession() }));
  const renewedAfter = new Map<Fixture, number>();

  for (let passed = 0; passed < 90 * minute; passed += 5_000) {
    await Promise.all([...misdirected, ...suspended].map(async ({ send }) => send()));
    // Every half minute, one more of them comes back from lunch.
    for (const [index, on] of healthy.entries()) {
      const since = passed - index * 30_000;
      if (since < 0 || renewedAfter.has(on)) continue;
      if (since === 0) on.service.accepted = 'none';
      const end = brief(await on.send());
      expect(['refresh_busy', 200]).toContain(end);
      if (end === 200) renewedAfter.set(on, since);
    }
    await clock.advance(5_000);
  }
  expect(renewedAfter.size).toBe(60);
  // At most ten others can be ahead, and each uses a place only occasionally.
  expect(Math.max(...renewedAfter.values())).toBeLessThan(3 * minute);
  for (const on of [...misdirected, ...suspended]) {
    expect(on.refreshes).toHaveLength(4);
    expect(brief(await on.send())).toBe('session_ended');
  }
});

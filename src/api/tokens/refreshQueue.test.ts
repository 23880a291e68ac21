import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Clock } from '#lib/clock.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import {
  createRefreshQueue,
  type LocalQueuePlace,
  type LocalRefreshQueue,
} from './refreshQueue.ts';

/** A queue that records the name and the second of each turn. */
function fixture(clock = manualClock(), queue = createRefreshQueue(clock)) {
  const begun = clock.now();
  const turns: string[] = [];
  const note = (name: string) => turns.push(`${name} ${(clock.now() - begun) / 1000}`);
  function join(name: string, as: { isWaitedFor?: boolean; isFirst?: boolean } = {}) {
    const { isWaitedFor = true, isFirst = false } = as;
    const place = queue.join({ isWaitedFor, isFirst, onTurn: () => note(name) });
    if (!place) note(name);
    return place;
  }
  return { clock, queue, turns, join };
}

/** How long a session that joins now would have to wait. */
function waitOf(queue: LocalRefreshQueue): number {
  const place = queue.join({ isWaitedFor: true, onTurn: () => {} });
  if (!place) return 0;
  const wait = place.standing().retryAfterMs;
  place.leave();
  return wait;
}

describe('API document 8.3: 5 refreshes in 60 s for one client address', () => {
  it('gives 5 turns, then reports the wait until the first no longer counts', async () => {
    const { clock, queue } = fixture();
    expect(waitOf(queue)).toBe(0);
    await clock.advance(10_000);
    for (let i = 0; i < 4; i++) expect(waitOf(queue)).toBe(0);
    expect(waitOf(queue)).toBe(51_000);
    await clock.advance(51_000);
    expect([waitOf(queue), waitOf(queue)]).toEqual([0, 10_000]);
  });

  it('T10: gives none while the service asks it to wait', async () => {
    const { clock, queue } = fixture();
    queue.block(30_000);
    expect(waitOf(queue)).toBe(30_000);
    await clock.advance(30_000);
    expect(waitOf(queue)).toBe(0);
  });

  it('T14: never asks for more than a window’s wait when the clock is set back', () => {
    let now = Date.UTC(2026, 0, 1);
    const clock: Clock = { now: () => now, after: () => () => {} };
    const queue = createRefreshQueue(clock);
    for (let i = 0; i < 5; i++) waitOf(queue);
    now -= 600_000;
    expect(waitOf(queue)).toBe(61_000);
  });
});

describe('T12: a session in the queue', () => {
  it('is served in order, five in 61 s, without asking again', async () => {
    const { clock, turns, join } = fixture();
    for (let i = 1; i <= 12; i++) join(`p${i}`);
    await clock.advance(200_000);
    const served = [0, 0, 0, 0, 0, 61, 61, 61, 61, 61, 122, 122];
    expect(turns).toEqual(served.map((second, index) => `p${index + 1} ${second}`));
  });

  it('gets the number of sessions ahead, which never increases', async () => {
    const { clock, join } = fixture();
    const places = Array.from({ length: 17 }, (_, i) => join(`p${i}`));
    const ahead = () => [
      places[5]?.standing().ahead,
      places[10]?.standing().ahead,
      places[16]?.standing().ahead,
    ];
    expect(ahead()).toEqual([0, 5, 11]);
    await clock.advance(61_000);
    expect(ahead().slice(1)).toEqual([0, 6]);
    places[12]?.leave();
    expect(places[16]?.standing().ahead).toBe(5);
  });

  it('is asked to come back when its turn comes if that is soon, else about once a minute, spread over time', () => {
    const { join } = fixture();
    const comesBackIn = (person: string) => join(person)?.standing().retryAfterMs ?? 0;
    const waits = Array.from({ length: 110 }, (_, index) => comesBackIn(`p${index}`));
    expect(waits.slice(0, 11)).toEqual([
      0, 0, 0, 0, 0, 61_000, 61_000, 61_000, 61_000, 61_000, 50_000,
    ]);
    const far = waits.slice(10);
    expect(Math.min(...far)).toBeGreaterThanOrEqual(45_000);
    expect(Math.max(...far)).toBeLessThanOrEqual(75_000);
    const together = far.map((wait) => far.filter((other) => other === wait).length);
    expect(Math.max(...together)).toBeLessThanOrEqual(5);
  });

  it('goes before sessions whose renewal can wait, even if those came first', async () => {
    const { clock, turns, join } = fixture();
    for (let i = 1; i <= 5; i++) join(`p${i}`);
    join('early', { isWaitedFor: false });
    const due = join('due', { isWaitedFor: false });
    join('person');
    due?.promote();
    expect(due?.standing().ahead).toBe(1);
    await clock.advance(61_000);
    expect(turns.slice(5)).toEqual(['person 61', 'due 61', 'early 61']);
  });

  it('keeps its place if a refresh got no response', async () => {
    const { clock, turns, join } = fixture();
    for (let i = 1; i <= 7; i++) join(`p${i}`);
    expect(join('p3 again', { isFirst: true })?.standing().ahead).toBe(0);
    await clock.advance(61_000);
    expect(turns.slice(5)).toEqual(['p3 again 61', 'p6 61', 'p7 61']);
  });

  it('moves up when a session signs out', async () => {
    const { clock, turns, join } = fixture();
    Array.from({ length: 12 }, (_, i) => join(`p${i}`))[6]?.leave();
    await clock.advance(61_000);
    expect(turns.at(-1)).toBe('p10 61');
  });

  it('T10: waits longer, in the same order, if the service asks for it', async () => {
    const { clock, queue, turns, join } = fixture();
    for (let i = 1; i <= 6; i++) join(`p${i}`);
    await clock.advance(60_000);
    queue.block(30_000);
    await clock.advance(29_999);
    expect(turns).toHaveLength(5);
    await clock.advance(1);
    expect(turns.at(-1)).toBe('p6 90');
  });
});

type Step =
  | { do: 'join' | 'early' | 'leave' | 'promote'; who: number }
  | { do: 'wait'; ms: number };

/** A queue, a naive list of the waiting sessions, and all differences between the two. */
function createModel() {
  const clock = manualClock();
  const queue = createRefreshQueue(clock);
  const standing = new Map<number, LocalQueuePlace>();
  const places = new Map<number, number>();
  const violations: string[] = [];
  const turnsAt: number[] = [];
  /** Sessions that callers wait for, in the order in which they started waiting. */
  let order: number[] = [];
  const counts = { joined: 0, served: 0, left: 0 };

  const must = (holds: boolean, rule: string) => {
    if (!holds) violations.push(rule);
  };
  function forget(who: number) {
    standing.delete(who);
    places.delete(who);
    order = order.filter((other) => other !== who);
  }
  function turn(who: number) {
    counts.served += 1;
    const now = clock.now();
    must(now - (turnsAt.at(-5) ?? -Infinity) >= 61_000, 'at most 5 turns in 61 s');
    turnsAt.push(now);
    const isNext = order.includes(who) ? order[0] === who : order.length === 0;
    must(isNext, 'first come, first served, and those who are waited for before the others');
    forget(who);
  }
  function checkPlaces() {
    for (const [index, who] of order.entries()) {
      must(standing.get(who)?.standing().ahead === index, 'a place is what it is said to be');
      must(index <= (places.get(who) ?? index), 'nobody falls back');
      places.set(who, index);
    }
  }
  function join(who: number, isWaitedFor: boolean) {
    if (standing.has(who)) return;
    counts.joined += 1;
    if (isWaitedFor) order.push(who);
    const place = queue.join({ isWaitedFor, onTurn: () => turn(who) });
    if (place) standing.set(who, place);
    else turn(who);
  }
  return {
    clock,
    queue,
    violations,
    counts,
    async take(step: Step) {
      if (step.do === 'wait') return clock.advance(step.ms).then(checkPlaces);
      const { who } = step;
      const place = standing.get(who);
      if (step.do === 'join' || step.do === 'early') join(who, step.do === 'join');
      if (step.do === 'promote' && place && !order.includes(who)) {
        place.promote();
        order.push(who);
      }
      if (step.do === 'leave' && place) {
        place.leave();
        counts.left += 1;
        forget(who);
      }
      return undefined;
    },
  };
}

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('join', 'early', 'leave', 'promote'), who: fc.nat(15) }),
  fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1, 900, 20_000, 61_000) }),
);

it('any queue loses no session, lets no early renewal overtake a waiting session, and keeps to the limit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 60, size: 'max' }), async (taken) => {
      const model = createModel();
      for (const step of taken) await model.take(step);
      await model.clock.advance(10 * 61_000);
      const { joined, served, left } = model.counts;
      expect(model.violations).toEqual([]);
      expect([served + left, model.queue.length()]).toEqual([joined, 0]);
    }),
    { numRuns: 300 },
  );
});

import { describe, expect, it } from 'vitest';

import type { Clock } from '#lib/clock.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { comeBackIn, createOwnTurns } from './refreshQueue.ts';

/** The turns of one session, with the second of each turn. */
function fixture() {
  const clock = manualClock();
  const begun = clock.now();
  const queue = createOwnTurns(clock);
  const turns: number[] = [];
  const note = () => turns.push((clock.now() - begun) / 1000);
  function join(onTurn = () => {}) {
    const place = queue.join({
      isWaitedFor: true,
      onTurn() {
        note();
        onTurn();
      },
    });
    if (!place) note();
    return place;
  }
  const fill = () => Array.from({ length: 5 }, () => join());
  return { clock, queue, turns, join, fill };
}

/** How long a session that joins now would have to wait. */
function waitOf(queue: ReturnType<typeof createOwnTurns>): number {
  const place = queue.join({ isWaitedFor: true, onTurn: () => {} });
  if (!place) return 0;
  const { ahead, retryAfterMs } = place.standing();
  expect(ahead).toBe(0);
  place.leave();
  return retryAfterMs;
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
    const queue = createOwnTurns(clock);
    for (let i = 0; i < 5; i++) waitOf(queue);
    now -= 600_000;
    expect(waitOf(queue)).toBe(61_000);
  });
});

describe('T12: a session that has to wait for its turn', () => {
  it('gets five in 61 s, without asking again', async () => {
    const { clock, turns, join } = fixture();
    const again = () => {
      while (!join(again));
    };
    again();
    await clock.advance(183_000);
    expect(turns).toEqual([0, 61, 122, 183].flatMap((at) => [at, at, at, at, at]));
  });

  it('gets none once it has left, and takes none from the next session', async () => {
    const { clock, turns, join, fill } = fixture();
    fill();
    const former = join();
    await clock.advance(30_000);
    join();
    former?.leave();
    await clock.advance(31_000);
    expect(turns.slice(5)).toEqual([61]);
  });

  it('T10: waits longer if the service asks for it', async () => {
    const { clock, queue, turns, join, fill } = fixture();
    fill();
    join();
    await clock.advance(60_000);
    queue.block(30_000);
    await clock.advance(29_999);
    expect(turns).toHaveLength(5);
    await clock.advance(1);
    expect(turns.at(-1)).toBe(90);
  });

  it('is asked to come back when its turn comes if that is soon, else about once a minute, spread over time', () => {
    const waits = Array.from({ length: 105 }, (_, ahead) =>
      comeBackIn(61_000 * (1 + Math.floor(ahead / 5)), ahead),
    );
    expect(waits.slice(0, 6)).toEqual([61_000, 61_000, 61_000, 61_000, 61_000, 50_000]);
    const far = waits.slice(5);
    expect(Math.min(...far)).toBeGreaterThanOrEqual(45_000);
    expect(Math.max(...far)).toBeLessThanOrEqual(75_000);
    const together = far.map((wait) => far.filter((other) => other === wait).length);
    expect(Math.max(...together)).toBeLessThanOrEqual(5);
  });
});

import { describe, expect, it } from 'vitest';

import { gatewayQueue } from '#testing/fixtures/gatewayQueue.ts';
import {
  brief,
  engineFixture,
  hour,
  lost,
  minute,
  refused,
} from '#testing/fixtures/tokenEngineFixture.ts';

import type { RefreshOutcome } from './refreshCall.ts';

function limited(retryAfterMs: number): RefreshOutcome {
  return { kind: 'busy', limited: true, retryAfterMs };
}

/** The service fails without saying when to come back. */
const failing: RefreshOutcome = { kind: 'busy', limited: false, retryAfterMs: 10_000 };

describe('refreshes that fail', () => {
  it('T9: a lost response is followed by one retry with the same token, after at least a second', async () => {
    const on = engineFixture({ outcomes: [lost], random: 0 });
    on.service.accepted = 'none';
    const call = on.send();
    await on.clock.advance(999);
    expect(on.refreshes).toHaveLength(1);
    await on.clock.advance(1001);
    expect(brief(await call)).toBe(200);
    expect(on.refreshes.map(({ token }) => token)).toEqual(['r1', 'r1']);
  });

  it('T9: if the retry is refused, the access token is used until the service refuses it', async () => {
    const on = engineFixture({ outcomes: [lost, refused] });
    await on.clock.advance(3 * hour);
    expect(brief(await on.send())).toBe(200);
    await on.clock.advance(5_000);
    expect(on.refreshes).toHaveLength(2);
    expect(brief(await on.send())).toBe(200);
    await on.clock.advance(2 * hour);
    expect(brief(await on.send())).toBe(200);
    on.service.accepted = 'none';
    expect(brief(await on.send())).toBe('session_ended');
    expect(brief(await on.send())).toBe('session_ended');
    expect(on.refreshes).toHaveLength(2);
  });

  it('T9: after two lost responses the same token is sent again only when the access token is refused', async () => {
    const on = engineFixture({ outcomes: [lost, lost] });
    await on.clock.advance(3 * hour);
    await on.send();
    await on.clock.advance(10 * 60_000);
    expect(brief(await on.send())).toBe(200);
    await on.clock.advance(10_000);
    expect(on.refreshes).toHaveLength(2);
    on.service.accepted = 'none';
    expect(brief(await on.send())).toBe(200);
    expect(on.refreshes).toHaveLength(3);
  });

  it.each([
    ['T10: 429', limited(20_000), 20_000, 0],
    ['T10: 500, 502, 503', failing, 10_000, undefined],
  ])('%s keeps the session, and the access token is used in the meantime', async (...row) => {
    const [, outcome, wait, ahead] = row;
    const on = engineFixture({ outcomes: [outcome] });
    await on.clock.advance(3 * hour);
    expect(brief(await on.send())).toBe(200);
    await on.clock.advance(0);
    expect(on.refreshes).toHaveLength(1);

    await on.clock.advance(wait - 1000);
    expect(brief(await on.send())).toBe(200);
    on.service.accepted = 'none';
    expect(await on.send()).toEqual({ kind: 'refresh_busy', ahead, retryAfterMs: 1000 });
    expect(on.refreshes).toHaveLength(1);

    await on.clock.advance(1000);
    expect(brief(await on.send())).toBe(200);
    expect(on.refreshes).toHaveLength(2);
  });

  it('TS2: a refused refresh ends the session once the access token is refused too, and is not retried', async () => {
    const on = engineFixture({ outcomes: [refused] });
    on.service.accepted = 'none';
    expect(brief(await on.send())).toBe('session_ended');
    expect(brief(await on.send())).toBe('session_ended');
    expect(on.refreshes).toHaveLength(1);
  });

  it('T10: a 429 for one session keeps the process’s other sessions from refreshing until the wait is over', async () => {
    const { clock, forSession } = await gatewayQueue();
    const first = engineFixture({ clock, queue: forSession(), outcomes: [limited(20_000)] });
    const second = engineFixture({ clock, queue: forSession() });
    first.service.accepted = 'none';
    second.service.accepted = 'none';
    expect(brief(await first.send())).toBe('refresh_busy');
    // The refused session keeps its place.
    expect(await second.send()).toEqual({ kind: 'refresh_busy', ahead: 1, retryAfterMs: 20_000 });
    expect(second.refreshes).toHaveLength(0);
    await clock.advance(20_000);
    expect(brief(await second.send())).toBe(200);
  });
});

it('T10: a session whose refreshes are always refused with 429 keeps its place once, and then goes behind the others', async () => {
  const { clock, forSession } = await gatewayQueue();
  const outcomes = Array.from({ length: 99 }, () => limited(minute));
  const always = engineFixture({ clock, queue: forSession(), outcomes });
  const others = Array.from({ length: 5 }, () => engineFixture({ clock, queue: forSession() }));
  for (const on of [always, ...others]) {
    on.service.accepted = 'none';
    expect(brief(await on.send())).toBe('refresh_busy');
  }
  await clock.advance(minute);
  expect(always.refreshes).toHaveLength(2);
  await clock.advance(61_000);
  expect(always.refreshes).toHaveLength(2);
  const ends = await Promise.all(others.map(async ({ send }) => brief(await send())));
  expect(ends).toEqual(others.map(() => 200));
});

it('T10: sessions whose refreshes get no answer from the service leave half of the turns to others even if there are five, and still retry often enough', async () => {
  const { clock, forSession } = await gatewayQueue();
  const outcomes = () => Array.from({ length: 30 }, () => failing);
  const five = Array.from({ length: 5 }, () =>
    engineFixture({ clock, queue: forSession(), outcomes: outcomes() }),
  );
  for (const on of five) on.service.accepted = 'none';
  const sent = () => five.reduce((sum, { refreshes }) => sum + refreshes.length, 0);
  const clickFor10Minutes = async () => {
    for (let passed = 0; passed < 10 * minute; passed += 10_000) {
      await Promise.all(five.map(async ({ send }) => send()));
      await clock.advance(10_000);
    }
  };
  await clickFor10Minutes();
  const before = sent();
  await clickFor10Minutes();
  expect(sent() - before).toBeLessThanOrEqual(25);
  expect(sent() - before).toBeGreaterThan(15);
});

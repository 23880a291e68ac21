import { expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';

import { ApiError } from '../errors.ts';
import { createCallPace } from './callPace.ts';

const call = { method: 'GET', route: '/a', requestId: 'r' };

it('R18: a page that was in flight when another one failed does not speed up the scan again', () => {
  const pace = createCallPace(manualClock(), () => 0);
  const arrivals = [pace.started(), pace.started(), pace.started()];
  arrivals[0]?.();
  expect(pace.next(1, {})).toBe('now');
  pace.failed(new ApiError({ ...call, kind: 'server' }));
  arrivals[1]?.();
  arrivals[2]?.();
  expect([pace.next(0, {}), pace.next(1, {})]).toEqual(['now', 'afterAnswer']);
  pace.started()();
  expect(pace.next(1, {})).toBe('now');
});

it('R18: waits until a window would usually end, sends one call, then waits for the same time again', async () => {
  const clock = manualClock();
  const pace = createCallPace(clock, () => 0);
  const budget = { remaining: 1, knownAt: clock.now(), windowSince: clock.now() };
  expect(pace.next(0, budget)).toEqual({ until: clock.now() + 60_000 });
  await clock.advance(60_000);
  expect(pace.next(0, budget)).toBe('now');
  pace.started();
  // The window is longer than usual: the response reports fewer calls, not more.
  const after = { ...budget, remaining: 0, knownAt: clock.now() };
  expect(pace.next(0, after)).toEqual({ until: clock.now() + 60_000 });
});

it('T14: setting the clock back does not extend a wait', async () => {
  const real = manualClock();
  let back = 0;
  const clock = { ...real, now: () => real.now() - back };
  const limited = createCallPace(clock, () => 0);
  const spent = createCallPace(clock, () => 0);
  await real.advance(60_000);
  spent.started()();
  back = 24 * 3_600_000;
  const budget = { remaining: 0, knownAt: clock.now() - 60_000 };
  expect(spent.next(0, budget)).toEqual({ until: clock.now() + 60_000 });

  limited.failed(new ApiError({ ...call, kind: 'rateLimited', retryAfterMs: 7_000 }));
  back *= 2;
  expect(limited.next(0, {})).toMatchObject({ until: clock.now() + 7_000 });
  await real.advance(7_000);
  expect(limited.next(0, {})).toBe('now');
});

import { describe, expect, it } from 'vitest';

import { sleep } from '#lib/clock.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { createScanServiceModel } from '#testing/models/scanServiceModel.ts';

import { ApiError } from '../errors.ts';
import { createCallPace } from './callPace.ts';
import { createPacedCalls, type CallSource } from './pacedCalls.ts';

/** A source with one required call per page; the run is complete once all have been answered. */
function pagesOf(count: number, fault?: (call: number) => 403 | undefined) {
  const model = createScanServiceModel({ rows: [], ...(fault && { fault }) });
  const open = Array.from({ length: count }, (_, page) => page);
  const answered: number[] = [];
  const source: CallSource<number> = {
    next: () => open[0],
    async send(page, signal) {
      open.shift();
      await model.api.things.list({ filters: {}, size: 50, offset: page * 50 }, { signal });
      answered.push(page);
    },
    putBack: (page) => open.unshift(page) > 0,
    gaveUp: () => false,
  };
  const { clock, finish } = model;
  const runOf = (used: CallSource<number>) => {
    const calls = createPacedCalls({ things: model.api.things, clock, random: () => 0 }, used);
    return (signal: AbortSignal, onProgress = () => {}) => finish(calls.run(signal, onProgress));
  };
  return { clock, source, answered, runOf };
}

const pages = 8;
const all = Array.from({ length: pages }, (_, page) => page);
const forever = new AbortController().signal;

describe('a run of calls is complete only if each call was answered', () => {
  it.each(all.flatMap((at) => [['cancelled', at] as const, ['failed', at] as const]))(
    'not if it is %s at call %i, which the next run sends again',
    async (kind, at) => {
      const { source, answered, runOf } = pagesOf(pages, (call) =>
        kind === 'failed' && call === at ? 403 : undefined,
      );
      const run = runOf(source);
      const abort = new AbortController();
      let reports = 0;
      const end = await run(abort.signal, () => {
        if (reports++ === at && kind === 'cancelled') abort.abort();
      });
      expect(end).toMatchObject({ kind, ...(kind === 'failed' && { error: { status: 403 } }) });
      expect(answered.length).toBeLessThan(pages);
      expect(await run(forever)).toEqual({ kind: 'complete' });
      expect(answered.toSorted()).toEqual(all);
    },
  );

  it.each([
    ['awaited', 0],
    ['received while an earlier one is handled', 1000],
  ])('not if there is a bug in a response that is %s: it is thrown', async (_, handledMs) => {
    const { clock, source, runOf } = pagesOf(3);
    const bug = new TypeError('x is not a function');
    const run = runOf({
      ...source,
      async send(page, signal) {
        await source.send(page, signal);
        if (page < 2) return;
        await sleep(clock, 10);
        throw bug;
      },
      settle: () => sleep(clock, handledMs).then(() => false),
    });
    await expect(run(forever)).rejects.toBe(bug);
  });
});

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

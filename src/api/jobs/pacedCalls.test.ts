import { describe, expect, it } from 'vitest';

import { sleep } from '#lib/clock.ts';
import { createScanServiceModel } from '#testing/models/scanServiceModel.ts';

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

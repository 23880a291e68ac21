import { expect, it } from 'vitest';

import { trendLine } from './trendLine.ts';

const period = { from: 0, to: 100, gapMs: 20 };
const size = { width: 100, height: 10 };
const at = (...values: readonly (readonly [at: number, value: number | undefined])[]) =>
  trendLine(
    values.map(([time, value]) => ({ at: time, value })),
    period,
    size,
  );

it('W5: a check’s line runs from zero at the bottom to the largest value at the top, and ends in a dot', () => {
  expect(at([0, 0], [10, 4], [20, 2])).toEqual({ line: 'M0 10L10 0L20 5', dots: 'M20 5h0' });
});

it('W5: a check’s line is flat at the bottom if nothing was ever found', () => {
  expect(at([0, 0], [20, 0], [40, 0]).line).toBe('M0 10L20 10L40 10');
});

it('W5: a check’s line breaks at a gap, and where the check was not counted', () => {
  expect(at([0, 1], [20, 1], [41, 1], [60, 1]).line).toBe('M0 0L20 0M41 0L60 0');
  const counted = at([0, 1], [10, 1], [20, undefined], [30, 1], [40, 1]);
  expect(counted).toEqual({ line: 'M0 0L10 0M30 0L40 0', dots: 'M40 0h0' });
});

it('W5: a check’s line is a dot for a value without neighbours', () => {
  expect(at([50, 3])).toEqual({ line: '', dots: 'M50 0h0' });
  expect(at([0, 3], [50, 3], [60, 3])).toEqual({ line: 'M50 0L60 0', dots: 'M0 0h0M60 0h0' });
});

it('W5: a check’s line is empty without values, and stays in its box for times outside the period', () => {
  expect(at()).toEqual({ line: '', dots: '' });
  expect(at([-10, 1], [105, 2]).dots).toBe('M0 5h0M100 0h0');
  const instant = { ...period, from: 5, to: 5 };
  expect(trendLine([{ at: 5, value: 1 }], instant, size).dots).toBe('M100 0h0');
});

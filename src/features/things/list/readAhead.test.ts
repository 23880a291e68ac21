import { describe, expect, it } from 'vitest';

import { mayReadAhead } from './readAhead.ts';

const open = { isHidden: false, savesData: false };

describe('reading the next page ahead', () => {
  it('goes on while nothing is known of a limit, or enough is left', () => {
    expect(mayReadAhead({}, open, 0)).toBe(true);
    expect(mayReadAhead({ remaining: 3 }, open, 0)).toBe(true);
    expect(mayReadAhead({ remaining: 40, blockedUntil: 999 }, open, 1_000)).toBe(true);
  });

  it.each([
    ['few calls are left', { remaining: 2 }, open],
    ['none is left', { remaining: 0 }, open],
    ['the service wants to be left alone', { blockedUntil: 1_001 }, open],
    ['nobody looks', {}, { ...open, isHidden: true }],
    ['data is to be saved', {}, { ...open, savesData: true }],
  ])('is left when %s', (_why, budget, around) => {
    expect(mayReadAhead(budget, around, 1_000)).toBe(false);
  });
});

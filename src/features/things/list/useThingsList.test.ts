import { describe, expect, it } from 'vitest';

import { mayPrefetch } from './useThingsList.ts';

const visible = { isHidden: false, savesData: false };

describe('prefetching the next page', () => {
  it('is allowed while no limit is known, or enough calls are left', () => {
    expect(mayPrefetch({}, visible, 0)).toBe(true);
    expect(mayPrefetch({ remaining: 3 }, visible, 0)).toBe(true);
    expect(mayPrefetch({ remaining: 40, blockedUntil: 999 }, visible, 1_000)).toBe(true);
  });

  it.each([
    ['few calls are left', { remaining: 2 }, visible],
    ['no call is left', { remaining: 0 }, visible],
    ['the service has blocked the route', { blockedUntil: 1_001 }, visible],
    ['the page is hidden', {}, { ...visible, isHidden: true }],
    ['the browser asks to save data', {}, { ...visible, savesData: true }],
  ])('is not allowed when %s', (_why, budget, hints) => {
    expect(mayPrefetch(budget, hints, 1_000)).toBe(false);
  });
});

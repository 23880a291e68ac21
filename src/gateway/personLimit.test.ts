import { describe, expect, it } from 'vitest';

import { manualClock } from '#lib/clock.ts';

import { createPersonLimit } from './personLimit.ts';

describe('how often a person does something', () => {
  it('is limited within each minute, and says when the next is free', async () => {
    const clock = manualClock();
    const limit = createPersonLimit(clock, 2);
    expect(limit('anna')).toBe(0);
    await clock.advance(30_000);
    expect(limit('anna')).toBe(0);
    await clock.advance(20_000);
    expect(limit('anna')).toBe(10_000);
    expect(limit('bert')).toBe(0);
    await clock.advance(10_000);
    // The first is a minute ago, the second is not, and what was refused counts for nothing.
    expect(limit('anna')).toBe(0);
    expect(limit('anna')).toBe(30_000);
    await clock.advance(30_000);
    expect(limit('anna')).toBe(0);
    await clock.advance(3_600_000);
    expect([limit('anna'), limit('anna'), limit('anna')]).toEqual([0, 0, 60_000]);
  });
});

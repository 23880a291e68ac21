import { describe, expect, it } from 'vitest';

import { type Clock, manualClock } from '#lib/clock.ts';

import { createRefreshBudget } from './refreshBudget.ts';

describe('API document 8.3: 5 refreshes in 60 s for one client address', () => {
  it('gives 5, then names the wait until the first of them no longer counts', async () => {
    const clock = manualClock();
    const budget = createRefreshBudget(clock);
    expect(budget.take()).toBe(0);
    await clock.advance(10_000);
    for (let i = 0; i < 4; i++) expect(budget.take()).toBe(0);
    expect(budget.take()).toBe(51_000);
    await clock.advance(51_000);
    expect(budget.take()).toBe(0);
    expect(budget.take()).toBe(10_000);
  });

  it('T10: gives none while the service has asked to wait', async () => {
    const clock = manualClock();
    const budget = createRefreshBudget(clock);
    budget.block(30_000);
    expect(budget.take()).toBe(30_000);
    await clock.advance(30_000);
    expect(budget.take()).toBe(0);
  });

  it('T14: never asks for more than a window when the clock is set back', () => {
    let now = Date.UTC(2026, 0, 1);
    const clock: Clock = { now: () => now, after: () => () => {} };
    const budget = createRefreshBudget(clock);
    for (let i = 0; i < 5; i++) budget.take();
    now -= 600_000;
    expect(budget.take()).toBe(61_000);
  });
});

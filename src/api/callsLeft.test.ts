import { expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';

import { createBudgets } from './budgets.ts';
import { callsLeft } from './callsLeft.ts';

it.each([
  ['57', '60', '57 of 60'],
  ['0', '5', '0 of 5'],
  ['57', null, '57'],
  ['57', 'many', '57'],
  // The calls left cannot exceed the limit.
  ['57', '5', '57'],
  [null, '60', undefined],
])('8.4: %s left of a limit of %s', (remaining, limit, words) => {
  const headers = new Headers({
    ...(remaining !== null && { 'x-ratelimit-remaining': remaining }),
    ...(limit !== null && { 'x-ratelimit-limit': limit }),
  });
  const budgets = createBudgets(manualClock());
  budgets.learn('GET', '/a', headers);
  expect(callsLeft(budgets.of('GET', '/a'))).toBe(words);
});

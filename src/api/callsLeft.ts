import type { Budget } from './budgets.ts';

/**
 * The calls left in a window and its limit, if the answer gave them (API document 8.4): 4 are few of 60, and
 * nearly all of 5.
 */
export function callsLeft({ remaining, limit }: Pick<Budget, 'remaining' | 'limit'>) {
  if (remaining === undefined || limit === undefined || limit < remaining) {
    return remaining?.toString();
  }
  return `${remaining} of ${limit}`;
}

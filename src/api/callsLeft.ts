import type { Budget } from './budgets.ts';

/** The calls left and the limit, if the response has them (API document 8.4): 4 of 60 is few, 4 of 5 is nearly all. */
export function callsLeft({ remaining, limit }: Pick<Budget, 'remaining' | 'limit'>) {
  if (remaining === undefined || limit === undefined || limit < remaining) {
    return remaining?.toString();
  }
  return `${remaining} of ${limit}`;
}

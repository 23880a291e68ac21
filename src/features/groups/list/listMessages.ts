import { formatNumber } from '#lib/format.ts';

export const listMessages = {
  sortedUp: '▲',
  sortedDown: '▼',
  notSorted: '↕',
  wrongSort: (text: string) =>
    `The address asks to sort by “${text}”, which is no column: the groups are in the order of the service.`,
  sum: 'All groups shown',
  notReporting: (count: number) => `${formatNumber(count)} not reported`,
  lockNotReported: 'lock not reported',
  prefixNotReported: 'prefix not reported',
  bars: 'The line below a number compares it with the greatest of its column.',
} as const;

import type { MoreRows } from '#api/things.ts';
import { formatNumber } from '#lib/format.ts';

export const messages = {
  heading: 'Things',
  doingList: 'load the Things',
  loading: 'Loading Things…',
  refresh: 'Refresh',
  views: 'Views',
  columns: 'Columns',
  updated: (time: string) => `Updated ${time}`,

  filters: 'Filters',
  apply: 'Apply filters',
  clear: 'Clear filters',
  anyState: 'Any',

  invalidAddress: (names: readonly string[]) =>
    `Parts of the address do not fit and were left out: ${names.join(', ')}.`,
  unreadable: (count: number, of: number) => `${count} of ${of} records could not be read.`,

  empty: 'No Things match.',
  emptyFiltered:
    'No Things match these filters. How the service combines and matches filters is not documented: try fewer, or an exact value.',
  emptyPage: 'No rows on this page: the list ended before it.',
  toFirstPage: 'Go to the first page',

  previous: 'Previous page',
  next: 'Next page',
  rowsPerPage: 'Rows per page',
  rows: (first: number, last: number, more: MoreRows, end: number | undefined) => {
    const range = `Rows ${formatNumber(first)}–${formatNumber(last)}`;
    if (end !== undefined) return `${range} of ${formatNumber(end)}`;
    if (more === 'yes') return `${range}, more available`;
    return more === 'maybe' ? `${range}, perhaps more` : `${range}, end of the list`;
  },
  replacing: 'Loading other rows…',
  former: 'The rows below are the former ones: those that were asked for are not here.',
  asOf: (time: string) => `Read at ${time}.`,
  noRows: 'No rows',
  unsorted: 'No order chosen: rows may shift between pages.',
  sort: 'Sort',
  sortedBy: {
    nothing: 'Not sorted',
    ASC: 'Thing name, A to Z',
    DESC: 'Thing name, Z to A',
  },
} as const;

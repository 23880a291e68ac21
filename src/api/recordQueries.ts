import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';

import { type Paged, withValidCursor } from './records.ts';

export type Reader<Query, Page> = (query: Query, signal: AbortSignal) => Promise<Page>;

/**
 * A page of records, or the first page if the cursor is not valid. Reading it costs the service nothing, so it is
 * read whenever it is shown.
 */
export function recordPageQuery<Query extends Paged, Page>(
  root: QueryKey,
  read: Reader<Query, Page>,
  query: Query,
) {
  return queryOptions({
    queryKey: [...root, query],
    queryFn: ({ signal }) => withValidCursor(query, (asked) => read(asked, signal)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The number of rows that "Show older" adds. */
const historySize = 5;

/** The records about one SIM or group, newest first. They, too, are read whenever they are shown. */
export function recordHistoryQuery<
  Query extends Paged,
  Page extends { readonly next: string | null },
>(root: QueryKey, read: Reader<Query, Page>, query: Query) {
  return infiniteQueryOptions({
    queryKey: [...root, query],
    queryFn: ({ signal, pageParam }) =>
      read({ ...query, size: historySize, ...(pageParam !== '' && { before: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import type { Api } from '#api/client.ts';
import { readChanges, type ChangesQuery } from '#api/history.ts';
import { keys } from '#api/keys.ts';
import { confirmedRead } from '#api/records.ts';

export type Records = NonNullable<ReturnType<typeof recordsOf>>;

/** The gateway's history of changes; undefined in static hosting, which records none. */
export function recordsOf({ records, groups, things }: Api) {
  return (
    records && {
      /** @throws {ApiError} */
      read: (query: ChangesQuery, signal: AbortSignal) =>
        confirmedRead(
          { records, groups, things },
          () => readChanges(records, query, signal),
          signal,
        ),
    }
  );
}

/** Rows that "Show older" adds. */
const historySize = 5;

/** The changes of one group, the newest first. */
export function historyQuery(records: Records, groupId: string) {
  return infiniteQueryOptions({
    queryKey: [...keys.changes, 'group', groupId],
    queryFn: ({ signal, pageParam }) =>
      records.read(
        { groupId, size: historySize, ...(pageParam !== '' && { before: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** Reads of the history after which the search for who changed it ends. */
const maxLooks = 3;

/** The latest changes of a group, to find out who was faster. */
export function meanwhileQuery(records: Records, groupId: string) {
  return queryOptions({
    queryKey: [...keys.changes, 'meanwhile', groupId],
    queryFn: ({ signal }) => records.read({ groupId }, signal),
    staleTime: 0,
    gcTime: 0,
    // The gateway compares a list only after it has passed it on.
    refetchInterval: ({ state }) => (state.dataUpdateCount < maxLooks ? 1_500 : false),
  });
}

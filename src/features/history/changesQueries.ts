import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import type { Api } from '#api/client.ts';
import { readChanges, type ChangesQuery } from '#api/history.ts';
import { keys } from '#api/keys.ts';
import { confirmedRead } from '#api/records.ts';

export type Records = NonNullable<ReturnType<typeof recordsOf>>;

/** The gateway's history of changes; undefined with static hosting, where none is recorded. */
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

/** The number of rows that "Show older" adds. */
const historySize = 5;

/** The changes to one group, newest first. */
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

/** How often the history is read to find out who else changed the group. */
const maxLooks = 3;

/** The latest changes to a group, to find out who has changed it in the meantime. */
export function meanwhileQuery(records: Records, groupId: string) {
  return queryOptions({
    queryKey: [...keys.changes, 'meanwhile', groupId],
    queryFn: ({ signal }) => records.read({ groupId }, signal),
    staleTime: 0,
    gcTime: 0,
    // The gateway forwards a list before comparing it, so the change may appear with a delay.
    refetchInterval: ({ state }) => (state.dataUpdateCount < maxLooks ? 1_500 : false),
  });
}

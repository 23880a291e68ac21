import { queryOptions } from '@tanstack/react-query';

import { readChanges, type ChangesQuery } from '#api/history.ts';
import { keys } from '#api/keys.ts';
import { recordHistoryQuery } from '#api/recordQueries.ts';
import { confirmedRead, ofGateway } from '#api/records.ts';

export type Records = NonNullable<ReturnType<typeof recordsOf>>;

/** The gateway's history of changes; undefined with static hosting, where none is recorded. */
export const recordsOf = ofGateway((api) => ({
  /** @throws {ApiError} */
  read: (query: ChangesQuery, signal: AbortSignal) =>
    confirmedRead(api, () => readChanges(api, query, signal), signal),
}));

/** The changes to one group, newest first. */
export function historyQuery(records: Records, groupId: string) {
  return recordHistoryQuery([...keys.changes, 'group'], records.read, { groupId });
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

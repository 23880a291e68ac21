import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { ChangesList, ChangesQuery } from '#api/changes.ts';
import type { Api } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import { keys } from '#api/keys.ts';

/** The gateway's record of changes. */
export interface Records {
  /** @throws {ApiError} */
  read(query: ChangesQuery, signal: AbortSignal): Promise<ChangesList>;
}

/**
 * The record of changes; undefined in static hosting, where nothing records them.
 *
 * The gateway shows it only to those for whom the service has answered a call with this customer id. After a
 * new sign-in that may still be to come, so the groups are read then.
 */
export function recordsOf({ changes, groups }: Api): Records | undefined {
  return (
    changes && {
      async read(query, signal) {
        try {
          return await changes.list(query, { signal });
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'customer_unproven') throw error;
          await groups.list({ signal });
          return changes.list(query, { signal });
        }
      },
    }
  );
}

/** A page of the record. Reading it costs the service nothing, so it is read whenever it is shown. */
export function changesQuery(records: Records, query: ChangesQuery) {
  return queryOptions({
    queryKey: [...keys.changes, 'page', query],
    queryFn: ({ signal }) => records.read(query, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
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

import { CancelledError, type QueryClient } from '@tanstack/react-query';

import type { Api } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import { keys } from '#api/keys.ts';
import { shouldRetry } from '#api/retries.ts';
import { systemClock } from '#lib/clock.ts';

import { groupsQuery } from '../groupsQueries.ts';
import { listCall, type SaveCalls } from './saveGroup.ts';

/**
 * The calls of a save. Every page shows what they have read, and none of the page's own reads is
 * taken for one of theirs: one that was on its way before may not know of the latest change.
 */
export function saveCalls(api: Api, queryClient: QueryClient): SaveCalls {
  const { queryKey } = groupsQuery(api);
  return {
    async list(options) {
      const reading = queryClient.query({
        // Named after its moment, so that it can only join a read that begins now.
        queryKey: [...keys.groups, 'save', systemClock.now()],
        queryFn: () => api.groups.list(options),
        staleTime: 0,
        gcTime: 0,
        // A limit is the save's own affair, which counts it down and can be called off.
        retry: (failures, error) => error.kind !== 'rateLimited' && shouldRetry(failures, error),
      });
      const list = await reading.catch(asApiError);
      await queryClient.cancelQueries({ queryKey, exact: true });
      queryClient.setQueryData(queryKey, list);
      return list;
    },
    async update(groupId, update) {
      try {
        return await api.groups.update(groupId, update);
      } finally {
        // Whatever came of it: until they are read again, those that are there may be from before.
        await queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
        void queryClient.invalidateQueries({ queryKey: keys.things });
      }
    },
  };
}

/** Sign-out calls all reads off, in words that are the query library's. */
function asApiError(error: unknown): never {
  if (!(error instanceof CancelledError)) throw error;
  throw new ApiError({ ...listCall, kind: 'aborted', requestId: '' }, { cause: error });
}

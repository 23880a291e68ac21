import { CancelledError } from '@tanstack/react-query';

import { ApiError } from '#api/errors.ts';
import { groupsApi } from '#api/groups.ts';
import { groupsQuery } from '#api/groupsQuery.ts';
import { keys } from '#api/keys.ts';
import { shouldRetry } from '#api/retries.ts';
import type { UserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';

import { keepSaveNote } from './groupDraft.ts';
import { listCall, type SaveCalls } from './saveGroup.ts';
import { dropRefusal, isRefusedWrite, keepRefusal } from './writeRefusal.ts';

/**
 * A save's calls. The lists they read are shown on all pages. Their reads never join a page's read, because one
 * already in flight may miss the latest change.
 */
export function saveCalls({
  api,
  queryClient,
  work: { notes },
}: Pick<UserServices, 'api' | 'queryClient' | 'work'>): SaveCalls {
  const { queryKey } = groupsQuery(api);
  const groups = groupsApi(api);
  return {
    async list(options) {
      const reading = queryClient.query({
        // The time in the key keeps this read separate from earlier ones.
        queryKey: [...keys.groups, 'save', systemClock.now()],
        queryFn: () => groups.list(options),
        staleTime: 0,
        gcTime: 0,
        // The save handles rate limits itself: it shows the countdown and can be cancelled.
        retry: (failures, error) => error.kind !== 'rateLimited' && shouldRetry(failures, error),
      });
      const list = await reading.catch(asApiError);
      await queryClient.cancelQueries({ queryKey, exact: true });
      queryClient.setQueryData(queryKey, list);
      void queryClient.invalidateQueries({ queryKey: keys.changes });
      return list;
    },
    async update(groupId, update) {
      try {
        const answer = await groups.update(groupId, update);
        dropRefusal(notes);
        return answer;
      } catch (error) {
        if (error instanceof ApiError && isRefusedWrite(error)) {
          keepRefusal(notes, error, systemClock.now());
        }
        throw error;
      } finally {
        // Even after a failure, because the list on screen may predate the change.
        await queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
        void queryClient.invalidateQueries({ queryKey: keys.things });
        void queryClient.invalidateQueries({ queryKey: keys.changes });
      }
    },
    noteSaved: (groupId, choice) => keepSaveNote(notes, groupId, choice, systemClock.now()),
  };
}

/** Sign-out cancels all reads, with an error from the query library. */
function asApiError(error: unknown): never {
  if (!(error instanceof CancelledError)) throw error;
  throw new ApiError({ ...listCall, kind: 'aborted', requestId: '' }, { cause: error });
}

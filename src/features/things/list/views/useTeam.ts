import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { describeError, type ErrorWording } from '#api/describeError.ts';
import { ApiError } from '#api/errors.ts';
import { sharedViewsApi, type SharedView, type SharedViewsApi } from '#api/sharedViews.ts';
import { useUserServices } from '#api/userServices.tsx';
import { useWrite } from '#api/useWrite.ts';

/** Not in src/api/keys.ts, which loads before the first rows, because no other code needs this key. */
const queryKey = ['views'] as const;

/** @param api undefined with static hosting, which has no shared views */
export function teamViewsQuery(api: SharedViewsApi | undefined) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await api?.list(signal)) ?? [],
    // Each time the dialog or a view's address is opened, the current views are needed.
    staleTime: 0,
  });
}

export type Team = NonNullable<ReturnType<typeof useTeam>>;

/**
 * The team's views and changes to them; undefined with static hosting.
 *
 * @param onWrite called when a change is sent
 */
export function useTeam(onWrite: () => void) {
  const { api, info } = useUserServices();
  const queryClient = useQueryClient();
  const views = sharedViewsApi(api);
  const [failure, setFailure] = useState<ErrorWording>();
  const call = useWrite();
  if (!views) return undefined;

  /** @returns whether it was done; if not, `failure` says why */
  async function change(doing: string, id: string, write: () => Promise<SharedView | undefined>) {
    onWrite();
    setFailure(undefined);
    try {
      const stored = await write();
      queryClient.setQueryData<readonly SharedView[]>(
        queryKey,
        (now) => now && [...now.filter((view) => view.id !== id), ...(stored ? [stored] : [])],
      );
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(describeError(error, doing));
      return false;
    } finally {
      // Also after a failure, because the view may have been changed elsewhere, or only the response was lost.
      // A first read that is still under way would otherwise be joined, although it began before the change.
      await queryClient.cancelQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey });
    }
  }

  const save = (view: Parameters<typeof views.put>[0]) =>
    change(`save “${view.name}”`, view.id, () => views.put(view));
  return {
    username: info.username,
    query: teamViewsQuery(views),
    failure,
    /** For changes without a form, which would show its own wait. */
    call,
    save,
    /** Shares a view. If an earlier attempt was stored and only its response was lost, updates the view. */
    share(view: Pick<SharedView, 'id' | 'name' | 'search'>) {
      const listed = queryClient.getQueryData<readonly SharedView[]>(queryKey);
      const { revision = 0 } = listed?.find(({ id }) => id === view.id) ?? {};
      return save({ ...view, revision });
    },
    remove: (view: SharedView) =>
      change(`delete “${view.name}”`, view.id, () => views.remove(view)),
  };
}

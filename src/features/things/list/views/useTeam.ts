import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { describeError, type ErrorWording } from '#api/describeError.ts';
import { ApiError } from '#api/errors.ts';
import { keys } from '#api/keys.ts';
import { sharedViewsApi, type SharedView, type SharedViewsApi } from '#api/sharedViews.ts';
import { useUserServices } from '#api/userServices.tsx';

export function teamViewsQuery(api: SharedViewsApi) {
  return queryOptions({
    queryKey: keys.views,
    queryFn: ({ signal }) => api.list(signal),
    // Each opening of the dialog, or of a view's address, needs the views as they are now.
    staleTime: 0,
  });
}

export type Team = NonNullable<ReturnType<typeof useTeam>>;

/** The team's views and changes to them; undefined in static hosting. */
export function useTeam() {
  const { api, info } = useUserServices();
  const queryClient = useQueryClient();
  const views = useMemo(() => sharedViewsApi(api), [api]);
  const [failure, setFailure] = useState<ErrorWording>();
  if (!views) return undefined;

  /** @returns whether it was done; if not, `failure` says why */
  async function change(
    doing: string,
    id: string,
    write: () => Promise<SharedView | undefined>,
  ): Promise<boolean> {
    setFailure(undefined);
    try {
      const stored = await write();
      queryClient.setQueryData<readonly SharedView[]>(
        keys.views,
        (listed) =>
          listed && [...listed.filter((view) => view.id !== id), ...(stored ? [stored] : [])],
      );
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(describeError(error, doing));
      return false;
    } finally {
      // Also after a failure, because the view may have been changed elsewhere, or only the response was lost.
      void queryClient.invalidateQueries({ queryKey: keys.views });
    }
  }

  return {
    username: info.username,
    query: teamViewsQuery(views),
    failure,
    /**
     * Shares a view, or shares it again after a failure whose outcome is unknown.
     *
     * @param view its id stays the same in each attempt, so that it is stored once
     */
    share(view: Pick<SharedView, 'id' | 'name' | 'search'>) {
      const listed = queryClient.getQueryData<readonly SharedView[]>(keys.views);
      const revision = listed?.find(({ id }) => id === view.id)?.revision ?? 0;
      return change(`share “${view.name}”`, view.id, () => views.put({ ...view, revision }));
    },
    save: (view: SharedView) => change(`save “${view.name}”`, view.id, () => views.put(view)),
    remove: (view: SharedView) =>
      change(`delete “${view.name}”`, view.id, () => views.remove(view)),
  };
}

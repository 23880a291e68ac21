import { queryOptions } from '@tanstack/react-query';

import type { Api } from './client.ts';
import { groupsApi } from './groups.ts';
import { keys } from './keys.ts';
import { startedBefore, startRead } from './startRead.ts';
import type { UserServices } from './userServices.tsx';

/** All Thing Groups: the service returns them in one response, which several features share. */
export function groupsQuery(api: Api) {
  const groups = groupsApi(api);
  return queryOptions({
    queryKey: [...keys.groups, 'list'],
    queryFn: async ({ signal, client }) => {
      const list = await groups.list({ signal });
      // The gateway may have found changes in the list that were made elsewhere.
      void client.invalidateQueries({ queryKey: keys.changes });
      return list;
    },
    ...startedBefore,
  });
}

/** Starts reading the groups, for the loaders of pages that show them. */
export function loadGroups({ api, queryClient }: UserServices, request: Request): null {
  startRead(queryClient, groupsQuery(api), request.signal);
  return null;
}

import type { QueryClient } from '@tanstack/react-query';

import type { ThingsGroupList } from './groups.ts';
import { keys } from './keys.ts';

/** Finds a group's name in the group lists that have already been read. Sends no call. */
export function knownGroupName(queryClient: QueryClient): (groupId: string) => string | undefined {
  return (groupId) => {
    for (const [, list] of queryClient.getQueriesData<ThingsGroupList>({ queryKey: keys.groups })) {
      const group = list?.groups.find(({ ThingsGroupId }) => ThingsGroupId === groupId);
      if (group?.ThingsGroupName) return group.ThingsGroupName;
    }
    return undefined;
  };
}

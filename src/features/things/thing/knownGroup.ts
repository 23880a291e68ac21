import type { QueryClient } from '@tanstack/react-query';

import type { ThingsGroupList, ThingsGroupRecord } from '#api/groups.ts';
import { keys } from '#api/keys.ts';
import type { ThingRecord } from '#api/things.ts';

/** The Thing's group, where some page has read the groups already. No call is made for it. */
export function knownGroup(
  queryClient: QueryClient,
  { ThingsGroupId }: ThingRecord,
): ThingsGroupRecord | undefined {
  if (ThingsGroupId === undefined) return undefined;
  const lists = queryClient.getQueriesData<ThingsGroupList>({ queryKey: keys.groups });
  return lists
    .flatMap(([, list]) => list?.groups ?? [])
    .find((group) => group.ThingsGroupId === ThingsGroupId);
}

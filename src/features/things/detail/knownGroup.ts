import type { QueryClient } from '@tanstack/react-query';

import type { ThingsGroupList } from '#api/groups.ts';
import { keys } from '#api/keys.ts';
import type { ThingRecord } from '#api/things.ts';

import type { KnownGroup } from './whyNoService.ts';

/** The Thing's group from the newest cached group list. Never calls the service. */
export function knownGroup(
  queryClient: QueryClient,
  { ThingsGroupId }: ThingRecord,
): KnownGroup | undefined {
  if (ThingsGroupId === undefined) return undefined;
  const lists = queryClient
    .getQueryCache()
    .findAll({ queryKey: keys.groups })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { queryKey, state } of lists) {
    const list = queryClient.getQueryData<ThingsGroupList>(queryKey);
    if (!list) continue;
    const group = list.groups.find((one) => one.ThingsGroupId === ThingsGroupId);
    return { group, readAt: state.dataUpdatedAt, requestId: list.requestId };
  }
  return undefined;
}

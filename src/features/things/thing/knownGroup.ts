import type { QueryClient } from '@tanstack/react-query';

import type { ThingsGroupList, ThingsGroupRecord } from '#api/groups.ts';
import { keys } from '#api/keys.ts';
import type { ThingRecord } from '#api/things.ts';

/** A group as some page has read it, which may be a while ago. */
export interface KnownGroup {
  /** Undefined where the list that was read does not have it, or not readably. */
  readonly group: ThingsGroupRecord | undefined;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  readonly requestId: string;
}

/** The Thing's group in the newest list of groups that some page has read. No call is made for it. */
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

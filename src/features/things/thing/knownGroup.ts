import type { QueryClient } from '@tanstack/react-query';

import type { ThingsGroupList, ThingsGroupRecord } from '#api/groups.ts';
import { keys } from '#api/keys.ts';
import type { ThingRecord } from '#api/things.ts';

/** A group as some page has read it, which may be a while ago. */
export interface KnownGroup {
  readonly group: ThingsGroupRecord;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  readonly requestId: string;
}

/** The Thing's group, where some page has read the groups already. No call is made for it. */
export function knownGroup(
  queryClient: QueryClient,
  { ThingsGroupId }: ThingRecord,
): KnownGroup | undefined {
  if (ThingsGroupId === undefined) return undefined;
  const lists = queryClient.getQueryCache().findAll({ queryKey: keys.groups });
  for (const { queryKey, state } of lists) {
    const list = queryClient.getQueryData<ThingsGroupList>(queryKey);
    const group = list?.groups.find((one) => one.ThingsGroupId === ThingsGroupId);
    if (list && group) return { group, readAt: state.dataUpdatedAt, requestId: list.requestId };
  }
  return undefined;
}

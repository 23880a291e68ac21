import { groupsQuery } from '#api/groupsQuery.ts';
import { startRead } from '#api/startRead.ts';
import type { UserServices } from '#api/userServices.tsx';

/** Starts reading the groups, for the loaders of both pages. */
export function loadGroups({ api, queryClient }: UserServices, request: Request): null {
  startRead(queryClient, groupsQuery(api), request.signal);
  return null;
}

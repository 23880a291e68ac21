import { useQuery, useQueryClient } from '@tanstack/react-query';

import { groupsQuery } from '#api/groupsQuery.ts';
import { useUserServices } from '#api/userServices.tsx';
import { formatNumber } from '#lib/format.ts';

import { knownEnd } from '../../list/listEnd.ts';
import { pagesOfFilter } from '../../thingsQueries.ts';

/** How long the list of Things is about, and what that is based on. */
export interface ListSize {
  readonly rows: number;
  readonly basis: string;
}

const noFilter = { filters: {}, tags: [], state: undefined };

/**
 * About how many Things there are: the service gives no total (API document 4.5), but the list may have been
 * seen to its end, and Thing Groups have a number.
 *
 * @param isWanted whether it is worth a call
 */
export function useListSize(isWanted: boolean): ListSize | undefined {
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const end = knownEnd(pagesOfFilter(queryClient, noFilter));
  const { data } = useQuery({ ...groupsQuery(api), enabled: isWanted && end === undefined });
  if (end !== undefined) {
    return {
      rows: end,
      basis: `the list of Things ended after ${formatNumber(end)} when you read it`,
    };
  }
  const totals = data?.groups.flatMap(({ total }) => total ?? []) ?? [];
  const sum = totals.reduce((all, total) => all + total, 0);
  if (sum === 0) return undefined;
  return {
    rows: sum,
    basis: `the Thing Groups report a total of ${formatNumber(sum)}, which the service does not explain`,
  };
}

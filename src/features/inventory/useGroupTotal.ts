import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { groupsQuery } from '#api/groupsQuery.ts';
import type { FleetApi } from '#api/inventory.ts';
import { useUserServices } from '#api/userServices.tsx';

import { summaryQuery } from './inventoryQueries.ts';

/**
 * The sum of all groups' totals, from which the cost of the first scan can be estimated. It takes one call to the
 * service, which is sent only while there has been no complete scan, or if this session has to send it anyway.
 *
 * @returns undefined if it is not needed, or if a group reports no total
 */
export function useGroupTotal(fleet: FleetApi): number | undefined {
  const { api } = useUserServices();
  const [isUnconfirmed] = useState(() => api.records?.isUnconfirmed === true);
  const { data: summary } = useQuery({ ...summaryQuery(fleet), enabled: false });
  const isNeeded = summary && summary.keptDays > 0 && !summary.complete;
  const { data } = useQuery({ ...groupsQuery(api), enabled: isNeeded ?? isUnconfirmed });
  const totals = data?.groups.map(({ total }) => total);
  if (!isNeeded || !totals || totals.length === 0) return undefined;
  return totals.reduce<number | undefined>(
    (sum, total) => (sum === undefined || total === undefined ? undefined : sum + total),
    0,
  );
}

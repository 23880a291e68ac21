import { useQuery, useQueryClient } from '@tanstack/react-query';

import { readState } from '#api/readState.ts';
import { useUserServices } from '#api/userServices.tsx';

import { thingQuery } from '../thingsQueries.ts';
import { thingMessages } from './thingMessages.ts';

/** One Thing, and how reading it goes. */
export function useThing(iccid: string) {
  const queryClient = useQueryClient();
  const options = thingQuery(useUserServices().api, queryClient, iccid);
  const query = useQuery(options);
  return {
    found: query.data,
    /** Milliseconds since the epoch. */
    readAt: query.dataUpdatedAt,
    isFetching: query.isFetching,
    read: readState(query, thingMessages.doing),
    refresh: () => void query.refetch({ cancelRefetch: false }),
    retry: () => void query.refetch(),
    cancel: () => void queryClient.cancelQueries({ queryKey: options.queryKey }),
  };
}

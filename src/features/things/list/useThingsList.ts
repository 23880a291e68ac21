import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { readState } from '#api/readState.ts';
import { useUserServices } from '#api/userServices.tsx';

import type { ThingsAddress } from '../address/thingsAddress.ts';
import { messages } from '../messages.ts';
import { pagesOfFilter, thingsPageQuery, trimPages } from '../thingsQueries.ts';
import { knownEnd, lastPage, pageFacts } from './listEnd.ts';
import { useReadAhead } from './useReadAhead.ts';

/** The page of the list that an address asks for, and all that there is to say about it. */
export function useThingsList(address: ThingsAddress) {
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const pageQuery = thingsPageQuery(api, address);
  const query = useQuery(pageQuery);
  const { data, isPlaceholderData, isFetching, refetch } = query;
  /** The rows that were asked for; until they are there, those before them stay on screen. */
  const asked = isPlaceholderData ? undefined : data;
  const shown = useLast(data);
  const isSettled = asked !== undefined && !isFetching && asked.more !== 'no';
  const next = useReadAhead(address, isSettled);
  const known = asked ? pagesOfFilter(queryClient, address) : [];
  useEffect(() => {
    if (asked) trimPages(queryClient);
  }, [asked, queryClient]);

  return {
    /** Rows to show: after a failure, those before it, as `isFormer` says. */
    data: shown,
    /** What the pager says; undefined until the rows are there. */
    facts: asked && pageFacts(asked, next, knownEnd(known), lastPage(known)?.readAt),
    /** The rows are not those that the address asks for: these are on their way, failed, or were called off. */
    isFormer: shown !== undefined && asked === undefined,
    isFetching,
    read: readState(query, messages.doingList),
    refresh: () => void refetch({ cancelRefetch: false }),
    retry: () => void refetch(),
    cancel: () => void queryClient.cancelQueries({ queryKey: pageQuery.queryKey }),
  };
}

/** What there was last: of a failed query the library gives nothing, not even the rows before it (V2). */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

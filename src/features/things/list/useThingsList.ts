import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { useApi } from '#api/ApiProvider.tsx';
import { readState } from '#api/readState.ts';

import type { ThingsAddress } from '../address/thingsAddress.ts';
import { messages } from '../messages.ts';
import { pagesOfFilter, thingsPageQuery, trimPages } from '../thingsQueries.ts';
import { knownEnd, pageFacts } from './listEnd.ts';
import { useEarlyQuery } from './useEarlyQuery.ts';
import { useReadAhead } from './useReadAhead.ts';

/** The page of the list that an address asks for, and all that there is to say about it. */
export function useThingsList(address: ThingsAddress) {
  const api = useApi();
  const queryClient = useQueryClient();
  const pageQuery = thingsPageQuery(api, address);
  const query = useEarlyQuery(pageQuery);
  const { data, isPlaceholderData, isFetching, refetch } = query;
  /** The rows that were asked for; until they are there, those before them stay on screen. */
  const asked = isPlaceholderData ? undefined : data;
  const isSettled = asked !== undefined && !isFetching && asked.more !== 'no';
  const next = useReadAhead(address, isSettled);
  useEffect(() => {
    if (asked) trimPages(queryClient);
  }, [asked, queryClient]);

  return {
    data,
    /** What the pager says; undefined until the rows are there. */
    facts: asked && pageFacts(asked, next, knownEnd(pagesOfFilter(queryClient, address))),
    isReplacing: isPlaceholderData,
    isFetching,
    read: readState(query, messages.doingList),
    refresh: () => void refetch({ cancelRefetch: false }),
    retry: () => void refetch(),
    cancel: () => void queryClient.cancelQueries({ queryKey: pageQuery.queryKey }),
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { useRead } from '#api/useRead.ts';
import { useUserServices } from '#api/userServices.tsx';
import { useHeldWhile } from '#ui/useHeldWhile.ts';

import { pagesOfFilter, thingsPageQuery, trimPages } from '../thingsQueries.ts';
import type { ThingsAddress } from './filters/thingsAddress.ts';
import { knownEnd, lastPage, pageFacts } from './listEnd.ts';
import { usePrefetchedNextPage } from './prefetchNextPage.ts';

/** The page of the list for a URL, and the state of its read. */
export function useThingsList(address: ThingsAddress) {
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const { query, notice, refresh } = useRead(thingsPageQuery(api, address), 'load the Things');
  const { data, isPlaceholderData, isFetching } = query;
  /** The rows that the URL requests; until they arrive, the previous rows stay on screen. */
  const asked = isPlaceholderData ? undefined : data;
  // A failed query has no data, not even placeholder rows, yet the previous rows have to stay on screen (V2).
  const shown = useHeldWhile(data === undefined, data);
  const isSettled = asked !== undefined && !isFetching && asked.more !== 'no';
  const next = usePrefetchedNextPage(address, isSettled);
  const known = asked ? pagesOfFilter(queryClient, address) : [];
  useEffect(() => {
    if (asked) trimPages(queryClient);
  }, [asked, queryClient]);

  return {
    /** Rows to show; `isStale` says whether they belong to an earlier URL. */
    data: shown,
    /** For the pager; undefined until the rows arrive. */
    facts: asked && pageFacts(asked, next, knownEnd(known), lastPage(known)?.readAt),
    /** Whether the rows belong to an earlier URL: the current read is in flight, has failed, or was cancelled. */
    isStale: shown !== undefined && asked === undefined,
    isFetching,
    notice,
    refresh,
  };
}

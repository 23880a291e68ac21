import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import type { Budget } from '#api/budgets.ts';
import { shouldRetry } from '#api/retries.ts';
import { useRead } from '#api/useRead.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';
import { useHeldWhile } from '#ui/useHeldWhile.ts';

import {
  pagesOfFilter,
  thingsPageQuery,
  trimPages,
  type ThingsPageData,
} from '../thingsQueries.ts';
import type { ThingsAddress } from './filters/thingsAddress.ts';
import { knownEnd, lastPage, pageFacts } from './listEnd.ts';

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

/** How long rows are on screen before the next page is prefetched, in milliseconds. Fast paging prefetches nothing. */
const delayMs = 300;

/** The number of calls that a prefetch leaves for the user. */
const reservedCalls = 2;

/** What the browser reports about the connection and the page's visibility. */
interface ClientHints {
  readonly isHidden: boolean;
  readonly savesData: boolean;
}

/**
 * Whether a page may be prefetched: not while the service blocks the route, and not if few calls are left
 * (API document 8.1: a user's tabs share a small budget).
 */
export function mayPrefetch(
  { remaining, blockedUntil = 0 }: Budget,
  { isHidden, savesData }: ClientHints,
  now: number,
): boolean {
  if (isHidden || savesData || blockedUntil > now) return false;
  return remaining === undefined || remaining > reservedCalls;
}

/**
 * Prefetches the next page after the current rows have been on screen for a moment, if the budget allows it.
 *
 * @param isSettled whether the rows on screen are those of the URL, and more may follow
 * @returns the next page, once it has arrived
 */
function usePrefetchedNextPage(
  address: ThingsAddress,
  isSettled: boolean,
): ThingsPageData | undefined {
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const nextQuery = thingsPageQuery(api, { ...address, page: address.page + 1 });
  const { data, isPlaceholderData } = useQuery({ ...nextQuery, enabled: false });
  const wanted = isSettled ? hashKey(nextQuery.queryKey) : undefined;

  const prefetch = useEffectEvent((hash: string) => {
    // The timer of the previous page may fire after the URL has changed.
    if (hash !== hashKey(nextQuery.queryKey)) return;
    if (!mayPrefetch(api.things.listBudget(), clientHints(), systemClock.now())) return;
    queryClient
      .query({
        ...nextQuery,
        // Retried only once its page is on screen.
        retry: (failures, error) =>
          queryClient.getQueryCache().get(hash)?.isActive() === true &&
          shouldRetry(failures, error),
        meta: { background: true },
      })
      // Prefetch errors are ignored; the real read reports them.
      .catch(() => undefined);
  });

  useEffect(() => {
    if (wanted === undefined) return undefined;
    const stop = systemClock.after(delayMs, () => prefetch(wanted));
    return () => {
      stop();
      // Cancelled if the user has moved on (R10), unless to exactly this page.
      systemClock.after(0, () => {
        const query = queryClient.getQueryCache().get(wanted);
        if (query?.isActive() === false) void query.cancel();
      });
    };
  }, [wanted, queryClient]);

  return isPlaceholderData ? undefined : data;
}

function clientHints(): ClientHints {
  // The Network Information API exists only in some browsers.
  const connection: unknown = Reflect.get(navigator, 'connection');
  const savesData =
    typeof connection === 'object' &&
    connection !== null &&
    Reflect.get(connection, 'saveData') === true;
  return { isHidden: document.visibilityState === 'hidden', savesData };
}

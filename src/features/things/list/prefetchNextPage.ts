import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import type { Budget } from '#api/budgets.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';

import type { ThingsAddress } from '../filters/thingsAddress.ts';
import { thingsPageQuery, type ThingsPageData } from '../thingsQueries.ts';

/** How long rows are on screen before the next page is prefetched, in milliseconds, so that fast paging goes first. */
const delayMs = 300;

/** Calls that a prefetch leaves to the user. */
const reservedCalls = 2;

/** What the browser says of the connection and of the page's visibility. */
interface ClientHints {
  readonly isHidden: boolean;
  readonly savesData: boolean;
}

/**
 * Whether a page may be read that the user has not asked for: not while the service has blocked the route,
 * nor when few calls are left (API document 8.1: a user's tabs share a small budget).
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
 * Prefetches the page after this one once its rows have been on screen for a moment, where the budget
 * allows it; only that page, and not again while it is fresh.
 *
 * @param isSettled whether the rows on screen are those of the address, and more may follow
 * @returns the next page, once it is there
 */
export function usePrefetchedNextPage(
  address: ThingsAddress,
  isSettled: boolean,
): ThingsPageData | undefined {
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const nextQuery = thingsPageQuery(api, { ...address, page: address.page + 1 });
  const { data, isPlaceholderData } = useQuery({ ...nextQuery, enabled: false });
  const wanted = isSettled ? hashKey(nextQuery.queryKey) : undefined;

  const prefetch = useEffectEvent((hash: string) => {
    // The timer of the page before may still fire after another address was drawn.
    if (hash !== hashKey(nextQuery.queryKey)) return;
    if (!mayPrefetch(api.things.listBudget(), clientHints(), systemClock.now())) return;
    queryClient
      .query({ ...nextQuery, retry: false, meta: { background: true } })
      // Prefetch errors are ignored; the real read reports them.
      .catch(() => undefined);
  });

  useEffect(() => {
    if (wanted === undefined) return undefined;
    const stop = systemClock.after(delayMs, () => prefetch(wanted));
    return () => {
      stop();
      // Cancelled when the user went elsewhere (R10), but not when this very page is wanted now.
      systemClock.after(0, () => {
        const query = queryClient.getQueryCache().get(wanted);
        if (query?.isActive() === false) void query.cancel();
      });
    };
  }, [wanted, queryClient]);

  return isPlaceholderData ? undefined : data;
}

function clientHints(): ClientHints {
  // The Network Information API, which only some browsers have.
  const connection: unknown = Reflect.get(navigator, 'connection');
  const savesData =
    typeof connection === 'object' &&
    connection !== null &&
    Reflect.get(connection, 'saveData') === true;
  return { isHidden: document.visibilityState === 'hidden', savesData };
}

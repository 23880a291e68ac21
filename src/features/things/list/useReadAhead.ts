import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';

import type { ThingsAddress } from '../address/thingsAddress.ts';
import { thingsPageQuery, type ThingsPageData } from '../thingsQueries.ts';
import { mayReadAhead, readAheadDelayMs, surroundings } from './readAhead.ts';

/**
 * Reads the page after this one once its rows have stood for a moment, where the budget allows; only
 * that one, and not again while it is fresh.
 *
 * @param isSettled whether the rows on screen are those of the address, and more may follow
 * @returns the next page, where it is there
 */
export function useReadAhead(
  address: ThingsAddress,
  isSettled: boolean,
): ThingsPageData | undefined {
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const nextQuery = thingsPageQuery(api, { ...address, page: address.page + 1 });
  const { data, isPlaceholderData } = useQuery({ ...nextQuery, enabled: false });
  const wanted = isSettled ? hashKey(nextQuery.queryKey) : undefined;

  const readAhead = useEffectEvent((hash: string) => {
    // The timer of the page before may still run out after another address was drawn.
    if (hash !== hashKey(nextQuery.queryKey)) return;
    if (!mayReadAhead(api.things.listBudget(), surroundings(), systemClock.now())) return;
    queryClient
      .query({ ...nextQuery, retry: false, meta: { background: true } })
      // Prefetch errors are ignored; the real read reports them.
      .catch(() => undefined);
  });

  useEffect(() => {
    if (wanted === undefined) return undefined;
    const stop = systemClock.after(readAheadDelayMs, () => readAhead(wanted));
    return () => {
      stop();
      // Cancelled when the person went elsewhere (R10), but not when this very page is wanted now.
      systemClock.after(0, () => {
        const query = queryClient.getQueryCache().get(wanted);
        if (query?.isActive() === false) void query.cancel();
      });
    };
  }, [wanted, queryClient]);

  return isPlaceholderData ? undefined : data;
}

import { QueryClient, type QueryOptions } from '@tanstack/react-query';

import { systemClock, type Clock } from '#lib/clock.ts';

import type { ApiError } from './errors.ts';
import { isWaitingForGateway, noteRetryAt, retryDelay, shouldRetry } from './retries.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}

/** How long a response counts as fresh, in milliseconds: rate limits are low (API document 8.2). */
const freshMs = 60_000;

/** Resends the reads that are waiting for a token renewal, because a new sign-in has also brought new tokens. */
export function sendWaitingReads(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  for (const query of cache.getAll()) {
    const { fetchStatus, fetchFailureReason } = query.state;
    if (fetchStatus === 'idle' || !fetchFailureReason?.waitsForRenewal) continue;
    // Callers of the cancelled read get this read's response.
    void query.cancel({ silent: true });
    query.fetch().catch(() => undefined);
  }
}

type FetchBehavior = NonNullable<QueryOptions['behavior']>;

/**
 * TanStack Query counts every failed attempt of a fetch as one of its retries. Waiting for the gateway is not
 * a failure of the service, so those attempts are subtracted before the query's own rules decide (R1, T12).
 */
const doNotCountGatewayWaits: FetchBehavior = {
  onFetch(context) {
    const { retry, retryDelay: delay } = context.options;
    let gatewayWaits = 0;
    context.options = {
      ...context.options,
      // The query library asks for the delay first, then whether to retry.
      retry(failures, error) {
        const counted = failures - gatewayWaits;
        if (isWaitingForGateway(error)) gatewayWaits++;
        return typeof retry === 'function' ? retry(counted, error) : retry === true;
      },
      retryDelay: (failures, error) =>
        typeof delay === 'function' ? delay(failures - gatewayWaits, error) : (delay ?? 0),
    };
  },
};

/** The only place that retries reads: layers below send each request once, and writes are sent once. */
export function createQueryClient(
  given: { random: () => number; clock: Clock } = { random: Math.random, clock: systemClock },
): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        // The browser may wrongly report being offline (R11), so every request is tried.
        networkMode: 'always',
        // Returning to a tab must not use up the rate limit: pages show the age of their data and have a refresh
        // button.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: shouldRetry,
        retryDelay: (failures, error) => {
          const delay = retryDelay(failures, error, given.random());
          noteRetryAt(error, given.clock.now() + delay);
          return delay;
        },
        behavior: doNotCountGatewayWaits,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

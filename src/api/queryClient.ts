import { QueryClient } from '@tanstack/react-query';

import { systemClock, type Clock } from '#lib/clock.ts';

import { ApiError } from './errors.ts';
import { noteRetryAt, retryDelay, shouldRetry } from './retries.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}

/** How long an answer counts as fresh, in milliseconds: budgets are small (API document 8.2). */
const freshMs = 60_000;

/** Sends the reads that wait for a renewal again now: somebody signed in, which is as good as one. */
export function sendWaitingReads(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  for (const query of cache.getAll()) {
    const { fetchStatus, fetchFailureReason } = query.state;
    if (fetchStatus === 'idle' || !isWaitingForRenewal(fetchFailureReason)) continue;
    // Callers of the read that slept get the answer of this one.
    void query.cancel({ silent: true });
    query.fetch().catch(() => undefined);
  }
}

function isWaitingForRenewal(error: unknown): boolean {
  return error instanceof ApiError && error.waitsForRenewal;
}

/** The one place of retries: nothing below it sends a read twice, and writes are sent once. */
export function createQueryClient(
  given: { random: () => number; clock: Clock } = { random: Math.random, clock: systemClock },
): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        // The browser's word on being offline is not trusted: the request is the test.
        networkMode: 'always',
        // Coming back to a tab is no reason to spend a call: the page says how old it is, and has a button.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: shouldRetry,
        retryDelay: (failures, error) => {
          const delay = retryDelay(failures, error, given.random());
          noteRetryAt(error, given.clock.now() + delay);
          return delay;
        },
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

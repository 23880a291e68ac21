import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query';

import { systemClock } from '#lib/clock.ts';

import type { ApiError } from './errors.ts';

/** Longer than a page takes to render after its read started, in milliseconds. */
const drawnWithinMs = 5_000;

interface KnownRead {
  readonly state: { readonly error: ApiError | null; readonly errorUpdatedAt: number };
}

/**
 * For queries whose reads start before their pages render: rendering does not retry a read that has failed by then
 * (R2). `retryOnMount` only covers pages that mount; a page that changes its address would retry the read.
 */
export const startedBefore = {
  retryOnMount: false,
  enabled: ({ state: { error, errorUpdatedAt } }: KnownRead): boolean =>
    error === null || error.endsSession || systemClock.now() - errorUpdatedAt > drawnWithinMs,
} as const;

/**
 * Starts a read before its page renders, in a route's loader or when the address changes. Errors are ignored here:
 * the page's own query reports them.
 *
 * @returns `over`, which settles when the read has ended, successfully or not
 * @param signal the signal of the loader's request: an abandoned navigation cancels the read (R10)
 */
export function startRead<T, K extends QueryKey>(
  queryClient: QueryClient,
  options: QueryExecuteOptions<T, ApiError, T, T, K>,
  signal?: AbortSignal,
): { readonly over: Promise<void> } {
  const over = queryClient.query(options).then(
    () => undefined,
    () => undefined,
  );
  signal?.addEventListener('abort', () => {
    void queryClient.cancelQueries({ queryKey: options.queryKey, exact: true, type: 'inactive' });
  });
  return { over };
}

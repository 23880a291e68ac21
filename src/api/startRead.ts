import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query';

import type { ApiError } from './errors.ts';

/**
 * Starts a read before its page renders, in a route's loader or when the address changes. Errors are
 * ignored here: the page's own query reports them.
 *
 * @param signal of the loader's request: an abandoned navigation cancels the read (R10)
 */
export function startRead<T, K extends QueryKey>(
  queryClient: QueryClient,
  options: QueryExecuteOptions<T, ApiError, T, T, K>,
  signal?: AbortSignal,
): void {
  queryClient.query(options).catch(() => undefined);
  signal?.addEventListener('abort', () => {
    void queryClient.cancelQueries({ queryKey: options.queryKey, exact: true, type: 'inactive' });
  });
}

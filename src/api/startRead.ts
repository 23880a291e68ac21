import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query';

import type { ApiError } from './errors.ts';

/**
 * Starts a read before the page that shows it is drawn: in a route's loader, or as the address changes. A
 * fresh answer is used as it is. The page reports how the read went.
 *
 * @param signal of a loader's request: a navigation that is abandoned cancels the read (R10)
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

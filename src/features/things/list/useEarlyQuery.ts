import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { thingsPageQuery } from '../thingsQueries.ts';

/** Queries whose call was sent before anything on the page was waiting for it. */
const early = new WeakSet<object>();

/**
 * As `useQuery`, but the call leaves before the page is drawn, not after. Where it failed meanwhile, that
 * is its answer: a read that was refused is sent once (R2).
 */
export function useEarlyQuery(options: ReturnType<typeof thingsPageQuery>) {
  const queryClient = useQueryClient();
  const hash = hashKey(options.queryKey);
  const cache = queryClient.getQueryCache();

  if (cache.get(hash) === undefined) {
    // A failure is told where the query is used.
    queryClient.query(options).catch(() => undefined);
    const sent = cache.get(hash);
    if (sent) early.add(sent);
  }
  const result = useQuery({
    ...options,
    enabled: (query) => !(early.has(query) && query.state.status === 'error'),
  });
  // After the effect of useQuery, which would ask again: from now on this is a query like any other.
  useEffect(() => {
    const query = cache.get(hash);
    if (query) early.delete(query);
  }, [cache, hash]);

  return result;
}

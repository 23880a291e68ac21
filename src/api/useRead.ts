import {
  type QueryKey,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback } from 'react';

import { describeError } from './describeError.ts';
import type { ApiError } from './errors.ts';
import { retryAt } from './retries.ts';
import { useSignInAgain } from './session/SessionProvider.tsx';

type Read = Pick<
  UseQueryResult,
  'error' | 'failureReason' | 'fetchStatus' | 'isPending' | 'isPlaceholderData' | 'refetch'
>;

/**
 * A read, its notice, and a function to read again.
 *
 * @param doing completes "Could not …"
 */
export function useRead<Answer, Data, Key extends QueryKey>(
  options: UseQueryOptions<Answer, ApiError, Data, Key>,
  doing: string,
) {
  const query = useQuery(options);
  const { refetch } = query;
  return {
    query,
    notice: useReadNotices()(query, options.queryKey, doing),
    /** Does nothing while a read is in progress. The same function on every render. */
    refresh: useCallback(() => void refetch({ cancelRefetch: false }), [refetch]),
  };
}

/** The notice for reads other than a single `useRead`: several at once, or page after page. */
export function useReadNotices() {
  const queryClient = useQueryClient();
  const onSignIn = useSignInAgain();
  return (query: Read, queryKey: QueryKey, doing: string) => ({
    ...readState(query, doing, onSignIn),
    onRetry: () => void query.refetch(),
    onCancel: () => void queryClient.cancelQueries({ queryKey }),
  });
}

/** The state of a read that failed, is waiting for a retry, is in flight, or was cancelled. */
function readState(query: Read, doing: string, signIn: () => void) {
  const { error, failureReason, fetchStatus } = query;
  if (fetchStatus === 'fetching') {
    const until = failureReason ? retryAt(failureReason) : undefined;
    if (!failureReason || until === undefined) return { isFetching: true };
    const wording = describeError(failureReason, doing);
    // Signing in again also provides new tokens.
    const onSignIn = failureReason.waitsForRenewal ? signIn : undefined;
    return { waiting: { wording, until, onSignIn } };
  }
  if (error) return { failure: describeError(error, doing) };
  return { isStopped: query.isPending || query.isPlaceholderData };
}

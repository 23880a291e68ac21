import type { UseQueryResult } from '@tanstack/react-query';

import { describeError, type ErrorWording } from './describeError.ts';
import { retryAt } from './retries.ts';

/** What there is to say about a read beside its data. */
export interface ReadState {
  /** It failed and will not be sent again by itself. */
  readonly failure?: ErrorWording;
  /** It failed and goes out again at `until`, in milliseconds since the epoch. */
  readonly waiting?: { readonly wording: ErrorWording; readonly until: number };
  /** An answer is on its way, now or after the wait. */
  readonly isFetching?: boolean;
  /** It was called off, and what is on screen is not what was asked for. */
  readonly isStopped?: boolean;
}

/** @param doing completes "Could not …" */
export function readState(
  query: Pick<
    UseQueryResult,
    'error' | 'failureReason' | 'fetchStatus' | 'isPending' | 'isPlaceholderData'
  >,
  doing: string,
): ReadState {
  const { error, failureReason, fetchStatus } = query;
  if (fetchStatus === 'fetching') {
    const until = failureReason ? retryAt(failureReason) : undefined;
    if (!failureReason || until === undefined) return { isFetching: true };
    return { isFetching: true, waiting: { wording: describeError(failureReason, doing), until } };
  }
  if (error) return { failure: describeError(error, doing) };
  return { isStopped: query.isPending || query.isPlaceholderData };
}

import type { UseQueryResult } from '@tanstack/react-query';

import { describeError, type ErrorWording } from './describeError.ts';
import { retryAt } from './retries.ts';

/** The state of a read that a page shows beside its data. */
export interface ReadState {
  /** It failed and is not retried. */
  readonly failure?: ErrorWording;
  /** It failed and is retried at `until`, in milliseconds since the epoch. */
  readonly waiting?: {
    readonly wording: ErrorWording;
    readonly until: number;
    /** It waits for new tokens, which signing in again would bring as well. */
    readonly waitsForRenewal: boolean;
  };
  /** A request is in flight or waits to be retried. */
  readonly isFetching?: boolean;
  /** It was cancelled, and the screen does not show what was requested. */
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
    const { waitsForRenewal } = failureReason;
    const wording = describeError(failureReason, doing);
    return { isFetching: true, waiting: { wording, until, waitsForRenewal } };
  }
  if (error) return { failure: describeError(error, doing) };
  return { isStopped: query.isPending || query.isPlaceholderData };
}

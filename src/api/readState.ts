import type { UseQueryResult } from '@tanstack/react-query';

import { describeError, type ErrorWording } from './describeError.ts';
import { retryAt } from './retries.ts';

/** What there is to say about a read beside its data. */
export interface ReadState {
  /** It failed and will not be sent again by itself. */
  readonly failure?: ErrorWording;
  /** It failed and goes out again at `until`, in milliseconds since the epoch. */
  readonly waiting?: {
    readonly wording: ErrorWording;
    readonly until: number;
    /** A new sign-in would be as good as what it waits for. */
    readonly waitsForRenewal: boolean;
  };
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
    const { waitsForRenewal } = failureReason;
    const wording = describeError(failureReason, doing);
    return { isFetching: true, waiting: { wording, until, waitsForRenewal } };
  }
  if (error) return { failure: describeError(error, doing) };
  return { isStopped: query.isPending || query.isPlaceholderData };
}

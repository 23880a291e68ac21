import { maxPageSize } from '#contract/parameters.ts';
import { systemClock } from '#lib/clock.ts';

import { describeError } from './describeError.ts';
import { ApiError } from './errors.ts';
import type { Paged } from './records.ts';
import { retried } from './retries.ts';

/** Reads all pages of a query, one at a time, each with its retries. The first one has no cursor. */
export function recordPages<Q extends Paged, T>(
  read: (query: Q, signal: AbortSignal) => Promise<T>,
  query: Q,
): (cursor: string, signal: AbortSignal) => Promise<T> {
  return (cursor, signal) =>
    retried(
      () =>
        read({ ...query, before: cursor === '' ? undefined : cursor, size: maxPageSize }, signal),
      { clock: systemClock, random: Math.random, signal },
    );
}

/** The message when rows of an export cannot be read; undefined for a bug. */
export const exportFailure = (many: string) => (error: unknown) =>
  error instanceof ApiError ? describeError(error, `export the next ${many}`) : undefined;

import { sleep, type Clock } from '#lib/clock.ts';

import { ApiError } from './errors.ts';

const maxRetries = 3;
const dueTimes = new WeakMap<ApiError, number>();

/**
 * Whether to retry a failed read (API document 7). Synchronous, because TanStack Query would treat a promise as true
 * (R13).
 *
 * @param failures earlier failures of this read, not counting waits for the gateway
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // The session's turn in the refresh queue will come (T12), or the store will recover (S8), and a retry costs the
  // service nothing.
  if (isWaitingForGateway(error)) return true;
  if (failures >= maxRetries) return false;
  return error.kind === 'network' || error.kind === 'rateLimited' || isTransient(error);
}

/** Whether a read is waiting for the gateway, which is not a failure of the service and is not counted as one. */
export function isWaitingForGateway(error: unknown): boolean {
  return error instanceof ApiError && (error.waitsForRenewal || error.waitsForStore);
}

/** Whether a call is waiting for the gateway's store. */
export function isWaitingForStore(error: unknown): error is ApiError {
  return error instanceof ApiError && error.waitsForStore;
}

/**
 * The statuses that API document 7 calls retryable, and those of a proxy that gave up: 408 and 504. A response that
 * used up the rate limit is not retried, because any further call would fail too (R3).
 */
function isTransient({ status, budgetSpent }: ApiError): boolean {
  return !budgetSpent && [408, 500, 502, 503, 504].includes(status ?? 0);
}

/**
 * Milliseconds until a read is retried: the service's `Retry-After`, or 1, 2, 4 s (API document 7). The wait is never
 * shorter, and some random extra time keeps tabs from all retrying at once.
 *
 * @param random 0 to below 1
 */
export function retryDelay(failures: number, error: unknown, random: number): number {
  if (error instanceof ApiError && error.retryAfterMs !== undefined) {
    return error.retryAfterMs + random * 1_000;
  }
  return 1_000 * 2 ** failures * (1 + random * 0.25);
}

/** The longest wait, in milliseconds, while the page has nothing to show. */
const maxDelayMs = 10_000;

/**
 * Runs a read before a page is shown. It bypasses the query client, but follows the same rules.
 *
 * @throws {ApiError} from the last attempt; earlier if a wait would exceed ten seconds or the gateway's store is
 *   unavailable, because there is no page yet to show the wait
 */
export async function retried<T>(
  read: () => Promise<T>,
  given: { clock: Clock; random: () => number; signal: AbortSignal },
): Promise<T> {
  for (let failures = 0; ;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- an attempt starts after the wait for the previous one
      return await read();
    } catch (error) {
      if (!shouldRetry(failures, error) || isWaitingForStore(error)) throw error;
      const delay = retryDelay(failures, error, given.random());
      if (delay > maxDelayMs) throw error;
      if (!isWaitingForGateway(error)) failures++;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await sleep(given.clock, delay, given.signal);
    }
  }
}

/** Stores when the read that failed with this error will be retried, for the countdown on screen. */
export function noteRetryAt(error: unknown, at: number): void {
  if (error instanceof ApiError) dueTimes.set(error, at);
}

/** When the failed read will be retried, in milliseconds since the epoch; undefined if it will not. */
export function retryAt(error: ApiError): number | undefined {
  return dueTimes.get(error);
}

import { sleep, type Clock } from '#lib/clock.ts';

import { ApiError } from './errors.ts';

const mostRetries = 3;
const dueTimes = new WeakMap<ApiError, number>();

/**
 * Whether a read is worth sending again (API document 7). Answers synchronously: the query library
 * takes a promise for a yes.
 *
 * @param failures how often it has failed before
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // Its turn to be renewed comes, however often it asks, and asking costs the service nothing.
  if (error.waitsForRenewal) return true;
  if (failures >= mostRetries) return false;
  return error.kind === 'network' || error.kind === 'rateLimited' || isTransient(error);
}

/**
 * The statuses that API document 7 calls retryable, and 504, which a gateway between may send. Where the
 * answer used the budget up, sending again would only turn one failure into more.
 */
function isTransient({ status, budgetSpent }: ApiError): boolean {
  return !budgetSpent && status !== undefined && [500, 502, 503, 504].includes(status);
}

/**
 * Milliseconds until a read is sent again: what the service asked for after a 429, else 1, 2, 4 s as
 * API document 7 says; never earlier, and spread so that tabs do not come back at the same moment.
 *
 * @param random 0 to below 1
 */
export function retryDelay(failures: number, error: unknown, random: number): number {
  if (error instanceof ApiError && error.retryAfterMs !== undefined) {
    return error.retryAfterMs + random * 1_000;
  }
  return 1_000 * 2 ** failures * (1 + random * 0.25);
}

/** Longest wait, in milliseconds, before a page that has nothing else to say. */
const patienceMs = 10_000;

/**
 * A read that comes before the pages, and before what repeats theirs.
 *
 * @throws {ApiError} that of the last try, or of the first that asks for more than ten seconds
 */
export async function retried<T>(
  read: () => Promise<T>,
  given: { clock: Clock; random: () => number; signal: AbortSignal },
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a try begins when the wait after the last is over
      return await read();
    } catch (error) {
      if (!shouldRetry(failures, error)) throw error;
      const delay = retryDelay(failures, error, given.random());
      if (delay > patienceMs) throw error;
      // oxlint-disable-next-line no-await-in-loop -- likewise
      await sleep(given.clock, delay, given.signal);
    }
  }
}

/** Remembers when the read that failed with this error goes out again, for the countdown on screen. */
export function noteRetryAt(error: unknown, at: number): void {
  if (error instanceof ApiError) dueTimes.set(error, at);
}

/** Milliseconds since the epoch at which the failed read goes out again; undefined when it does not. */
export function retryAt(error: ApiError): number | undefined {
  return dueTimes.get(error);
}

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
  if (!(error instanceof ApiError) || failures >= mostRetries) return false;
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

/** Remembers when the read that failed with this error goes out again, for the countdown on screen. */
export function noteRetryAt(error: unknown, at: number): void {
  if (error instanceof ApiError) dueTimes.set(error, at);
}

/** Milliseconds since the epoch at which the failed read goes out again; undefined when it does not. */
export function retryAt(error: ApiError): number | undefined {
  return dueTimes.get(error);
}

const defaultMs = 60_000;
const shortestMs = 1_000;
const longestMs = 20 * 60_000;

/**
 * How long a 429 or 503 asks the caller to wait, in milliseconds: `Retry-After` as seconds or a date (RFC 9110,
 * 10.2.3), or the number of seconds after "retry", "again" or "wait" in the message, or else after "after", or
 * else its first one (API document 7, mapping rule 3), or one minute, the longest common window (API document 8.2). A date is compared
 * with the response's own `Date`, so that wrong clocks do not matter.
 *
 * @param now milliseconds since the Unix epoch, used if the response has no `Date`
 * @param maxMs the longest wait; by default as long as a page waits
 */
export function retryAfterMs(
  headers: Pick<Headers, 'get'>,
  message: string | undefined,
  now: number,
  maxMs = longestMs,
): number {
  const waitMs = requestedWaitMs(headers, now) ?? secondsIn(message) ?? defaultMs;
  return clamp(waitMs, maxMs);
}

/** The wait in `Retry-After`, in milliseconds and however long; undefined if there is none. */
export function requestedWaitMs(headers: Pick<Headers, 'get'>, now: number): number | undefined {
  return seconds(headers.get('retry-after')) ?? untilDate(headers, now);
}

/**
 * The `Retry-After` header to forward without the response's `Date`: a date is converted to seconds, anything else is
 * unchanged.
 *
 * @param now as for `retryAfterMs`
 * @returns null if there is no such header
 */
export function retryAfterWithoutDate(headers: Pick<Headers, 'get'>, now: number): string | null {
  const given = headers.get('retry-after');
  if (Number.isNaN(httpDate(given))) return given;
  return retryAfterHeader(clamp(untilDate(headers, now) ?? defaultMs))['retry-after'];
}

/** The `Retry-After` header for a wait, in whole seconds. */
export function retryAfterHeader(ms: number): { readonly 'retry-after': string } {
  return { 'retry-after': String(Math.ceil(ms / 1000)) };
}

function clamp(ms: number, maxMs = longestMs): number {
  return Math.min(Math.max(ms, shortestMs), maxMs);
}

function seconds(text: string | null | undefined): number | undefined {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) * 1000 || undefined : undefined;
}

function untilDate(headers: Pick<Headers, 'get'>, now: number): number | undefined {
  const ms = httpDate(headers.get('retry-after')) - (httpDate(headers.get('date')) || now);
  return ms > 0 ? ms : undefined;
}

/** Milliseconds since the Unix epoch, or NaN. Two formats end in GMT; asctime implies it (RFC 9110, 5.6.7). */
function httpDate(header: string | null): number {
  const text = header ?? '';
  if (/^[a-z]{3} [a-z]{3} [ \d]\d [\d:]{8} \d{4}$/i.test(text)) return Date.parse(`${text} GMT`);
  return Date.parse(/^[a-z]+, .*\d gmt$/i.test(text) ? text : '');
}

function secondsIn(message: string | undefined): number | undefined {
  const inMessage =
    /(?:.*?\b(?:retry|again|wait)\D{0,20}|.*?\bafter\D{0,20}|.*?\b)(\d{1,5})\s*s(?:ec|\b)/is;
  return seconds(message?.match(inMessage)?.[1]);
}

const defaultMs = 60_000;
const shortestMs = 1_000;
const longestMs = 20 * 60_000;

/**
 * How long a 429 or 503 asks the caller to wait, in milliseconds: `Retry-After` as seconds or a date (RFC 9110,
 * 10.2.3), or the first number of seconds in the message (API document 7, mapping rule 3), or one minute, the longest
 * common window (API document 8.2). A date is compared with the response's own `Date`, so that wrong clocks do not
 * matter.
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
  return seconds(headers.get('retry-after')?.trim()) ?? untilDate(headers, now);
}

/**
 * The `Retry-After` header to forward without the response's `Date`: a date is converted to seconds, anything else is
 * unchanged.
 *
 * @param now as for `retryAfterMs`
 * @returns null if there is no such header
 */
export function retryAfterWithoutDate(headers: Pick<Headers, 'get'>, now: number): string | null {
  const ms = untilDate(headers, now);
  return ms === undefined ? headers.get('retry-after') : retryAfterHeader(clamp(ms))['retry-after'];
}

/** The `Retry-After` header for a wait, in whole seconds. */
export function retryAfterHeader(ms: number): { readonly 'retry-after': string } {
  return { 'retry-after': String(Math.ceil(ms / 1000)) };
}

function clamp(ms: number, maxMs = longestMs): number {
  return Math.min(Math.max(ms, shortestMs), maxMs);
}

function seconds(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return undefined;
  const value = Number(text) * 1000;
  return value > 0 ? value : undefined;
}

function untilDate(headers: Pick<Headers, 'get'>, now: number): number | undefined {
  const until = httpDate(headers.get('retry-after'));
  if (until === undefined) return undefined;
  const ms = until - (httpDate(headers.get('date')) ?? now);
  return ms > 0 ? ms : undefined;
}

/** Milliseconds since the Unix epoch. Two of the three formats end in GMT; asctime implies it (RFC 9110, 5.6.7). */
function httpDate(header: string | null): number | undefined {
  const text = header?.trim() ?? '';
  const isAsctime = /^[a-z]{3} [a-z]{3} [ \d]\d [\d:]{8} \d{4}$/i.test(text);
  if (!isAsctime && !/^[a-z]+, .*\d gmt$/i.test(text)) return undefined;
  const ms = Date.parse(isAsctime ? `${text} GMT` : text);
  return Number.isNaN(ms) ? undefined : ms;
}

function secondsIn(message: string | undefined): number | undefined {
  return seconds(message?.match(/\b(\d{1,5})\s*s(?:ec|\b)/i)?.[1]);
}

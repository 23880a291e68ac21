const defaultMs = 60_000;
const shortestMs = 1_000;
const longestMs = 20 * 60_000;

/**
 * How long a 429 or 503 asks to wait, in milliseconds: the `Retry-After` header as seconds or as a
 * date (RFC 9110, 10.2.3; a date counts from the answer's own `Date`, so that no clock has to be
 * right), else the first number of seconds in the message (API document 7, mapping rule 3), else a
 * minute, the longest common window (API document 8.2).
 *
 * @param now milliseconds since the Unix epoch, used where the answer carries no `Date`
 */
export function retryAfterMs(
  headers: Pick<Headers, 'get'>,
  message: string | undefined,
  now: number,
): number {
  const header = headers.get('retry-after')?.trim();
  const ms =
    seconds(header) ??
    untilDate(header, headers.get('date'), now) ??
    secondsIn(message) ??
    defaultMs;
  return Math.min(Math.max(ms, shortestMs), longestMs);
}

function seconds(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,5}$/.test(text)) return undefined;
  const value = Number(text) * 1000;
  return value > 0 ? value : undefined;
}

function untilDate(
  text: string | undefined,
  answered: string | null,
  now: number,
): number | undefined {
  if (text === undefined || !/[a-z]/i.test(text)) return undefined;
  const from = answered === null ? Number.NaN : Date.parse(answered);
  const ms = Date.parse(text) - (Number.isNaN(from) ? now : from);
  return ms > 0 ? ms : undefined;
}

function secondsIn(message: string | undefined): number | undefined {
  return seconds(message?.match(/(\d{1,5})\s*s(?:ec|\b)/i)?.[1]);
}

/**
 * One format for all users, in English like the sentences around it: "16 Oct 2026, 22:57" is unambiguous, and a
 * screen reader uses the voice for the page's language (WCAG 3.1.1).
 */
const locale = 'en-GB';
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const clockTime = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const clockTimeSeconds = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
const wholeNumber = new Intl.NumberFormat(locale);

/** Shown for a missing value. */
export const absent = '—';

/** Smaller numbers are seconds, zero, or no time at all. */
const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/** Whether a number is plausible as milliseconds since the epoch (API document 2). */
export function isTimestamp(value: number): boolean {
  return Number.isFinite(value) && value >= earliest && value <= latest;
}

/** Local date and time, or the number itself if it is not a plausible time. */
export function formatTime(value: number | undefined): string {
  if (value === undefined || value === 0) return absent;
  return isTimestamp(value) ? dateTime.format(value) : String(value);
}

/** A time in UTC, for a tooltip or a file. */
export function utcTime(value: number | null | undefined): string | undefined {
  return value && isTimestamp(value) ? new Date(value).toISOString() : undefined;
}

/** Local hours and minutes. */
export function formatClock(value: number): string {
  return clockTime.format(value);
}

/** Local hours, minutes and seconds, to distinguish two times within a minute. */
export function formatClockSeconds(value: number): string {
  return clockTimeSeconds.format(value);
}

/** A measure with digit grouping. No unit is shown, because the API document specifies none. */
export function formatNumber(value: number | undefined): string {
  return value === undefined ? absent : wholeNumber.format(value);
}

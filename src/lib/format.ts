const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const clockTime = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const clockTimeSeconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const wholeNumber = new Intl.NumberFormat();

/** What stands where a record says nothing. */
export const absent = '—';

/** The service's first years; smaller numbers are seconds, zero, or no time at all. */
const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/** Whether a number can be a time in milliseconds since the epoch, as the API document 2 has it. */
export function isTimestamp(value: number): boolean {
  return Number.isFinite(value) && value >= earliest && value <= latest;
}

/** Local date and time; the bare number where it cannot be a time. */
export function formatTime(value: number | undefined): string {
  if (value === undefined || value === 0) return absent;
  return isTimestamp(value) ? dateTime.format(value) : String(value);
}

/** The same moment in UTC, for a title. */
export function utcTime(value: number | undefined): string | undefined {
  return value !== undefined && isTimestamp(value) ? new Date(value).toISOString() : undefined;
}

/** Local hours and minutes. */
export function formatClock(value: number): string {
  return clockTime.format(value);
}

/** Local hours, minutes and seconds. */
export function formatClockSeconds(value: number): string {
  return clockTimeSeconds.format(value);
}

/** A measure with digit groups; the API document names no units, so none is shown. */
export function formatNumber(value: number | undefined): string {
  return value === undefined ? absent : wholeNumber.format(value);
}

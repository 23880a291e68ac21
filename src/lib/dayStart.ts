/**
 * The start of a day in the user's time zone, in milliseconds since the epoch; undefined if the text is not a date.
 *
 * @param daysLater how many calendar days later; a day is longer or shorter when the clocks change
 */
export function dayStart(day: string, daysLater = 0): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const start = new Date(year, month - 1, date);
  const isOfCalendar = start.getMonth() === month - 1 && start.getDate() === date && year >= 1970;
  return isOfCalendar ? new Date(year, month - 1, date + daysLater).getTime() : undefined;
}

/** Names the time zone of the dates, which is the browser's; empty if no date is given. */
export function dayFilterWords({
  from,
  to,
}: {
  readonly from?: string;
  readonly to?: string;
}): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return from === undefined && to === undefined
    ? ''
    : `Both dates are inclusive, in the time zone ${zone}.`;
}

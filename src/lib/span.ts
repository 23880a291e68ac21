import { formatClock, formatTime } from './format.ts';

/**
 * "between 10:02 and 11:15": only the lists before and after a change were seen, not the change itself.
 *
 * @param given.since when the previous list was requested; null if there was none
 * @param reference times on the same date are shown without the date
 */
export function span(
  { since, at }: { readonly since: number | null; readonly at: number },
  reference: number,
): string {
  const until = timeNear(at, reference);
  if (since === null) return `before ${until}`;
  const from = timeNear(since, reference);
  return from === until ? `at about ${until}` : `between ${from} and ${until}`;
}

/** The time of day, with its date if it differs from the reference's. */
export function timeNear(time: number, reference: number): string {
  const isSameDay = new Date(time).toDateString() === new Date(reference).toDateString();
  return isSameDay ? formatClock(time) : formatTime(time);
}

import { formatTime, utcTime } from '#lib/format.ts';

/** When something was recorded, to the minute; the tooltip has the exact time. */
export function Time({ at }: { at: number }) {
  return (
    <time dateTime={utcTime(at)} title={utcTime(at)}>
      {formatTime(at)}
    </time>
  );
}

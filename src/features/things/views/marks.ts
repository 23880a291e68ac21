import type { ThingRecord } from '#api/things.ts';
import { isZeros } from '#identifiers/imei.ts';
import { isTimestamp } from '#lib/format.ts';

/** What a row can be marked for. The service cannot filter by any of it (API document 4.5). */
export const markNames = ['noImei', 'dataBlocked', 'recentlyChanged'] as const;
export type MarkName = (typeof markNames)[number];

/** What counts as recent, in milliseconds. */
const recentMs = 7 * 24 * 3_600_000;

/**
 * Whether a record is to be marked, as far as it can be told; a field that could not be read is no
 * reason.
 *
 * @param now milliseconds since the epoch
 */
export function isMarked(mark: MarkName, thing: ThingRecord, now: number): boolean {
  switch (mark) {
    case 'noImei':
      return hasNoImei(thing);
    case 'dataBlocked':
      return thing.Block?.Data === true || thing.Block?.LTEData === true;
    case 'recentlyChanged':
      return thing.DateModified !== undefined && now - thing.DateModified <= recentMs;
    default:
      return mark satisfies never;
  }
}

/**
 * Whether it cannot be told of a record that is not marked: it does not carry the field, or not readably.
 */
export function cannotTell(mark: MarkName, thing: ThingRecord): boolean {
  switch (mark) {
    case 'noImei':
      return thing.IMEI === undefined && !hasNoImei(thing);
    case 'dataBlocked':
      return (
        !isMarked(mark, thing, 0) &&
        (thing.Block?.Data === undefined || thing.Block.LTEData === undefined)
      );
    case 'recentlyChanged':
      return thing.DateModified === undefined || !isTimestamp(thing.DateModified);
    default:
      return mark satisfies never;
  }
}

/** Networks that report no device leave the IMEI out, empty, or all zeros. */
function hasNoImei({ IMEI, raw }: ThingRecord): boolean {
  if (IMEI !== undefined) return IMEI.trim() === '' || isZeros(IMEI);
  return raw['IMEI'] === undefined || raw['IMEI'] === null;
}

/** Whether any record has the field that the mark looks at. */
export function canMark(mark: MarkName, things: readonly ThingRecord[]): boolean {
  const field = { noImei: 'IMEI', dataBlocked: 'Block', recentlyChanged: 'DateModified' }[mark];
  return things.some(({ raw }) => raw[field] !== undefined && raw[field] !== null);
}

import type { ThingRecord } from '#api/things.ts';
import { isZeros } from '#identifiers/imei.ts';

/** What a row can be marked for. The service cannot filter by any of it (API document 4.5). */
export const markNames = ['noImei', 'dataBlocked', 'recentlyChanged'] as const;
export type MarkName = (typeof markNames)[number];

interface Mark {
  readonly label: string;
  /** When a row is marked, in words. */
  readonly hint: string;
  /** The field that it looks at. */
  readonly field: keyof ThingRecord;
  /** @param now milliseconds since the epoch */
  readonly matches: (thing: ThingRecord, now: number) => boolean;
}

/** What counts as recent, in milliseconds. */
const recentMs = 7 * 24 * 3_600_000;

export const marks: Readonly<Record<MarkName, Mark>> = {
  noImei: {
    label: 'No IMEI seen',
    hint: 'the IMEI is missing, empty or all zeros',
    field: 'IMEI',
    matches: hasNoImei,
  },
  dataBlocked: {
    label: 'Data blocked',
    hint: 'the Block flag Data or LTEData is set',
    field: 'Block',
    matches: ({ Block }) => Block?.Data === true || Block?.LTEData === true,
  },
  recentlyChanged: {
    label: 'Recently changed',
    hint: 'modified in the last 7 days',
    field: 'DateModified',
    matches: ({ DateModified }, now) =>
      DateModified !== undefined && now - DateModified <= recentMs,
  },
};

/** Networks that report no device leave the IMEI out, empty, or all zeros. One that is unreadable is none of these. */
function hasNoImei({ IMEI, raw }: ThingRecord): boolean {
  if (IMEI !== undefined) return IMEI.trim() === '' || isZeros(IMEI);
  return raw['IMEI'] === undefined || raw['IMEI'] === null;
}

/**
 * The words that mark a row; undefined for rows that are not marked.
 *
 * @param now milliseconds since the epoch
 */
export function markOf(mark: MarkName, thing: ThingRecord, now: number): string | undefined {
  const { label, matches } = marks[mark];
  return matches(thing, now) ? label : undefined;
}

/** Whether any record has the field that the mark looks at. */
export function canMark(mark: MarkName, things: readonly ThingRecord[]): boolean {
  const { field } = marks[mark];
  return things.some(({ raw }) => raw[field] !== undefined && raw[field] !== null);
}

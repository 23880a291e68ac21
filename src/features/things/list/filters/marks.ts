import type { ThingRecord } from '#api/things.ts';
import { isZeros } from '#identifiers/imei.ts';
import { isTimestamp } from '#lib/format.ts';

/** Marks for rows, based on criteria that the service cannot filter by (API document 4.5). */
export const markNames = ['noImei', 'dataBlocked', 'recentlyChanged'] as const;
export type MarkName = (typeof markNames)[number];

interface Mark {
  readonly label: string;
  /** The criterion in words. */
  readonly hint: string;
  /** The field it depends on. */
  readonly field: keyof ThingRecord;
  /** @param now milliseconds since the epoch */
  readonly matches: (thing: ThingRecord, now: number) => boolean;
  /** Whether an unmarked record has no readable value, which leaves the result unknown. */
  readonly isUnknown: (thing: ThingRecord) => boolean;
}

/** How long a change counts as recent, in milliseconds. */
const recentMs = 7 * 24 * 3_600_000;

export const marks: Readonly<Record<MarkName, Mark>> = {
  noImei: {
    label: 'No IMEI seen',
    hint: 'the IMEI is missing, empty or all zeros',
    field: 'IMEI',
    matches: hasNoImei,
    isUnknown: (thing) => thing.IMEI === undefined && !hasNoImei(thing),
  },
  dataBlocked: {
    label: 'Data blocked',
    hint: 'the Block flag Data or LTEData is set',
    field: 'Block',
    matches: hasDataBlocked,
    isUnknown: (thing) =>
      !hasDataBlocked(thing) &&
      (thing.Block?.Data === undefined || thing.Block.LTEData === undefined),
  },
  recentlyChanged: {
    label: 'Recently changed',
    hint: 'modified in the last 7 days',
    field: 'DateModified',
    matches: ({ DateModified: at = 0 }, now) => isTimestamp(at) && now - at <= recentMs,
    isUnknown: ({ DateModified: at = 0 }) => !isTimestamp(at),
  },
};

/** If the device is unknown, networks report no IMEI, an empty one, or zeros. An unreadable IMEI does not count. */
function hasNoImei({ IMEI, raw }: ThingRecord): boolean {
  if (IMEI !== undefined) return IMEI.trim() === '' || isZeros(IMEI);
  return raw['IMEI'] === undefined || raw['IMEI'] === null;
}

function hasDataBlocked({ Block }: ThingRecord): boolean {
  return Block?.Data === true || Block?.LTEData === true;
}

/**
 * The text of the mark; undefined if the row is not marked.
 *
 * @param now milliseconds since the epoch
 */
export function markOf(mark: MarkName, thing: ThingRecord, now: number): string | undefined {
  const { label, matches } = marks[mark];
  return matches(thing, now) ? label : undefined;
}

/** Whether any record has the field that the mark depends on. */
export function canMark(mark: MarkName, things: readonly ThingRecord[]): boolean {
  const { field } = marks[mark];
  return things.some(({ raw }) => raw[field] !== undefined && raw[field] !== null);
}

import type { ThingValues } from '#contract/inventoryThings.ts';

import { newId } from '../db/keysetPage.ts';
import { mayBeOlder, type SnapshotTime } from '../history/diffSnapshot.ts';
import { diffThing } from './diffThing.ts';
import type { ListedThing } from './listedThings.ts';
import type { NewThingSnapshot, ThingSnapshot } from './thingRow.ts';

/** The data to write about a SIM. */
export interface NextSnapshot extends NewThingSnapshot {
  /** When the SIM was last listed with the same values; null if this list changes a value. */
  readonly alikeSince: number | null;
}

/** Merges a list's values with the known state of a SIM; undefined if the list may be older than the last list. */
export function nextSnapshot(
  { iccid, values: seen, cell }: ListedThing,
  base: ThingSnapshot | undefined,
  time: SnapshotTime,
): NextSnapshot | undefined {
  if (mayBeOlder(time, base)) return undefined;
  const { next, differences } = diffThing(base, seen);
  const isAlike = base !== undefined && JSON.stringify(next.values) === JSON.stringify(base.values);
  const isOtherDevice = differences.some(
    ({ kind }) => kind === 'other-device' || kind === 'other-model',
  );
  return {
    iccid,
    ...next,
    isSameDevice: base !== undefined && base.values.imei === next.values.imei,
    deviceChangedAt: isOtherDevice ? time.answeredAt : (base?.deviceChangedAt ?? null),
    ...dataFacts(base, seen, time),
    suspended: suspendedFacts(base, next.values, seen, time),
    // The cell is part of the location: if a newer location has no cell, the cell is unknown.
    cell: seen.locatedAt === undefined ? (base?.cell ?? null) : (cell ?? null),
    firstSeenAt: base?.firstSeenAt ?? time.answeredAt,
    revision: base?.revision ?? null,
    events: differences.map((one) => ({ id: newId(), ...one })),
    alikeSince: isAlike ? base.answeredAt : null,
  };
}

function dataFacts(
  base: ThingSnapshot | undefined,
  { data }: ThingValues,
  { answeredAt }: SnapshotTime,
): Pick<NewThingSnapshot, 'dataAt' | 'dataFirstAt' | 'dataSince'> {
  const dataFirstAt = base?.dataFirstAt ?? null;
  if (data === undefined) {
    return { dataAt: base?.dataAt ?? null, dataFirstAt, dataSince: base?.dataSince ?? null };
  }
  const isSame = base !== undefined && base.values.data === data;
  return {
    dataAt: answeredAt,
    dataFirstAt: dataFirstAt ?? answeredAt,
    dataSince: isSame ? base.dataSince : answeredAt,
  };
}

/**
 * `Data` may restart from zero, for example each month (the API document specifies neither its unit nor its period), so
 * growth is counted from the smallest value since the SIM was suspended.
 */
function suspendedFacts(
  base: ThingSnapshot | undefined,
  { state }: ThingValues,
  { data }: ThingValues,
  { answeredAt }: SnapshotTime,
): NewThingSnapshot['suspended'] {
  if (!isSuspended(state)) return null;
  const before = base?.suspended ?? null;
  if (data === undefined || (before && before.data <= data)) return before;
  return { data, since: before?.since ?? answeredAt };
}

/** SUSPENDED is the only documented state without service (API document 3). */
function isSuspended(state: string | undefined): boolean {
  return state?.toUpperCase() === 'SUSPENDED';
}

import type { ThingEventKind, ThingValues } from '#contract/fleet.ts';
import { isSameDevice, tacOf } from '#identifiers/imei.ts';

/** A difference between two readings of a SIM. */
export interface ThingDifference {
  readonly kind: ThingEventKind;
  /** As shown to people; empty where there was none. */
  readonly before: string;
  readonly after: string;
}

/** What is known of a SIM: the last value of each field that a reading carried. */
export interface KnownThing {
  readonly values: ThingValues;
  /** The last device that was reported, while none is; the present one otherwise. */
  readonly lastImei: string | undefined;
}

/**
 * Compares a reading of a SIM with what was known of it. A field that one of them lacks is no difference, since a
 * list may leave fields out (API document 2.4).
 */
export function judgeThing(
  known: KnownThing | undefined,
  seen: ThingValues,
): { readonly next: KnownThing; readonly differences: readonly ThingDifference[] } {
  const before = known?.values ?? {};
  const lastImei = seen.imei || known?.lastImei;
  const next = { values: { ...before, ...seen }, lastImei };
  if (!known) return { next, differences: [] };
  const differences = [
    deviceDifference(known, seen),
    difference('imsi', before.imsi, seen.imsi),
    groupDifference(before, seen),
    difference('state', before.state, seen.state),
    difference('blocks', before.blocks?.join(', '), seen.blocks?.join(', ')),
  ];
  return { next, differences: differences.filter((one) => one !== undefined) };
}

function difference(
  kind: ThingEventKind,
  before: string | undefined,
  after: string | undefined,
): ThingDifference | undefined {
  if (before === undefined || after === undefined || before === after) return undefined;
  return { kind, before, after };
}

/** A device that was gone and came back is the same one: only its going was a change. */
function deviceDifference(
  { values: { imei: before }, lastImei }: KnownThing,
  { imei: after }: ThingValues,
): ThingDifference | undefined {
  if (before === undefined || after === undefined || before === after) return undefined;
  if (after === '') return { kind: 'imei-gone', before, after };
  if (lastImei === undefined) return { kind: 'first-imei', before, after };
  if (isSameDevice(lastImei, after)) return undefined;
  const kind = tacOf(lastImei) === tacOf(after) ? 'other-device' : 'other-model';
  return { kind, before: lastImei, after };
}

/** By its id, since groups are renamed; by its name only where a reading has no id. */
function groupDifference(before: ThingValues, after: ThingValues): ThingDifference | undefined {
  const hasIds = before.groupId !== undefined && after.groupId !== undefined;
  const isOther = hasIds ? before.groupId !== after.groupId : before.groupName !== after.groupName;
  if (!isOther) return undefined;
  return difference('group', before.groupName ?? before.groupId, after.groupName ?? after.groupId);
}

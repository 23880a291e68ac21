import type { ThingEventKind, ThingValues } from '#contract/inventoryThings.ts';
import { isSameDevice, tacOf } from '#identifiers/imei.ts';

/** For each value missing from the newest list, when the last list that carried it was requested. */
export type CarriedAt = Readonly<Record<string, number>>;

/** A difference between two snapshots of a SIM. */
export interface ThingDifference {
  readonly kind: ThingEventKind;
  /** As shown to users; empty if there was no value. */
  readonly before: string;
  readonly after: string;
  /** When the last list with the previous value was requested. */
  readonly since: number;
}

const comparedFields = ['imei', 'imsi', 'groupId', 'groupName', 'state', 'blocks'] as const;
type ComparedField = (typeof comparedFields)[number];

/** A SIM's known state: the last value of each field in any snapshot. */
export interface KnownThing {
  readonly values: ThingValues;
  /** The device, or the last reported device while none is reported. */
  readonly lastImei: string | undefined;
  readonly carriedAt: CarriedAt;
  /** When the newest list was requested. */
  readonly askedAt: number;
}

/**
 * Compares a snapshot of a SIM with its known state. A field that only one of them contains is not a difference,
 * because a list may omit fields (API document 2.4).
 */
export function diffThing(
  known: KnownThing | undefined,
  seen: ThingValues,
): {
  readonly next: Omit<KnownThing, 'askedAt'>;
  readonly differences: readonly ThingDifference[];
} {
  const lastImei = seen.imei || known?.lastImei;
  if (!known) return { next: { values: seen, lastImei, carriedAt: {} }, differences: [] };
  const group = groupDifference(known, seen);
  const values = mergeValues(known.values, seen, group !== undefined);
  const carriedAt = carriedBefore(known, values, seen);
  const differences = [
    deviceDifference(known, seen),
    difference('imsi', known, seen, digitsOfImsi),
    group,
    difference('state', known, seen, (state) => state.trim().toUpperCase()),
    difference('blocks', known, seen),
  ];
  return {
    next: { values, lastImei, carriedAt },
    differences: differences.filter((one) => one !== undefined),
  };
}

/** @param written normalizes a value, so that its spelling does not matter */
function difference(
  kind: 'imsi' | 'state' | 'blocks',
  known: KnownThing,
  seen: ThingValues,
  written: (text: string) => string = (text) => text,
): ThingDifference | undefined {
  const [before, after] = [textOf(known.values[kind]), textOf(seen[kind])];
  if (before === undefined || after === undefined) return undefined;
  if (written(before) === written(after)) return undefined;
  return { kind, before, after, since: sinceOf(known, kind) };
}

function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value;
}

/** An IMSI sent as a number has lost any leading zeros; only test networks have those (ITU-T E.212). */
function digitsOfImsi(imsi: string): string {
  return imsi.trim().replace(/^0+/, '');
}

/** A device that disappears and comes back is the same device: only its disappearance was a change. */
function deviceDifference(known: KnownThing, { imei: after }: ThingValues) {
  const { values, lastImei } = known;
  const before = values.imei;
  if (before === undefined || after === undefined || before === after) return undefined;
  const since = sinceOf(known, 'imei');
  if (after === '') return { kind: 'imei-gone', before, after, since } as const;
  if (lastImei === undefined) return { kind: 'first-imei', before, after, since } as const;
  if (isSameDevice(lastImei, after)) return undefined;
  const kind = tacOf(lastImei) === tacOf(after) ? 'other-device' : 'other-model';
  return { kind, before: lastImei, after, since: lastImeiSince(known) } as const;
}

/** Compared by id, because groups are renamed; by name only if one of the snapshots has no id. */
function groupDifference(known: KnownThing, seen: ThingValues): ThingDifference | undefined {
  const { groupId, groupName } = known.values;
  const field = groupId !== undefined && seen.groupId !== undefined ? 'groupId' : 'groupName';
  const [before, after] = [known.values[field]?.trim(), seen[field]?.trim()];
  if (before === undefined || after === undefined || before === after) return undefined;
  return {
    kind: 'group',
    before: groupName ?? before,
    after: seen.groupName ?? after,
    since: sinceOf(known, field),
  };
}

/** Merges snapshots. Related values are replaced together: a group's id and name, a location's time and network. */
function mergeValues(before: ThingValues, seen: ThingValues, isOtherGroup: boolean): ThingValues {
  const values = { ...before };
  if (isOtherGroup) {
    delete values.groupId;
    delete values.groupName;
  }
  if (seen.locatedAt !== undefined) delete values.network;
  return { ...values, ...seen };
}

function carriedBefore(known: KnownThing, values: ThingValues, seen: ThingValues): CarriedAt {
  const carriedAt: Record<string, number> = {};
  for (const field of comparedFields) {
    const isOlder = values[field] !== undefined && seen[field] === undefined;
    if (isOlder) carriedAt[field] = sinceOf(known, field);
  }
  const isGone = values.imei === '' && known.lastImei !== undefined;
  return isGone ? { ...carriedAt, lastImei: lastImeiSince(known) } : carriedAt;
}

function sinceOf({ askedAt, carriedAt }: KnownThing, field: ComparedField): number {
  return carriedAt[field] ?? askedAt;
}

function lastImeiSince(known: KnownThing): number {
  return known.carriedAt['lastImei'] ?? sinceOf(known, 'imei');
}

import type { ThingValues } from '#contract/inventoryThings.ts';
import type { SimCondition, SimFieldName, SimRelation } from '#contract/simConditions.ts';

const day = 24 * 3600_000;

/** A SIM as lists have shown it: once, or twice with the same values and perhaps another device. */
export interface SeenSim {
  readonly iccid: string;
  readonly values: ThingValues;
  readonly listedAt: number;
  /** Whether a user has written a note about it. */
  readonly isNoted?: boolean;
  /** The alert in which it is new. */
  readonly alertId?: string | undefined;
  readonly earlier?: { readonly listedAt: number; readonly imei: string | undefined } | undefined;
}

/** A string, a time, or a set of flags; undefined if it is not known. */
type Value = string | number | readonly string[] | undefined;

/** Each field, evaluated without a database. */
const fields: Readonly<Record<SimFieldName, (sim: SeenSim) => Value>> = {
  group: ({ values }) => values.groupId,
  state: ({ values }) => values.state,
  block: ({ values }) => values.blocks,
  imei: ({ values }) => values.imei,
  tac: ({ values }) => values.imei?.slice(0, 8),
  imsi: ({ values }) => values.imsi,
  network: ({ values }) => values.network,
  located: ({ values }) => values.locatedAt,
  'first-listed': ({ listedAt, earlier }) => earlier?.listedAt ?? listedAt,
  'last-listed': ({ listedAt }) => listedAt,
  'device-change': deviceChange,
  alert: ({ alertId = '' }) => alertId,
  note: ({ isNoted = false }) => (isNoted ? 'written' : ''),
};

/** Never if two lists show only one device; unknown if there is only one list, or neither shows a device. */
function deviceChange({ values: { imei }, listedAt, earlier }: SeenSim): number | undefined {
  const devices = [earlier?.imei, imei].filter((one) => one !== undefined && one !== '');
  if (!earlier || devices.length === 0) return undefined;
  return new Set(devices.map((one) => one?.slice(0, 14))).size > 1 ? listedAt : -Infinity;
}

const isOneOf = (value: Value, given: readonly string[], field: SimFieldName) =>
  given.some((one) => {
    if (typeof value === 'object') return value.includes(one);
    // The forms of an IMEI share its first 14 digits.
    return field === 'imei' ? String(value).slice(0, 14) === one.slice(0, 14) : value === one;
  });
const isEmpty = (value: Value) => value === '' || (typeof value === 'object' && value.length === 0);
const ageOf = (value: Value, now: number) => (now - Number(value)) / day;

type Relation = (
  value: Value,
  given: readonly string[],
  about: { readonly field: SimFieldName; readonly now: number },
) => boolean;

/** How each relation compares a known value. */
const relations: Readonly<Record<SimRelation, Relation>> = {
  is: (value, given, { field }) => isOneOf(value, given, field),
  'is-not': (value, given, { field }) => !isOneOf(value, given, field),
  'any-of': (value, given, { field }) => isOneOf(value, given, field),
  'none-of': (value, given, { field }) => !isOneOf(value, given, field),
  'begins-with': (value, [start = '']) => String(value).startsWith(start),
  empty: (value) => isEmpty(value),
  'not-empty': (value) => !isEmpty(value),
  unknown: () => false,
  'older-than': (value, [days], { now }) => ageOf(value, now) > Number(days),
  within: (value, [days], { now }) => ageOf(value, now) <= Number(days),
};

/** Whether a SIM meets all conditions; undefined if too little is known to say. */
export function fulfils(
  sim: SeenSim,
  conditions: readonly SimCondition[],
  now: number,
): boolean | undefined {
  const answers = conditions.map(({ field, relation, values }) => {
    const value = fields[field](sim);
    if (relation === 'unknown') return value === undefined;
    return value === undefined ? undefined : relations[relation](value, values, { field, now });
  });
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

/** A field's text values, for use in conditions. */
export function textsOf(field: SimFieldName, sim: SeenSim): readonly string[] {
  const value = fields[field](sim);
  return typeof value === 'object' ? value : typeof value === 'string' && value ? [value] : [];
}

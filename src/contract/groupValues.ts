import * as z from 'zod/mini';

import {
  type GroupFieldKey,
  groupFieldKeys,
  groupFields,
  type GroupKeyWhere,
  keysWhere,
  shapeOf,
} from './groupFields.ts';

/** The fields that users set, in form order. */
export const settingKeys = keysWhere({ role: 'setting' });
/** The fields that every PUT sends back as read. */
export const keptKeys = keysWhere({ role: 'kept' });
export const updateKeys = [...settingKeys, ...keptKeys];
export const unlistedKeys = keysWhere({ role: 'setting', mayBeUnlisted: true });
export const lockKeys = keysWhere({ role: 'setting', isOfLock: true });

export type GroupSettingKey = (typeof settingKeys)[number];
export type GroupFlagKey = GroupKeyWhere<{ readonly type: 'flag' }>;
export const isFlag = (key: GroupFieldKey): key is GroupFlagKey => groupFields[key].type === 'flag';

/** How values are compared and recorded: networks as sorted names, or as JSON if they have no name. */
const types = { text: z.string(), flag: z.boolean(), networks: z.readonly(z.array(z.string())) };

/** Body of `PUT /thingsgroup/{ThingsGroupId}` (API document 4.4): exactly these keys. */
export const thingsGroupUpdate = z.strictObject(shapeOf(updateKeys, types));
export type ThingsGroupUpdate = z.infer<typeof thingsGroupUpdate>;

/** The values a user decided to store: the user saw or chose each of them. */
export const groupChoice = z.object(shapeOf(settingKeys, types));

/** A group's known values; a list may omit some. */
export const groupValues = z.partial(z.object(shapeOf(groupFieldKeys, types)));
export type GroupValues = z.infer<typeof groupValues>;

/** The known values. */
export function pickFields<Values extends object, Key extends keyof Values>(
  values: Values,
  keys: readonly Key[],
) {
  const known = keys.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]]));
  // oxlint-disable-next-line no-unsafe-type-assertion -- Object.fromEntries loses the key type
  return Object.fromEntries(known) as {
    [K in keyof Pick<Values, Key>]: Exclude<Values[K], undefined>;
  };
}

/** Sorts fields by how two sets of values compare; those in `unknown` may or may not have changed. */
export function diffGroup<Key extends GroupFieldKey>(
  one: GroupValues,
  other: GroupValues,
  keys: readonly Key[],
) {
  const found = Map.groupBy(keys, (key) => compare(one[key], other[key]));
  const those = (relation: ReturnType<typeof compare>): readonly Key[] => found.get(relation) ?? [];
  return { same: those('same'), different: those('different'), unknown: those('unknown') };
}

/** Whether both have the same value, or no value, in each of these fields. */
export function isAlike(
  one: GroupValues,
  other: GroupValues,
  keys: readonly GroupFieldKey[],
): boolean {
  return keys.every((key) => isSame(one[key], other[key]));
}

type Value = GroupValues[GroupFieldKey];

function compare(a: Value, b: Value) {
  if (a === undefined || b === undefined) return 'unknown';
  if (isSame(a, b)) return 'same';
  const mayBeSame = typeof a === 'object' && typeof b === 'object' && maybeSameNetworks(a, b);
  return mayBeSame ? 'unknown' : 'different';
}

const isSame = (a: Value, b: Value) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Whether two lists may contain the same networks. A network without a name is listed as JSON, and may be one that the
 * other list names or spells differently: only a difference that this cannot explain is a change.
 */
function maybeSameNetworks(before: readonly string[], after: readonly string[]): boolean {
  const gone = without(before, after);
  const come = without(after, before);
  // Each missing network must have a new counterpart, and one of the two must be unnamed.
  return (
    gone.length === come.length &&
    gone.filter((text) => !isNoName(text)).length <= come.filter(isNoName).length
  );
}

/** The items of the first list that are missing from the second, counting duplicates. */
function without(names: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return names.filter((name) => {
    const index = left.indexOf(name);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

/** A network without a name is listed as JSON. */
const isNoName = (text: string) => /^[{[]/.test(text);

import type * as z from 'zod/mini';

/** Everything that the console and the gateway need to know about one Thing Group field, except its wording. */
interface GroupField {
  readonly type: 'text' | 'flag' | 'networks';
  /**
   * `setting`: the user sets it, and every PUT sends it. `kept`: every PUT sends back the value that was read.
   * `listed`: only lists contain it.
   */
  readonly role: 'setting' | 'kept' | 'listed';
  /** "Not shown: whether the list items also carry" it (API document 2.3). */
  readonly mayBeUnlisted: boolean;
  /** Whether a list may contain a number that stands for the same text. */
  readonly takesNumber: boolean;
  /**
   * Whether it is part of the IMEI lock, which decides which devices get service: its parts are shown together, and a
   * change to any of them needs the lock confirmation.
   */
  readonly isOfLock: boolean;
}

const usual = { mayBeUnlisted: false, takesNumber: true, isOfLock: false } as const;
const ofTheLock = { mayBeUnlisted: true, takesNumber: false, isOfLock: true } as const;

/**
 * The Thing Group fields that are changed, recorded and compared, under their names in the API document (2.3, 4.4),
 * which are used everywhere. Settings are in form order.
 */
export const groupFields = {
  ThingsGroupName: { type: 'text', role: 'setting', ...usual },
  /** `true`: only devices whose IMEI begins with IMEIPrefix get service. */
  LockMasterImei: { type: 'flag', role: 'setting', ...ofTheLock },
  /** IMEI range (TAC); an empty string removes the stored range. As a number it may have lost leading zeros. */
  IMEIPrefix: { type: 'text', role: 'setting', ...ofTheLock },
  /** The group's current profile id, from the list. */
  TelephonyProfileId: { type: 'text', role: 'kept', ...usual },
  Networks: { type: 'networks', role: 'listed', ...usual },
} as const satisfies Readonly<Record<string, GroupField>>;

type Fields = typeof groupFields;
export type GroupFieldKey = keyof Fields;
export type GroupKeyWhere<Facts extends Partial<GroupField>> = {
  [Key in GroupFieldKey]: Fields[Key] extends Facts ? Key : never;
}[GroupFieldKey];

// oxlint-disable-next-line no-unsafe-type-assertion -- Object.keys loses the key type
export const groupFieldKeys = Object.keys(groupFields) as readonly GroupFieldKey[];

/** The fields with all of these properties. */
export function keysWhere<const Facts extends Partial<GroupField>>(facts: Facts) {
  const wanted = Object.entries(facts);
  return groupFieldKeys.filter((key): key is GroupFieldKey & GroupKeyWhere<Facts> =>
    wanted.every(([name, value]) => Reflect.get(groupFields[key], name) === value),
  );
}

/** Schemas for some fields, by field type. */
export function shapeOf<
  Key extends GroupFieldKey,
  Schemas extends { readonly [Type in GroupField['type']]?: z.ZodMiniType },
>(keys: readonly Key[], schemas: Schemas) {
  // oxlint-disable-next-line no-unsafe-type-assertion -- Object.fromEntries loses the key type
  return Object.fromEntries(keys.map((key) => [key, schemas[groupFields[key].type]])) as {
    [K in Key]: Schemas[Fields[K]['type'] & keyof Schemas];
  };
}

import type { GroupChange, GroupValues } from '#api/changes.ts';

import { settingFields } from '../groupSettings.ts';
import { messages } from '../messages.ts';

/** A piece of a value in words, and how it relates to the other side of the change. */
export interface ValuePart {
  readonly text: string;
  readonly look:
    | 'changed'
    /** The other side is not known, so it may have changed or not. */
    | 'plain'
    | 'same'
    /** The value itself is not known. */
    | 'unknown';
}

export type FieldId = 'name' | 'lock' | 'profile' | 'networks';

/** A field that a change changed, or may have changed. */
export interface ChangedField {
  readonly id: FieldId;
  readonly label: string;
  readonly before: readonly ValuePart[];
  readonly after: readonly ValuePart[];
}

type Key = keyof GroupValues;
type Side = 'before' | 'after';

const fields: readonly {
  readonly id: FieldId;
  readonly label: string;
  readonly keys: readonly Key[];
  readonly parts: (values: GroupValues, other: GroupValues, side: Side) => readonly ValuePart[];
}[] = [
  {
    id: 'name',
    label: 'Name',
    keys: ['ThingsGroupName'],
    parts: (values, other) => [
      part('ThingsGroupName', values, other, (name) => name || messages.unnamed),
    ],
  },
  { id: 'lock', label: 'IMEI lock', keys: ['LockMasterImei', 'IMEIPrefix'], parts: lockParts },
  {
    id: 'profile',
    label: 'Profile',
    keys: ['TelephonyProfileId'],
    parts: (values, other) => [part('TelephonyProfileId', values, other, (id) => id)],
  },
  { id: 'networks', label: 'Networks', keys: ['Networks'], parts: networkParts },
];

/**
 * What a change changed. A value that was sent, and that no list had shown before, may be a change and is
 * among them; a list only shows a change where it carried the field both times.
 */
export function changedFields(change: Pick<GroupChange, 'before' | 'after' | 'outcome'>) {
  const { before, after, outcome } = change;
  return outcome === 'elsewhere' ? differentFields(before, after) : compare(before, after, maySet);
}

/** Where two readings differ; a field that one of them lacks tells nothing. */
export function differentFields(before: GroupValues, after: GroupValues): readonly ChangedField[] {
  return compare(before, after, isDifferent);
}

/** The parts of a side in a row of text, for example "Locked 35208115". */
export function partsText(parts: readonly ValuePart[]): string {
  return parts.map(({ text }) => text).join(' ');
}

/** Whether both know the field, with different values. */
export function isDifferent(key: Key, before: GroupValues, after: GroupValues): boolean {
  return before[key] !== undefined && after[key] !== undefined && !isSame(key, before, after);
}

function maySet(key: Key, before: GroupValues, after: GroupValues): boolean {
  return after[key] !== undefined && !isSame(key, before, after);
}

export function isSame(key: Key, a: GroupValues, b: GroupValues): boolean {
  // Networks are a sorted list of names; all others are texts and booleans.
  return JSON.stringify(a[key]) === JSON.stringify(b[key]);
}

function compare(
  before: GroupValues,
  after: GroupValues,
  counts: typeof isDifferent,
): readonly ChangedField[] {
  return fields
    .filter(({ keys }) => keys.some((key) => counts(key, before, after)))
    .map(({ id, label, parts }) => ({
      id,
      label,
      before: parts(before, after, 'before'),
      after: parts(after, before, 'after'),
    }));
}

function part<K extends Key>(
  key: K,
  values: GroupValues,
  other: GroupValues,
  format: (value: NonNullable<GroupValues[K]>) => string,
): ValuePart {
  const value = values[key];
  if (value === undefined) return notListed;
  return { text: format(value), look: lookOf(key, values, other) };
}

function lookOf(key: Key, values: GroupValues, other: GroupValues): ValuePart['look'] {
  if (other[key] === undefined) return 'plain';
  return isSame(key, values, other) ? 'same' : 'changed';
}

const notListed: ValuePart = { text: 'not listed', look: 'unknown' };

/** For example "Unlocked", "Locked 35208115" or "Unlocked, no prefix". */
function lockParts(values: GroupValues, other: GroupValues, side: Side): readonly ValuePart[] {
  const { LockMasterImei: lock, IMEIPrefix: prefix } = values;
  if (lock === undefined && prefix === undefined) return [notListed];
  const state =
    lock === undefined
      ? { ...notListed, text: 'lock not listed,' }
      : part('LockMasterImei', values, other, settingFields.lock.format);
  if (prefix === undefined) return [withComma(state), { ...notListed, text: 'prefix not listed' }];
  if (prefix !== '') return [state, part('IMEIPrefix', values, other, (digits) => digits)];
  // An unlocked group without a prefix is the usual one: only the loss of a prefix is worth saying.
  const lostPrefix = side === 'after' && (other.IMEIPrefix ?? '') !== '';
  if (lock === false && !lostPrefix) return [state];
  return [withComma(state), part('IMEIPrefix', values, other, () => messages.noPrefix)];
}

function withComma({ text, look }: ValuePart): ValuePart {
  return { text: text.endsWith(',') ? text : `${text},`, look };
}

/** The networks that are on this side alone, then how many both have. */
function networkParts(values: GroupValues, other: GroupValues): readonly ValuePart[] {
  const names = values.Networks;
  if (!names) return [notListed];
  if (names.length === 0) return [{ text: 'none', look: lookOf('Networks', values, other) }];
  if (!other.Networks) return [{ text: names.join(', '), look: 'plain' }];
  const others = new Set(other.Networks);
  const own = names.filter((name) => !others.has(name));
  const shared = names.length - own.length;
  return [
    ...(own.length > 0 ? [{ text: own.join(', '), look: 'changed' } as const] : []),
    ...(shared > 0
      ? [
          {
            text: own.length > 0 ? `and ${shared} as before` : `${shared} networks`,
            look: 'same',
          } as const,
        ]
      : []),
  ];
}

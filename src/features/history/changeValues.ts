import {
  diffGroup,
  type GroupFieldKey,
  groupFieldKeys,
  type GroupValues,
  isFlag,
} from '#api/groupFields.ts';
import { fieldWords, nameOf } from '#api/groupWords.ts';
import type { GroupChange } from '#api/history.ts';
import { counted } from '#lib/counted.ts';

/** Part of a value in words, and how it relates to the other side of the change. */
export interface ValuePart {
  readonly text: string;
  readonly look:
    | 'changed'
    /** The other side is not known, so this part may or may not have changed. */
    | 'plain'
    | 'same'
    /** The value itself is not known. */
    | 'unknown';
  /** Locks only: whether the icon is drawn closed. */
  readonly isLocked?: boolean;
}

/** A field that a change affected, or may have affected. */
export interface ChangedField {
  readonly key: GroupFieldKey;
  readonly label: string;
  readonly before: readonly ValuePart[];
  readonly after: readonly ValuePart[];
}

type Side = 'before' | 'after';

interface Line {
  /** The fields shown on the line, which is named after the first. */
  readonly keys: readonly [GroupFieldKey, ...GroupFieldKey[]];
  readonly parts: (values: GroupValues, other: GroupValues, side: Side) => readonly ValuePart[];
}

/** Fields that are shown together or need a format of their own. Every other field is a line with its value. */
const ownLines: readonly Line[] = [
  { keys: ['LockMasterImei', 'IMEIPrefix'], parts: lockParts },
  { keys: ['Networks'], parts: networkParts },
];

const lines = groupFieldKeys.flatMap((key): readonly Line[] => {
  const own = ownLines.find(({ keys }) => keys.includes(key));
  if (own) return own.keys[0] === key ? [own] : [];
  return [{ keys: [key], parts: (values, other) => [part(key, values, other)] }];
});

/**
 * The fields that a change affected. They include a sent value that no list had shown before, because it may be a
 * change. For a change that was found by comparing two lists, only fields in both lists count.
 */
export function changedFields({
  before,
  after,
  outcome,
}: Pick<GroupChange, 'before' | 'after' | 'outcome'>): readonly ChangedField[] {
  if (outcome === 'elsewhere') return differentFields(before, after);
  const { different, unknown } = diffGroup(before, after, groupFieldKeys);
  return linesOf(before, after, [
    ...different,
    ...unknown.filter((key) => after[key] !== undefined),
  ]);
}

/** The fields in which two snapshots of a group differ. A field that one of them lacks is left out. */
export function differentFields(before: GroupValues, after: GroupValues): readonly ChangedField[] {
  return linesOf(before, after, diffGroup(before, after, groupFieldKeys).different);
}

/** The name of a field, to precede its value; undefined if the value's words already imply it, as with a known flag. */
export function nameBeside(
  { key, label }: ChangedField,
  parts: readonly ValuePart[],
): string | undefined {
  const saysItself = isFlag(key) && parts.some(({ look }) => look !== 'unknown');
  return saysItself ? undefined : label;
}

/** The new values of fields as one line of text, such as "Name Lorries · Locked 35208115". */
export function afterText(fields: readonly ChangedField[]): string {
  return fields
    .map((field) => [nameBeside(field, field.after), ...field.after.map(({ text }) => text)])
    .map((texts) => texts.filter(Boolean).join(' '))
    .join(' · ');
}

function linesOf(
  before: GroupValues,
  after: GroupValues,
  changed: readonly GroupFieldKey[],
): readonly ChangedField[] {
  return lines
    .filter(({ keys }) => keys.some((key) => changed.includes(key)))
    .map(({ keys: [key], parts }) => ({
      key,
      label: nameOf(key),
      before: parts(before, after, 'before'),
      after: parts(after, before, 'after'),
    }));
}

function part(key: GroupFieldKey, values: GroupValues, other: GroupValues): ValuePart {
  if (values[key] === undefined) return notListed;
  return { text: fieldWords(key, values), look: lookOf(key, values, other) };
}

function lookOf(key: GroupFieldKey, values: GroupValues, other: GroupValues): ValuePart['look'] {
  const { same, different } = diffGroup(values, other, [key]);
  if (different.length > 0) return 'changed';
  return same.length > 0 ? 'same' : 'plain';
}

const notListed: ValuePart = { text: 'not listed', look: 'unknown' };

/** For example "Unlocked", "Locked 35208115" or "Unlocked, no prefix". */
function lockParts(values: GroupValues, other: GroupValues, side: Side): readonly ValuePart[] {
  const { LockMasterImei: lock, IMEIPrefix: prefix } = values;
  if (lock === undefined && prefix === undefined) return [notListed];
  const state =
    lock === undefined
      ? { ...notListed, text: 'lock not listed,' }
      : { ...part('LockMasterImei', values, other), isLocked: lock };
  if (prefix === undefined) return [withComma(state), { ...notListed, text: 'prefix not listed' }];
  const shownPrefix = part('IMEIPrefix', values, other);
  if (prefix !== '') return [state, shownPrefix];
  // Most groups are unlocked and have no prefix, so its absence is mentioned only if it was removed.
  const lostPrefix = side === 'after' && (other.IMEIPrefix ?? '') !== '';
  if (lock === false && !lostPrefix) return [state];
  return [withComma(state), shownPrefix];
}

function withComma(shown: ValuePart): ValuePart {
  return { ...shown, text: shown.text.endsWith(',') ? shown.text : `${shown.text},` };
}

/** The networks on this side only, then the number of networks on both sides. */
function networkParts(values: GroupValues, other: GroupValues): readonly ValuePart[] {
  const names = values.Networks;
  if (!names) return [notListed];
  if (names.length === 0) return [{ text: 'none', look: lookOf('Networks', values, other) }];
  if (!other.Networks) return [{ text: names.join(', '), look: 'plain' }];
  const others = new Set(other.Networks);
  const own = names.filter((name) => !others.has(name));
  const shared = names.length - own.length;
  const parts: ValuePart[] = [];
  if (own.length > 0) parts.push({ text: own.join(', '), look: 'changed' });
  const words = own.length > 0 ? `and ${shared} as before` : counted(shared, 'network');
  if (shared > 0) parts.push({ text: words, look: 'same' });
  return parts;
}

import type { GroupValues } from '#contract/changes.ts';
import { isObject } from '#lib/isObject.ts';
import { listTexts } from '#lib/listTexts.ts';

import type { ListedValues } from '../store/storedValues.ts';

/** The fields of a PUT (API document 4.4). */
export const updateFields = [
  'ThingsGroupName',
  'TelephonyProfileId',
  'IMEIPrefix',
  'LockMasterImei',
] as const satisfies readonly (keyof GroupValues)[];

/** The fields of a group that are recorded and compared. */
export const comparedFields = [...updateFields, 'Networks'] as const;

export interface ListedGroup {
  readonly groupId: string;
  readonly values: ListedValues;
}

const maxGroups = 2_000;
/** Longer texts of a group are neither sent nor compared. */
export const maxTextLength = 2_000;
const maxNetworks = 200;

/**
 * The groups in an answer to `GET /thingsgroup/listWithMeasures`, whatever it holds. A field that cannot be read
 * counts as one that the list does not carry, and a group that is listed twice is left out.
 */
export function readGroupList(text: string): readonly ListedGroup[] {
  const items = parse(text);
  if (!Array.isArray(items)) return [];
  const groups = new Map<string, ListedGroup | undefined>();
  for (const item of items.slice(0, maxGroups)) {
    if (!isObject(item)) continue;
    const id = textOf(item['ThingsGroupId']);
    const groupId = typeof id === 'string' && isId(id) ? id : undefined;
    if (groupId === undefined) continue;
    const group = { groupId, values: readListed(item) };
    groups.set(groupId, groups.has(groupId) ? undefined : group);
  }
  return [...groups.values()].filter((group) => group !== undefined);
}

function readListed(item: Readonly<Record<string, unknown>>): ListedValues {
  const modified = item['DateModified'];
  return {
    ...textField(item, 'ThingsGroupName', true),
    ...textField(item, 'TelephonyProfileId', true),
    // As a number it may have lost leading zeros.
    ...textField(item, 'IMEIPrefix'),
    ...lockField(item),
    ...networksField(item['Networks']),
    ...(typeof modified === 'number' && { DateModified: modified }),
  };
}

/** Services mix `"7"` and 7, and the console reads both as text. */
function textOf(value: unknown): unknown {
  return Number.isSafeInteger(value) ? String(value) : value;
}

/** @param takesNumber whether an integer counts as text */
function textField<Name extends string>(
  fields: Readonly<Record<string, unknown>>,
  name: Name,
  takesNumber = false,
): { readonly [Key in Name]?: string } {
  const value = fields[name];
  const text = takesNumber ? textOf(value) : value;
  return isText(text) ? named(name, text) : {};
}

function named<Name extends string>(name: Name, text: string): { readonly [Key in Name]?: string } {
  const field: { [Key in Name]?: string } = {};
  field[name] = text;
  return field;
}

function lockField({ LockMasterImei }: Readonly<Record<string, unknown>>) {
  return typeof LockMasterImei === 'boolean' ? { LockMasterImei } : {};
}

/** Names, as the console shows them: a network without one as it came, since its id would look like a name. */
function networksField(value: unknown): { readonly Networks?: readonly string[] } {
  if (!Array.isArray(value) || value.length > maxNetworks) return {};
  const names = listTexts(value, 'NetworkName');
  return names.every(isText) ? { Networks: names.toSorted() } : {};
}

/** What is longer is not worth its room, and cut it would be another value. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxTextLength;
}

function isId(text: string): boolean {
  return text !== '' && text.length <= 128 && text.isWellFormed() && !/\p{Cc}/u.test(text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { type GroupFieldKey, groupFieldKeys, groupFields } from '#contract/groupFields.ts';
import { diffGroup, groupValues, pickFields } from '#contract/groupValues.ts';
import { isObject } from '#lib/isObject.ts';
import { listTexts } from '#lib/listTexts.ts';

import type { ListedValues } from '../db/storedValues.ts';

export interface ListedGroup {
  readonly groupId: string;
  readonly values: ListedValues;
}

/** Stored like a group after a list's last group: its times are those of the newest list that is stored completely. */
export const listEnd: ListedGroup = { groupId: '', values: {} };

/** Of one list; the others do not count. */
export const maxListedGroups = 2_000;
/** Longer text in a group is neither sent nor compared. */
export const maxTextLength = 2_000;
const maxNetworks = 200;

/**
 * The groups in a response to `GET /thingsgroup/listWithMeasures`, whatever it contains. An unreadable field
 * counts as missing, and so does one in which a group's two records differ.
 *
 * @param items the response's body, parsed
 */
export function readGroupList(items: unknown): readonly ListedGroup[] {
  if (!Array.isArray(items)) return [];
  const groups = new Map<string, ListedGroup>();
  for (const item of items) {
    if (groups.size === maxListedGroups) break;
    if (!isObject(item)) continue;
    const groupId = textOf(item['ThingsGroupId']);
    if (typeof groupId !== 'string' || !isId(groupId)) continue;
    const values = readListed(item);
    const other = groups.get(groupId)?.values;
    const agreed = other && pickFields(values, diffGroup(values, other, groupFieldKeys).same);
    groups.set(groupId, { groupId, values: agreed ?? values });
  }
  return [...groups.values()];
}

function readListed(item: Readonly<Record<string, unknown>>): ListedValues {
  const entries = groupFieldKeys.map((key) => [key, readField(key, item[key])]);
  const { success, data } = groupValues.safeParse(Object.fromEntries(entries));
  const modified = item['DateModified'];
  return {
    ...(success && pickFields(data, groupFieldKeys)),
    ...(typeof modified === 'number' && { DateModified: modified }),
  };
}

/** A value in the form used for comparison; undefined if it cannot be read. */
function readField(key: GroupFieldKey, value: unknown): unknown {
  const { type, takesNumber } = groupFields[key];
  if (type === 'networks') return namesOf(value);
  if (type === 'flag') return typeof value === 'boolean' ? value : undefined;
  const text = takesNumber ? textOf(value) : value;
  return isText(text) ? text : undefined;
}

/** Services mix `"7"` and 7; the console reads both as text. */
function textOf(value: unknown): unknown {
  return Number.isSafeInteger(value) ? String(value) : value;
}

/**
 * Names, as shown in the console. A network without a name is kept unchanged, because its id would look like a name.
 */
function namesOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > maxNetworks) return undefined;
  const names = listTexts(value, 'NetworkName');
  return names.every(isText) ? names.toSorted() : undefined;
}

/** Longer text is not worth storing, and truncating it would change the value. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxTextLength;
}

function isId(text: string): boolean {
  return text !== '' && text.length <= 128 && text.isWellFormed() && !/\p{Cc}/u.test(text);
}

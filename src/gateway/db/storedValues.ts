import * as z from 'zod/mini';

import { groupValues, type GroupValues } from '#contract/groupValues.ts';

/** A group's values in a list; the time of its last change is only for the audit log. */
const listedValues = z.extend(groupValues, { DateModified: z.optional(z.number()) });
export type ListedValues = z.infer<typeof listedValues>;

/** Parses values that this program wrote as JSON; returns none if they cannot be read. */
export function readValues(json: string | null | undefined): ListedValues {
  const parsed = listedValues.safeParse(JSON.parse(json ?? '{}'));
  return parsed.success ? parsed.data : {};
}

/** Omits values that are only for the audit log. */
export function writeValues(values: ListedValues): string {
  return JSON.stringify(groupValues.parse(values));
}

/** Text as stored in the search columns; lowercased here because neither engine can do so for all letters. */
export function searchText(text: string): string {
  return storable(text).toLowerCase();
}

/** A group's names before and after a change, one per line. */
export function searchName(before: GroupValues, after: GroupValues): string {
  const names = [before.ThingsGroupName, after.ThingsGroupName];
  const lines = names.filter((name) => name !== undefined).map(searchText);
  return [...new Set(lines)].join('\n');
}

/** PostgreSQL does not accept NUL, and a control character would move a terminal's cursor. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
}

/** Value lists in statements have lengths that are multiples of this, to keep the number of prepared statements low. */
const listStep = 50;

/**
 * Pads a list to the next such length by repeating its first value, or with empty strings: PostgreSQL does not accept
 * an empty list.
 */
export function padded(texts: readonly string[]): string[] {
  const length = Math.max(1, Math.ceil(texts.length / listStep)) * listStep;
  return Array.from({ length }, (_, at) => texts[at] ?? texts[0] ?? '');
}

import * as z from 'zod/mini';

import { groupValues, type GroupValues } from '#contract/groupValues.ts';

/** What a list carries of a group; the time of its last change is for the audit log alone. */
const listedValues = z.extend(groupValues, { DateModified: z.optional(z.number()) });
export type ListedValues = z.infer<typeof listedValues>;

/** Values that this program has written as JSON; none where they cannot be read. */
export function readValues(json: string | null | undefined): ListedValues {
  const parsed = listedValues.safeParse(JSON.parse(json ?? '{}'));
  return parsed.success ? parsed.data : {};
}

/** Without what is for the audit log alone. */
export function writeValues(values: ListedValues): string {
  return JSON.stringify(groupValues.parse(values));
}

/** A text as the columns for the search have it: neither engine knows the two cases of all letters. */
export function searchText(text: string): string {
  return storable(text).toLowerCase();
}

/** The names of a group before and after a change, a line each. */
export function searchName(before: GroupValues, after: GroupValues): string {
  const names = [before.ThingsGroupName, after.ThingsGroupName];
  const lines = names.filter((name) => name !== undefined).map(searchText);
  return [...new Set(lines)].join('\n');
}

/** PostgreSQL takes no NUL, and a control character would move the cursor of a terminal. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
}

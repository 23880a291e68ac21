import type { ApiError } from '#api/errors.ts';

import type { GroupFormValues } from '../editor/groupForm.ts';

type NamedField = Exclude<keyof GroupFormValues, 'removePrefix'>;

/** How a service's message names a field, in the order of the form: by its key, or in words. */
const names: readonly (readonly [NamedField, RegExp])[] = [
  ['name', /ThingsGroupName|\bgroup[ -]name\b/i],
  ['lock', /LockMasterImei|\bIMEI[ -]lock\b/i],
  ['prefix', /IMEIPrefix|\bIMEI[ -](?:prefix|range)\b|\bTAC\b/i],
];

/** The fields that a refusal is about (API document 7: the message of a 422 names the constraint). */
export function namedFields({ kind, serviceMessage }: ApiError): readonly NamedField[] {
  if (kind !== 'invalid' || serviceMessage === undefined) return [];
  return names.filter(([, name]) => name.test(serviceMessage)).map(([field]) => field);
}

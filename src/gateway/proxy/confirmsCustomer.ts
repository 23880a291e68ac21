import { isObject } from '#lib/isObject.ts';

import { isReadableList, parseList } from './readableList.ts';

/**
 * Whether a list confirms the customer id that it was requested with (C5). Users may type any id, and the API document
 * does not say what a service does with a wrong one, so only a list with a record of this customer confirms it, or one
 * whose records name no customer. An empty list does not: a stranger may get an empty list too. Nor does a list that
 * names only other customers: the service may then be going by the token alone.
 *
 * @param json body of a 2xx response, whatever it contains
 * @param given.confirmsBy the field that each record has
 */
export function confirmsCustomer(
  json: Uint8Array,
  { customerId, confirmsBy }: { readonly customerId: string; readonly confirmsBy: string },
): boolean {
  const records = isReadableList(json) ? parseList(json) : undefined;
  if (!Array.isArray(records)) return false;
  const owners = records
    .filter((record: unknown) => isObject(record) && isId(record[confirmsBy]))
    .map(ownerOf);
  const named = owners.filter((owner) => owner !== undefined);
  return named.length > 0 ? named.includes(customerId) : owners.length > 0;
}

function ownerOf(record: unknown): string | undefined {
  const owner = isObject(record) ? record['CustomerId'] : undefined;
  return isId(owner) ? String(owner) : undefined;
}

/** Services mix `"7"` and 7. */
function isId(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

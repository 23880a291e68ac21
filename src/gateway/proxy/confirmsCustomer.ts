import { isObject } from '#lib/isObject.ts';

import { isReadableList, parseList } from './readableList.ts';

/**
 * Whether the answer to a list confirms the customer id that was sent with it (C5). A person may type any id, and
 * the API document does not say what a service does with a wrong one, so only a list that shows something of this
 * customer confirms it. An empty list does not: it may be all that a stranger gets. Nor does a list whose records
 * all name another customer: such a service may go by the token alone.
 *
 * @param json of an answer with a 2xx, whatever it contains
 * @param given.confirmsBy the field that each record has
 */
export function confirmsCustomer(
  json: Uint8Array,
  { customerId, confirmsBy }: { readonly customerId: string; readonly confirmsBy: string },
): boolean {
  const records = isReadableList(json) ? parseList(json) : undefined;
  if (!Array.isArray(records)) return false;
  return records.some((record: unknown) => {
    if (!isObject(record) || !isId(record[confirmsBy])) return false;
    const { CustomerId: owner } = record;
    return !isId(owner) || String(owner) === customerId;
  });
}

/** Services mix `"7"` and 7. */
function isId(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

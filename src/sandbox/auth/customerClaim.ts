/**
 * The claim that carries the customer id: a plain name, a dotted path for a nested one
 * (`account.customer_id`), an address for a namespaced one, or `none`.
 */
export function customerClaim(path: string, customerId: string): Readonly<Record<string, unknown>> {
  if (path === 'none') return {};
  const names = path.includes('/') ? [path] : path.split('.');
  return names.reduceRight<Record<string, unknown>>(
    (inner, name, depth) => ({ [name]: depth === names.length - 1 ? customerId : inner }),
    {},
  );
}

/** Claims reserved for the token itself. */
const reserved: ReadonlySet<string> = new Set([
  'aud', 'exp', 'iat', 'iss', 'jti', 'nbf', 'scope', 'sub', 'use',
]); // prettier-ignore

/** Whether a customer id at this path would replace a claim that the token needs. */
export function isReservedClaim(path: string): boolean {
  const [first = ''] = namesOf(path);
  return reserved.has(first);
}

/**
 * The claim that holds the customer id: a plain name, a dotted path for a nested claim (`account.customer_id`), a
 * URL for a namespaced claim, or `none`.
 */
export function customerClaim(path: string, customerId: string): Readonly<Record<string, unknown>> {
  if (path === 'none') return {};
  const names = namesOf(path);
  return names.reduceRight<Record<string, unknown>>(
    (inner, name, depth) => ({ [name]: depth === names.length - 1 ? customerId : inner }),
    {},
  );
}

function namesOf(path: string): readonly string[] {
  return path.includes('/') ? [path] : path.split('.');
}

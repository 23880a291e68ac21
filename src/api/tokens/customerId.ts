import { customerIdPattern } from '#contract/session.ts';
import type { TokenPair } from '#contract/tokenPair.ts';
import { isObject } from '#lib/isObject.ts';

import { readJwtClaims } from './jwt.ts';

/** The customer id settings in the configuration. */
export interface CustomerIdSource {
  readonly customerId: string | null;
  readonly claimPath: readonly string[] | null;
}

const answerFields = ['customer_id', 'customerId', 'CustomerId'];
const claimNames = [...answerFields, 'cid'];

/**
 * Finds the customer id for the `apikey` header. The API document (5, rule 4) says that it is obtained at login, but
 * not where, so this tries the configuration, a field of the sign-in response and a claim of the access token. If all
 * fail it returns null, and the user is asked.
 *
 * @param configured.claimPath path of the claim; without it, the usual names are tried, including nested ones and
 *   those with a namespace (`https://example.com/customer_id`)
 */
export function findCustomerId(pair: TokenPair, configured: CustomerIdSource): string | null {
  if (configured.customerId !== null) return configured.customerId;
  for (const field of answerFields) {
    const id = asId(pair[field]);
    if (id !== null) return id;
  }
  const claims = readJwtClaims(pair.access_token);
  if (!claims) return null;
  return configured.claimPath ? asId(follow(claims, configured.claimPath)) : search(claims);
}

/** A key may itself contain dots, such as a namespace, so several steps together are also tried as one key. */
function follow(value: unknown, steps: readonly string[]): unknown {
  if (steps.length === 0) return value;
  if (!isObject(value)) return undefined;
  for (let taken = 1; taken <= steps.length; taken++) {
    const key = steps.slice(0, taken).join('.');
    if (!Object.hasOwn(value, key)) continue;
    const found = follow(value[key], steps.slice(taken));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Searches level by level, and within a level in the order of the names. */
function search(claims: Readonly<Record<string, unknown>>): string | null {
  let level = [claims];
  for (let depth = 0; depth < 4 && level.length > 0; depth++) {
    for (const name of claimNames) {
      for (const record of level) {
        for (const [key, value] of Object.entries(record)) {
          const id = key === name || isNamespaced(key, name) ? asId(value) : null;
          if (id !== null) return id;
        }
      }
    }
    level = level.flatMap((record) => Object.values(record).filter(isObject));
  }
  return null;
}

function isNamespaced(key: string, name: string): boolean {
  return (
    key.length > name.length && /[/:.]$/.test(key.slice(0, -name.length)) && key.endsWith(name)
  );
}

/** Other characters are rejected, because the id is sent in a header. */
function asId(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && customerIdPattern.test(text) ? text : null;
}

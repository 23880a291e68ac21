import { customerIdPattern } from '#contract/session.ts';
import type { TokenPair } from '#contract/tokenPair.ts';

import { readJwtClaims } from './jwt.ts';

/** What the configuration says of the customer id. */
export interface CustomerIdSource {
  readonly customerId: string | null;
  readonly claimPath: readonly string[] | null;
}

const answerFields = ['customer_id', 'customerId', 'CustomerId'];
const claimNames = [...answerFields, 'cid'];

/**
 * The customer id that the `apikey` header needs. The API document (5, rule 4) says that it is
 * obtained at login, and does not show where; so: the configuration, else a field of the sign-in
 * answer, else a claim of the access token, else null, and the person is asked.
 *
 * @param configured.claimPath steps to the claim; without it the usual names are tried, also nested or with a
 *   namespace before them (`https://example.com/customer_id`)
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

/** The steps may be keys that hold dots themselves, such as a namespace: longer keys are tried too. */
function follow(value: unknown, steps: readonly string[]): unknown {
  if (steps.length === 0) return value;
  const record = asRecord(value);
  if (!record) return undefined;
  for (let taken = 1; taken <= steps.length; taken++) {
    const key = steps.slice(0, taken).join('.');
    if (!Object.hasOwn(record, key)) continue;
    const found = follow(record[key], steps.slice(taken));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names in their order, each at the top before any level below it. */
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
    level = level
      .flatMap((record) => Object.values(record).map(asRecord))
      .filter((record) => record !== undefined);
  }
  return null;
}

function isNamespaced(key: string, name: string): boolean {
  return (
    key.length > name.length && /[/:.]$/.test(key.slice(0, -name.length)) && key.endsWith(name)
  );
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? { ...value } : undefined;
}

/** An id goes into a header, so that anything outside its alphabet is no id. */
function asId(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && isCustomerId(text) ? text : null;
}

/** Whether a text can be a customer id at all. */
export function isCustomerId(text: string): boolean {
  return customerIdPattern.test(text);
}

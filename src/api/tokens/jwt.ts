import { isObject } from '#lib/isObject.ts';

/**
 * The payload of a JWT. The signature is not checked: only the service can do that.
 *
 * @returns undefined for anything other than a JWT with a JSON object as payload
 */
export function readJwtClaims(token: string): Readonly<Record<string, unknown>> | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** API document 8.6. */
const documentedLifetimeMs = 4 * 60 * 60_000;
/** The largest possible `exp` would lead to times that a database column cannot hold. */
const maxLifetimeMs = 365 * 24 * 60 * 60_000;

/**
 * The lifetime of an access token, in milliseconds: `exp` minus `iat`, which does not depend on the clocks
 * of either side, but at most a year; or the documented 4 hours.
 */
export function accessLifetimeMs(accessToken: string): number {
  const { exp, iat } = readJwtClaims(accessToken) ?? {};
  if (typeof exp !== 'number' || typeof iat !== 'number') return documentedLifetimeMs;
  const ms = (exp - iat) * 1000;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, maxLifetimeMs) : documentedLifetimeMs;
}

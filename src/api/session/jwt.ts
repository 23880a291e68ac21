/** The payload of a JWT, read without checking its signature: the service alone can do that. */
export type JwtClaims = Readonly<Record<string, unknown>>;

/** @returns undefined for anything that is no JWT with a JSON object inside */
export function readJwtClaims(token: string): JwtClaims | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const isObject = typeof claims === 'object' && claims !== null && !Array.isArray(claims);
    return isObject ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
}

/** API document 8.6. */
const documentedLifetimeMs = 4 * 60 * 60_000;

/**
 * How long an access token lives, in milliseconds: `exp` less `iat`, so that the clocks of both
 * sides do not matter, else the documented 4 hours.
 */
export function accessLifetimeMs(accessToken: string): number {
  const { exp, iat } = readJwtClaims(accessToken) ?? {};
  if (typeof exp !== 'number' || typeof iat !== 'number') return documentedLifetimeMs;
  const ms = (exp - iat) * 1000;
  return Number.isFinite(ms) && ms > 0 ? ms : documentedLifetimeMs;
}

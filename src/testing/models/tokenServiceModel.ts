import type { TokenPair } from '#contract/tokenPair.ts';
import type { Clock } from '#lib/clock.ts';

const hour = 3_600_000;
/** API document 8.6. */
const accessLifetimeMs = 4 * hour;
const refreshLifetimeMs = 24 * hour;
/** API document 8.3. */
const limit = { requests: 5, windowMs: 60_000 };

interface Issued {
  readonly at: number;
  spent: boolean;
  accessOver: boolean;
  revoked: boolean;
}

/**
 * A minimal model of the service's tokens (API document 5 and 8.3).
 *
 * @param refreshEndsAccessToken both values are possible interpretations of API document 5, rule 1
 */
export function createTokenServiceModel(clock: Clock, refreshEndsAccessToken: boolean) {
  const pairs = new Map<string, Issued>();
  let window = { ends: 0, used: 0 };

  const numberOf = (token: string) => token.slice(1);

  function issue(): TokenPair {
    const number = String(pairs.size);
    pairs.set(number, { at: clock.now(), spent: false, accessOver: false, revoked: false });
    return { token_type: 'Bearer', access_token: `a${number}`, refresh_token: `r${number}` };
  }

  function renewable(token: string): Issued | undefined {
    const pair = pairs.get(numberOf(token));
    if (!pair || pair.spent || pair.revoked) return undefined;
    return clock.now() - pair.at < refreshLifetimeMs ? pair : undefined;
  }

  return {
    issue,
    /** The response to `POST /v1/auth/refresh` when the request arrives. */
    refresh(token: string) {
      const now = clock.now();
      if (now >= window.ends) window = { ends: now + limit.windowMs, used: 0 };
      window.used += 1;
      if (window.used > limit.requests) {
        const seconds = Math.ceil((window.ends - now) / 1000);
        return new Response(null, { status: 429, headers: { 'retry-after': String(seconds) } });
      }
      const pair = renewable(token);
      if (!pair) return new Response(null, { status: 401 });
      pair.spent = true;
      if (refreshEndsAccessToken) pair.accessOver = true;
      return Response.json(issue());
    },
    /** Whether the service accepts this access token now. */
    accepts(token: string) {
      const pair = pairs.get(numberOf(token));
      return pair !== undefined && !pair.accessOver && clock.now() - pair.at < accessLifetimeMs;
    },
    /** Whether a refresh with this token would succeed now, apart from rate limits. */
    renews: (token: string) => renewable(token) !== undefined,
    revoke(what: 'access' | 'all') {
      for (const pair of pairs.values()) {
        pair.accessOver = true;
        if (what === 'all') pair.revoked = true;
      }
    },
  };
}

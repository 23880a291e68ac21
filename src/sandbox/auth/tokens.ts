import { sign, verify } from 'hono/jwt';

import type { TokenPair } from '#contract/tokenPair.ts';

import { customerClaim } from '../customerClaim.ts';
import type { SandboxOptions } from '../options.ts';
import { ServiceError } from '../responses.ts';
import type { Random } from '../world/random.ts';
import type { SandboxUser } from './users.ts';

const issuer = 'sim-api-sandbox';
/** Token lifetimes (API document 8.6). */
const accessTokenSeconds = 4 * 3600;
const refreshTokenSeconds = 24 * 3600;

export type Tokens = ReturnType<typeof createTokens>;

/**
 * Issues and checks tokens (API document 5): signed JWTs whose state is tracked.
 *
 * @param random source of the signing key and the token ids
 */
export function createTokens(
  random: Random,
  service: () => { readonly options: SandboxOptions; readonly users: readonly SandboxUser[] },
) {
  const secret = random.hex(64);
  /**
   * When each valid access token expires, in seconds like all times in a JWT. The key is the whole token, because after
   * a reset or restart, the same ids are given to other users.
   */
  const accessible = new Map<string, number>();
  /** Unused refresh tokens, with the access token that each replaces. */
  const refreshable = new Map<string, { readonly access: string; readonly until: number }>();

  const now = () => Math.floor(service().options.clock.now() / 1000);

  async function issue(user: SandboxUser): Promise<TokenPair> {
    const { options } = service();
    const iat = now();
    const common = { iss: issuer, sub: user.id, iat };
    const accessUntil = iat + accessTokenSeconds;
    const refreshUntil = iat + refreshTokenSeconds;
    const [access, refresh] = await Promise.all([
      sign(
        {
          ...customerClaim(options.customerIdClaim, user.customerId),
          ...common,
          jti: random.hex(24),
          use: 'access',
          scope: user.scopes.join(' '),
          exp: accessUntil,
        },
        secret,
      ),
      sign({ ...common, jti: random.hex(24), use: 'refresh', exp: refreshUntil }, secret),
    ]);
    forgetExpired(iat);
    accessible.set(access, accessUntil);
    refreshable.set(refresh, { access, until: refreshUntil });
    const pair = { token_type: 'Bearer' as const, access_token: access, refresh_token: refresh };
    const { customerIdInAnswer } = options;
    if (customerIdInAnswer === false) return pair;
    const field = customerIdInAnswer === true ? 'customer_id' : customerIdInAnswer;
    return { ...pair, [field]: user.customerId };
  }

  /** Drops expired tokens, so that a sandbox can run for weeks; a token's own claim still shows that it has expired. */
  function forgetExpired(time: number) {
    for (const [token, until] of accessible) if (until <= time) accessible.delete(token);
    for (const [token, { until }] of refreshable) if (until <= time) refreshable.delete(token);
  }

  /** The subject of an unexpired token that was signed with this sandbox's key. */
  async function subjectOf(token: string, use: 'access' | 'refresh') {
    // The library would check the times against its own clock, but ours is injected.
    const claims = await verify(token, secret, {
      alg: 'HS256',
      iss: issuer,
      exp: false,
      nbf: false,
      iat: false,
    }).catch(() => undefined);
    if (!claims || claims['use'] !== use) {
      throw new ServiceError(401, `The ${use} token is not valid`);
    }
    if (typeof claims.exp !== 'number' || claims.exp <= now()) {
      throw new ServiceError(401, `The ${use} token has expired`);
    }
    return claims.sub;
  }

  function findUser(subject: unknown, use: 'access' | 'refresh'): SandboxUser {
    const user = service().users.find(({ id }) => id === subject);
    if (!user) throw new ServiceError(401, `The ${use} token is not valid`);
    return user;
  }

  return {
    /** Creates a new pair for a user. */
    issue,
    /** Exchanges a refresh token. Throws 401 if it is expired, used, revoked or unknown, 403 if the user is suspended. */
    async refresh(token: string) {
      const subject = await subjectOf(token, 'refresh');
      const unused = refreshable.get(token);
      if (!unused) throw new ServiceError(401, 'The refresh token was already used or revoked');
      const user = findUser(subject, 'refresh');
      if (user.suspended) throw new ServiceError(403, 'The account is suspended');
      refreshable.delete(token);
      if (service().options.refreshEndsAccessToken) accessible.delete(unused.access);
      return issue(user);
    },
    /** The user of an access token. Throws 401 if the token is expired, replaced, revoked or unknown. */
    async userOf(token: string) {
      const subject = await subjectOf(token, 'access');
      // Replaced by a refresh, revoked, or issued before a reset, which keeps the signing key.
      if (!accessible.has(token)) throw new ServiceError(401, 'The access token was invalidated');
      return findUser(subject, 'access');
    },
    /** Invalidates every token issued so far, as the service's operator could. */
    revokeAll() {
      accessible.clear();
      refreshable.clear();
    },
  };
}

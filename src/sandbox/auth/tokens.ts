import { sign, verify } from 'hono/jwt';

import type { TokenPair } from '#contract/tokenPair.ts';

import type { SandboxOptions } from '../options.ts';
import { ServiceError } from '../responses.ts';
import type { Random } from '../world/random.ts';
import { customerClaim } from './customerClaim.ts';
import type { SandboxUser } from './users.ts';

const issuer = 'sim-api-sandbox';

/** The service's token desk (API document 5): signed JWTs, and the memory of what was spent or revoked. */
export interface Tokens {
  /** A new pair for a user. */
  issue(user: SandboxUser): Promise<TokenPair>;
  /** Spends a refresh token. Throws 401 when it is expired, spent, revoked or none of ours, 403 for a suspended user. */
  refresh(token: string): Promise<TokenPair>;
  /** The user of an access token. Throws 401 when it is expired, revoked or none of ours. */
  userOf(accessToken: string): Promise<SandboxUser>;
  /** Makes every token issued so far invalid, as an operator of the service could. */
  revokeAll(): void;
}

export function createTokens(given: {
  options(): SandboxOptions;
  random: Random;
  users(): readonly SandboxUser[];
}): Tokens {
  const { options, random } = given;
  const secret = random.hex(64);
  /** Ids of access tokens that are good until then, in seconds. */
  const accessible = new Map<string, number>();
  /** Ids of unspent refresh tokens, with the id of the access token that each replaces. */
  const refreshable = new Map<string, { readonly accessId: string; readonly until: number }>();
  /** Ids of access tokens that a refresh has ended. */
  const ended = new Map<string, number>();
  /** Tokens whose number is not above this one are void. */
  let issued = 0;
  let voidUpTo = 0;

  const seconds = () => Math.floor(options().clock.now() / 1000);

  async function issue(user: SandboxUser): Promise<TokenPair> {
    const { accessTokenSeconds, refreshTokenSeconds, customerIdClaim, customerIdInAnswer } =
      options();
    const answerField =
      typeof customerIdInAnswer === 'string'
        ? customerIdInAnswer
        : customerIdInAnswer
          ? 'customer_id'
          : '';
    const iat = seconds();
    const seq = ++issued;
    const accessId = random.hex(24);
    const refreshId = random.hex(24);
    forgetExpired(iat);
    accessible.set(accessId, iat + accessTokenSeconds);
    refreshable.set(refreshId, { accessId, until: iat + refreshTokenSeconds });
    const common = { iss: issuer, sub: user.id, iat, seq };
    const accessToken = await sign(
      {
        ...common,
        jti: accessId,
        use: 'access',
        scope: user.scopes.join(' '),
        exp: iat + accessTokenSeconds,
        ...customerClaim(customerIdClaim, user.customerId),
      },
      secret,
    );
    const refreshToken = await sign(
      { ...common, jti: refreshId, use: 'refresh', exp: iat + refreshTokenSeconds },
      secret,
    );
    return {
      token_type: 'Bearer',
      access_token: accessToken,
      refresh_token: refreshToken,
      ...(answerField === '' ? {} : { [answerField]: user.customerId }),
    };
  }

  /** Keeps the memory of a sandbox flat that runs for weeks; an expired token is told by its own claim. */
  function forgetExpired(now: number) {
    for (const memory of [accessible, ended]) {
      for (const [id, until] of memory) if (until <= now) memory.delete(id);
    }
    for (const [id, { until }] of refreshable) if (until <= now) refreshable.delete(id);
  }

  /** The claims of a token of ours that is neither expired nor void. */
  async function read(token: string, use: 'access' | 'refresh') {
    // The clock is injected, so the library must not compare with its own.
    const claims = await verify(token, secret, {
      alg: 'HS256',
      iss: issuer,
      exp: false,
      nbf: false,
      iat: false,
    }).catch(() => undefined);
    if (!claims || claims['use'] !== use || typeof claims['jti'] !== 'string') {
      throw new ServiceError(401, `The ${use} token is not valid`);
    }
    if (typeof claims.exp !== 'number' || claims.exp <= seconds()) {
      throw new ServiceError(401, `The ${use} token has expired`);
    }
    if (typeof claims['seq'] !== 'number' || claims['seq'] <= voidUpTo) {
      throw new ServiceError(401, `The ${use} token was revoked`);
    }
    return { id: claims['jti'], subject: claims.sub };
  }

  function userBy(subject: unknown, use: 'access' | 'refresh'): SandboxUser {
    const user = given.users().find(({ id }) => id === subject);
    if (!user) throw new ServiceError(401, `The ${use} token is not valid`);
    return user;
  }

  return {
    issue,
    async refresh(token) {
      const { id, subject } = await read(token, 'refresh');
      const replaced = refreshable.get(id);
      if (replaced === undefined) throw new ServiceError(401, 'The refresh token was used before');
      const user = userBy(subject, 'refresh');
      if (user.suspended) throw new ServiceError(403, 'The account is suspended');
      refreshable.delete(id);
      if (options().refreshEndsAccessToken) {
        ended.set(replaced.accessId, accessible.get(replaced.accessId) ?? 0);
        accessible.delete(replaced.accessId);
      }
      return issue(user);
    },
    async userOf(accessToken) {
      const { id, subject } = await read(accessToken, 'access');
      if (ended.has(id)) throw new ServiceError(401, 'The access token was replaced by a refresh');
      // As after a reset: signed by the same key, and never given out since.
      if (!accessible.has(id)) throw new ServiceError(401, 'The access token is not valid');
      return userBy(subject, 'access');
    },
    revokeAll() {
      voidUpTo = issued;
      accessible.clear();
      refreshable.clear();
      ended.clear();
    },
  };
}

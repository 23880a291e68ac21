import { decode } from 'hono/jwt';
import { describe, expect, it } from 'vitest';

import { errorBody } from '#contract/errorBody.ts';
import { tokenPair } from '#contract/tokenPair.ts';
import { callerOf, openSandbox, send, signIn, textField } from '#testing/fixtures/sandboxClient.ts';

import type { SandboxOptions } from '../options.ts';
import { createSandbox } from '../sandbox.ts';
import { mainCustomerId, otherCustomerId } from '../world/customers.ts';

const small = (options: Partial<SandboxOptions> = {}) => createSandbox({ things: 60, ...options });

describe('4.1: sign-in', () => {
  it('2.1: returns a pair of signed JWTs', async () => {
    const { status, json } = await signIn(small());
    expect(status).toBe(200);
    const pair = tokenPair.parse(json);
    expect(decode(pair.access_token).header).toEqual({ alg: 'HS256', typ: 'JWT' });
  });

  it('8.6: issues an access token for 4 hours and a refresh token for 24 hours', async () => {
    const { json } = await signIn(small());
    for (const [name, hours] of [['access_token', 4], ['refresh_token', 24]] as const) {
      const { exp = 0, iat = 0 } = decode(textField(json, name)).payload;
      expect(exp - iat).toBe(hours * 3600);
    }
  }); // prettier-ignore

  it.each([
    ['a missing field', { username: 'writer' }, 'Required field "password" is missing'],
    ['a wrong type', { username: 'writer', password: 7 }, 'Field "password" must be a string'],
    ['a null', { username: null, password: 'x' }, 'Field "username" must be a string, not null'],
    ['a body that is not JSON', '{"username":', 'The body is not valid JSON'],
    ['a body that is not an object', '[]', 'The body must be a JSON object'],
    [
      'a name in the wrong case',
      { Username: 'writer', password: 'x' },
      'Required field "username" is missing; names are case-sensitive: not "Username"',
    ],
  ])('7: refuses %s with 400', async (_case, body, message) => {
    const { status, json } = await send(small(), 'POST', '/v1/auth/token', { body });
    expect(status).toBe(400);
    expect(textField(json, 'message')).toContain(message);
  });

  it.each([
    ['a wrong password', { username: 'writer', password: 'x' }],
    ['an unknown user', { username: 'nobody', password: 'sandbox-writer' }],
    ['a wrong password of a suspended user', { username: 'suspended', password: 'x' }],
  ])('7: refuses %s with 401', async (_case, body) => {
    expect((await send(small(), 'POST', '/v1/auth/token', { body })).status).toBe(401);
  });

  it('7: refuses a suspended account with 403', async () => {
    expect((await signIn(small(), 'suspended')).status).toBe(403);
  });

  it('2.2: includes status, message and request id in every error', async () => {
    const { json, headers } = await send(small(), 'POST', '/v1/auth/token', { body: {} });
    const body = errorBody.parse(json);
    expect(body.status_code).toBe(400);
    expect(body.request_id).toMatch(/^req_\w{24}$/);
    expect(headers.get('x-request-id')).toBe(body.request_id);
  });
});

describe('4.2: refresh', () => {
  it('issues a new pair', async () => {
    const { caller, refresh } = await openSandbox();
    const { status, json } = await refresh();
    expect(status).toBe(200);
    expect(tokenPair.parse(json).refresh_token).not.toBe(caller.refreshToken);
  });

  it('accepts a refresh token once', async () => {
    const { refresh } = await openSandbox();
    await refresh();
    expect((await refresh()).status).toBe(401);
  });

  it('accepts a refresh token once, even from two simultaneous requests', async () => {
    const { refresh } = await openSandbox();
    const seen = await Promise.all([refresh(), refresh()]);
    expect(seen.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('refuses a refresh token 24 hours after it was issued', async () => {
    const { clock, refresh } = await openSandbox();
    await clock.advance(24 * 3_600_000);
    expect((await refresh()).status).toBe(401);
  });

  it('refuses an access token, an unknown token and a missing token', async () => {
    const { caller, refresh } = await openSandbox();
    const accessToken = caller.headers.authorization.slice(7);
    expect((await refresh({ refresh_token: accessToken })).status).toBe(401);
    expect((await refresh({ refresh_token: 'a.b.c' })).status).toBe(401);
    expect((await refresh({})).status).toBe(400);
  });

  it.each([
    [true, 401],
    [false, 200],
  ])(
    '5, rule 1: with refreshEndsAccessToken %s the old access token then gets %i',
    async (refreshEndsAccessToken, status) => {
      const { caller, refresh } = await openSandbox({ refreshEndsAccessToken });
      await refresh();
      expect((await caller.things()).status).toBe(status);
    },
  );
});

describe('5: access', () => {
  it.each([
    ['a missing header', () => ({})],
    ['a token without Bearer', (token: string) => ({ authorization: token })],
    ['a misspelled Bearer', (token: string) => ({ authorization: `Bearar ${token}` })],
    ['bearer in lower case', (token: string) => ({ authorization: `bearer ${token}` })],
    ['Bearer without a token', () => ({ authorization: 'Bearer ' })],
    ['a string that is not a token', () => ({ authorization: 'Bearer abc' })],
    ['another token', (token: string) => ({ authorization: `Bearer ${token.slice(0, -6)}AAAAAA` })],
  ])('rule 1: refuses %s with 401', async (_case, headersOf) => {
    const sandbox = small();
    const { headers } = await callerOf(sandbox);
    const changed = headersOf(headers.authorization.slice(7));
    const { status } = await send(sandbox, 'GET', '/things', {
      headers: { apikey: mainCustomerId, ...changed },
    });
    expect(status).toBe(401);
  });

  it('rule 1: refuses a refresh token used as an access token with 401', async () => {
    const sandbox = small();
    const { refreshToken } = await callerOf(sandbox);
    const headers = { apikey: mainCustomerId, authorization: `Bearer ${refreshToken}` };
    expect((await send(sandbox, 'GET', '/things', { headers })).status).toBe(401);
  });

  it('refuses an access token after 4 hours, but not a moment earlier', async () => {
    const { clock, caller } = await openSandbox();
    await clock.advance(4 * 3_600_000 - 1000);
    expect((await caller.things()).status).toBe(200);
    await clock.advance(1000);
    expect((await caller.things()).status).toBe(401);
  });

  it('refuses revoked tokens with 401, and accepts new tokens', async () => {
    const sandbox = small();
    const caller = await callerOf(sandbox);
    sandbox.revokeTokens();
    expect((await caller.things()).status).toBe(401);
    expect((await (await callerOf(sandbox)).things()).status).toBe(200);
  });

  it('rule 3: lets a read-only user list Things, and refuses a PUT with 403', async () => {
    const { caller: reader, put } = await openSandbox({}, 'reader');
    expect((await reader.things()).status).toBe(200);
    expect((await put()).status).toBe(403);
  });

  it.each([
    ['a missing apikey', undefined, {}, 401],
    ['a wrong apikey', otherCustomerId, {}, 403],
    ['a wrong apikey, wrongApikeyStatus 401,', otherCustomerId, { wrongApikeyStatus: 401 }, 401],
  ] as const)('rule 4: refuses %s', async (_case, apikey, options, status) => {
    const sandbox = small(options);
    const { headers } = await callerOf(sandbox);
    const sent = { authorization: headers.authorization, ...(apikey ? { apikey } : {}) };
    expect((await send(sandbox, 'GET', '/things', { headers: sent })).status).toBe(status);
  });

  it.each([
    ['refused', 403, 403, undefined],
    ['ignoredByUpdates', 200, 403, undefined],
    ['emptyLists', 200, 200, 0],
    ['ignored', 200, 200, 12],
  ] as const)(
    'rule 4: with wrongApikey %s, a PUT returns %d and a list %d',
    async (wrongApikey, ofPut, ofList, count) => {
      const { sandbox, caller, group, body } = await openSandbox({ wrongApikey });
      const headers = { ...caller.headers, apikey: otherCustomerId };
      const path = `/thingsgroup/${group.id}`;
      expect((await send(sandbox, 'PUT', path, { headers, body })).status).toBe(ofPut);
      const list = await send(sandbox, 'GET', '/thingsgroup/listWithMeasures', { headers });
      expect(list.status).toBe(ofList);
      expect(Array.isArray(list.json) ? list.json.length : undefined).toBe(count);
      expect((await caller.groups()).json).toHaveLength(12);
    },
  );

  it.each(['customer_id', 'customerId', 'CustomerId', 'cid'] as const)(
    'puts the customer id only into the claim %s when customerIdClaim names it',
    async (customerIdClaim) => {
      const { json } = await signIn(small({ customerIdClaim }));
      expect(decode(textField(json, 'access_token')).payload[customerIdClaim]).toBe(mainCustomerId);
      expect(json).not.toHaveProperty('customer_id');
    },
  );

  it('returns the customer id only in the response body with customerIdInAnswer and claim "none"', async () => {
    const { json } = await signIn(small({ customerIdClaim: 'none', customerIdInAnswer: true }));
    expect(textField(json, 'customer_id')).toBe(mainCustomerId);
    expect(decode(textField(json, 'access_token')).payload).not.toHaveProperty('customer_id');
  });

  it('returns no customer id with customerIdClaim "none"', async () => {
    const { text, json } = await signIn(small({ customerIdClaim: 'none' }));
    const claims = decode(textField(json, 'access_token')).payload;
    expect(text + JSON.stringify(claims)).not.toContain(mainCustomerId);
  });

  it('7: never mixes two customers’ data', async () => {
    const sandbox = small();
    const other = await callerOf(sandbox, 'other');
    const own = new Set(
      sandbox.state.things(otherCustomerId).map((thing) => thing.ExternalUniqueId),
    );
    const foreign = sandbox.state.things(mainCustomerId);
    expect(foreign.some((thing) => own.has(thing.ExternalUniqueId))).toBe(false);
    const wanted = foreign[0]?.ExternalUniqueId ?? '';
    expect((await other.things({ 'filterBy[ExternalUniqueId]': wanted })).json).toEqual([]);
    const group = sandbox.state.groups(mainCustomerId)[0];
    expect((await other.groups()).text).not.toContain(group?.id);
    expect((await other.put(`/thingsgroup/${group?.id}`, {})).status).toBe(403);
  });
});

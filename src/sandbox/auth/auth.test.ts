import { decode } from 'hono/jwt';
import { describe, expect, it } from 'vitest';

import { errorBody } from '#contract/errorBody.ts';
import { tokenPair } from '#contract/tokenPair.ts';
import { manualClock } from '#lib/clock.ts';

import type { SandboxOptions } from '../options.ts';
import { createSandbox } from '../sandbox.ts';
import { callerOf, send, signIn, textField } from '../testClient.ts';
import { mainCustomerId, otherCustomerId } from '../world/customers.ts';

const small = (options: Partial<SandboxOptions> = {}) => createSandbox({ things: 60, ...options });

describe('4.1: sign-in', () => {
  it('2.1: answers a token pair of signed JWTs', async () => {
    const { status, json } = await signIn(small());
    expect(status).toBe(200);
    const pair = tokenPair.parse(json);
    expect(decode(pair.access_token).header).toEqual({ alg: 'HS256', typ: 'JWT' });
  });

  it('8.6: gives 4 hours to the access token and 24 hours to the refresh token', async () => {
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
    ['a body that is no object', '[]', 'The body must be a JSON object'],
    [
      'a name in the wrong case',
      { Username: 'writer', password: 'x' },
      'Required field "username" is missing; names are case-sensitive, "Username" is another',
    ],
  ])('7: answers 400 to %s', async (_case, body, message) => {
    const { status, json } = await send(small(), 'POST', '/v1/auth/token', { body });
    expect(status).toBe(400);
    expect(textField(json, 'message')).toContain(message);
  });

  it.each([
    ['a wrong password', { username: 'writer', password: 'x' }],
    ['an unknown user', { username: 'nobody', password: 'sandbox-writer' }],
    ['a wrong password of a suspended user', { username: 'suspended', password: 'x' }],
  ])('7: answers 401 to %s', async (_case, body) => {
    expect((await send(small(), 'POST', '/v1/auth/token', { body })).status).toBe(401);
  });

  it('7: answers 403 to a suspended account', async () => {
    expect((await signIn(small(), 'suspended')).status).toBe(403);
  });

  it('2.2: says status, message and a request id in every error', async () => {
    const { json, headers } = await send(small(), 'POST', '/v1/auth/token', { body: {} });
    const body = errorBody.parse(json);
    expect(body.status_code).toBe(400);
    expect(body.request_id).toMatch(/^req_\w{24}$/);
    expect(headers.get('x-request-id')).toBe(body.request_id);
  });
});

describe('4.2: refresh', () => {
  const refresh = (sandbox: ReturnType<typeof small>, token: string) =>
    send(sandbox, 'POST', '/v1/auth/refresh', { body: { refresh_token: token } });

  it('answers a new pair', async () => {
    const sandbox = small();
    const { refreshToken } = await callerOf(sandbox);
    const { status, json } = await refresh(sandbox, refreshToken);
    expect(status).toBe(200);
    expect(tokenPair.parse(json).refresh_token).not.toBe(refreshToken);
  });

  it('takes a refresh token once', async () => {
    const sandbox = small();
    const { refreshToken } = await callerOf(sandbox);
    await refresh(sandbox, refreshToken);
    expect((await refresh(sandbox, refreshToken)).status).toBe(401);
  });

  it('takes a refresh token once, also when it comes twice at a time', async () => {
    const sandbox = small();
    const { refreshToken } = await callerOf(sandbox);
    const answers = await Promise.all([
      refresh(sandbox, refreshToken),
      refresh(sandbox, refreshToken),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('refuses a refresh token 24 hours after it was issued', async () => {
    const clock = manualClock();
    const sandbox = small({ clock });
    const { refreshToken } = await callerOf(sandbox);
    await clock.advance(24 * 3_600_000);
    expect((await refresh(sandbox, refreshToken)).status).toBe(401);
  });

  it('refuses an access token, a foreign token and no token at all', async () => {
    const sandbox = small();
    const { headers } = await callerOf(sandbox);
    expect((await refresh(sandbox, headers.authorization.slice(7))).status).toBe(401);
    expect((await refresh(sandbox, 'a.b.c')).status).toBe(401);
    expect((await send(sandbox, 'POST', '/v1/auth/refresh', { body: {} })).status).toBe(400);
  });

  it.each([
    [true, 401],
    [false, 200],
  ])('5, rule 1: refreshEndsAccessToken %s: the old access token gets %i', async (ends, status) => {
    const sandbox = small({ refreshEndsAccessToken: ends });
    const caller = await callerOf(sandbox);
    await refresh(sandbox, caller.refreshToken);
    expect((await caller.things()).status).toBe(status);
  });
});

describe('5: access', () => {
  it.each([
    ['no header', () => ({})],
    ['no Bearer', (token: string) => ({ authorization: token })],
    ['a misspelled Bearer', (token: string) => ({ authorization: `Bearar ${token}` })],
    ['bearer in lower case', (token: string) => ({ authorization: `bearer ${token}` })],
    ['no token after Bearer', () => ({ authorization: 'Bearer ' })],
    ['a token that is none', () => ({ authorization: 'Bearer abc' })],
    [
      'a changed token',
      (token: string) => ({ authorization: `Bearer ${token.slice(0, -6)}AAAAAA` }),
    ],
  ])('rule 1: answers 401 to %s', async (_case, headersOf) => {
    const sandbox = small();
    const { headers } = await callerOf(sandbox);
    const changed = headersOf(headers.authorization.slice(7));
    const { status } = await send(sandbox, 'GET', '/things', {
      headers: { apikey: mainCustomerId, ...changed },
    });
    expect(status).toBe(401);
  });

  it('rule 1: answers 401 to a refresh token in the place of an access token', async () => {
    const sandbox = small();
    const { refreshToken } = await callerOf(sandbox);
    const headers = { apikey: mainCustomerId, authorization: `Bearer ${refreshToken}` };
    expect((await send(sandbox, 'GET', '/things', { headers })).status).toBe(401);
  });

  it('answers 401 to an access token after 4 hours, and not a moment before', async () => {
    const clock = manualClock();
    const sandbox = small({ clock });
    const caller = await callerOf(sandbox);
    await clock.advance(4 * 3_600_000 - 1000);
    expect((await caller.things()).status).toBe(200);
    await clock.advance(1000);
    expect((await caller.things()).status).toBe(401);
  });

  it('answers 401 to tokens that were revoked', async () => {
    const sandbox = small();
    const caller = await callerOf(sandbox);
    sandbox.revokeTokens();
    expect((await caller.things()).status).toBe(401);
    expect((await (await callerOf(sandbox)).things()).status).toBe(200);
  });

  it('rule 3: a read-only user gets 403 on PUT', async () => {
    const sandbox = small();
    const id = sandbox.state.groups()[0]?.id;
    const reader = await callerOf(sandbox, 'reader');
    expect((await reader.things()).status).toBe(200);
    expect((await reader.put(`/thingsgroup/${id}`, {})).status).toBe(403);
  });

  it.each([
    ['a missing apikey', undefined, {}, 401],
    ['a wrong apikey', otherCustomerId, {}, 403],
    ['a wrong apikey by option', otherCustomerId, { wrongApikeyStatus: 401 }, 401],
  ] as const)('rule 4: answers %s', async (_case, apikey, options, status) => {
    const sandbox = small(options);
    const { headers } = await callerOf(sandbox);
    const sent = { authorization: headers.authorization, ...(apikey ? { apikey } : {}) };
    expect((await send(sandbox, 'GET', '/things', { headers: sent })).status).toBe(status);
  });

  it.each(['customer_id', 'customerId', 'CustomerId', 'cid'] as const)(
    'customerIdClaim: the access token carries %s',
    async (customerIdClaim) => {
      const { json } = await signIn(small({ customerIdClaim }));
      expect(decode(textField(json, 'access_token')).payload[customerIdClaim]).toBe(mainCustomerId);
      expect(json).not.toHaveProperty('customer_id');
    },
  );

  it('customerIdInAnswer: the id is in the answer, and with claim "none" only there', async () => {
    const { json } = await signIn(small({ customerIdClaim: 'none', customerIdInAnswer: true }));
    expect(textField(json, 'customer_id')).toBe(mainCustomerId);
    expect(decode(textField(json, 'access_token')).payload).not.toHaveProperty('customer_id');
  });

  it('customerIdClaim "none": the id is nowhere', async () => {
    const { text, json } = await signIn(small({ customerIdClaim: 'none' }));
    const claims = decode(textField(json, 'access_token')).payload;
    expect(text + JSON.stringify(claims)).not.toContain(mainCustomerId);
  });

  it('7: the data of two customers never mix', async () => {
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
    expect((await other.get('/thingsgroup/listWithMeasures')).text).not.toContain(group?.id);
    expect((await other.put(`/thingsgroup/${group?.id}`, {})).status).toBe(403);
  });
});

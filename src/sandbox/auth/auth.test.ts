import { decode } from 'hono/jwt';
import { describe, expect, it } from 'vitest';

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
    expect(decode(tokenPair.parse(json).access_token).header).toEqual({ alg: 'HS256', typ: 'JWT' });
  });

  it('8.6: issues an access token for 4 hours and a refresh token for 24 hours', async () => {
    const { json } = await signIn(small());
    for (const [name, hours] of [['access_token', 4], ['refresh_token', 24]] as const) {
      const { exp = 0, iat = 0 } = decode(textField(json, name)).payload;
      expect(exp - iat).toBe(hours * 3600);
    }
  }); // prettier-ignore
});

describe('4.2: refresh', () => {
  it('issues a new pair', async () => {
    const { caller, refresh } = await openSandbox();
    const { status, json } = await refresh();
    expect(status).toBe(200);
    expect(tokenPair.parse(json).refresh_token).not.toBe(caller.refreshToken);
  });

  it('accepts a refresh token once, even from two simultaneous requests', async () => {
    const { refresh } = await openSandbox();
    const seen = await Promise.all([refresh(), refresh()]);
    expect(seen.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });
});

describe('5: access', () => {
  it('refuses revoked tokens with 401, and accepts new tokens', async () => {
    const sandbox = small();
    const caller = await callerOf(sandbox);
    sandbox.revokeTokens();
    expect((await caller.things()).status).toBe(401);
    expect((await (await callerOf(sandbox)).things()).status).toBe(200);
  });

  it.each(['reader', 'admin'])(
    'refuses tokens from before a reset or restart, also once %s has signed in',
    async (username) => {
      const { clock, sandbox, caller: old } = await openSandbox({}, 'admin');
      await clock.advance(1000);
      sandbox.reset();
      for (const next of [sandbox, small({ clock })]) {
        const caller = await callerOf(next, username);
        for (const [{ headers, refreshToken }, status] of [[old, 401], [caller, 200]] as const) {
          const body = { refresh_token: refreshToken };
          expect((await send(next, 'GET', '/things', { headers })).status).toBe(status);
          expect((await send(next, 'POST', '/v1/auth/refresh', { body })).status).toBe(status);
        } // prettier-ignore
      }
    },
  );

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
    const own = new Set(sandbox.state.things(otherCustomerId).map((one) => one.ExternalUniqueId));
    const foreign = sandbox.state.things(mainCustomerId);
    expect(foreign.some((thing) => own.has(thing.ExternalUniqueId))).toBe(false);
    const wanted = foreign[0]?.ExternalUniqueId ?? '';
    expect((await other.things({ 'filterBy[ExternalUniqueId]': wanted })).json).toEqual([]);
    const group = sandbox.state.groups(mainCustomerId)[0];
    expect((await other.groups()).text).not.toContain(group?.id);
    expect((await other.put(`/thingsgroup/${group?.id}`, {})).status).toBe(403);
  });
});

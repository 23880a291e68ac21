import { decode } from 'hono/jwt';
import { describe, expect, it } from 'vitest';

import { thing } from '#contract/thing.ts';

import type { SandboxOptions } from './options.ts';
import { createSandbox } from './sandbox.ts';
import { callerOf, field, listOf, send, signIn, textField } from './testClient.ts';
import { mainCustomerId } from './world/customers.ts';
import { hostileStrings } from './world/hostileStrings.ts';

async function page(options: Partial<SandboxOptions>, query: Record<string, string> = {}) {
  const sandbox = createSandbox({ things: 400, ...options });
  const caller = await callerOf(sandbox);
  return listOf((await caller.things({ limit: '50', ...query })).json);
}

describe('2.4: forms of the Thing record', () => {
  it('thingFields nulls: every field is null but the ICCID', async () => {
    for (const row of await page({ thingFields: 'nulls' })) {
      const values = new Map(Object.entries(row ?? {}));
      expect(values.get('ExternalUniqueId')).toMatch(/^89\d+$/);
      values.delete('ExternalUniqueId');
      expect(values.size).toBeGreaterThan(38);
      expect([...values.values()].every((value) => value === null)).toBe(true);
    }
  });

  it('integersAsText: integers are strings at every depth, and text stays text', async () => {
    const [row] = await page({ integersAsText: true });
    expect(textField(row, 'CellId')).toMatch(/^\d+$/);
    expect(textField(field(row, 'LastLocation'), 'MCC')).toMatch(/^\d+$/);
    expect(field(field(row, 'LastLocation'), 'Latitude')).toBeTypeOf('number');
    expect(field(row, 'ActivationChargeFlag')).toBeTypeOf('boolean');
    expect(field(row, 'IPs')).toBeInstanceOf(Array);
  });

  it('brokenRecords: one among fifty breaks the contract, in three ways', async () => {
    const kinds = new Set<string>();
    for (const offset of ['0', '50', '100', '150']) {
      const rows = await page({ brokenRecords: true }, { offset });
      const broken = rows.filter((row) => !thing.safeParse(row).success);
      expect(broken).toHaveLength(1);
      kinds.add(typeof field(broken[0], 'ExternalUniqueId') + typeof field(broken[0], 'State'));
    }
    expect(kinds.size).toBe(3);
  });

  it('hostileText: names, descriptions and groups carry every hostile text', async () => {
    const sandbox = createSandbox({ things: 2000, hostileText: true });
    const things = sandbox.state.things();
    const names = new Set(things.map((one) => one.ThingName));
    const descriptions = new Set(things.map((one) => one.ThingDescription));
    for (const text of hostileStrings) {
      expect(names).toContain(text);
      expect(descriptions).toContain(text);
    }
    expect(Math.max(...hostileStrings.map((text) => text.length))).toBeGreaterThan(10_000);
    expect(sandbox.state.groups().filter(({ name }) => hostileStrings.includes(name))).toHaveLength(
      6,
    );
  });

  it('hostileText: a filter finds them like any other', async () => {
    for (const text of hostileStrings.slice(0, -1)) {
      const rows = await page({ hostileText: true, things: 2000 }, { 'filterBy[ThingName]': text });
      expect(rows.map((row) => textField(row, 'ThingName'))).toContain(text);
    }
  });
});

describe('4.5: order', () => {
  const names = (rows: readonly unknown[]) => rows.map((row) => textField(row, 'ThingName'));

  it('unsortedOrder stable: the same page twice', async () => {
    expect(names(await page({}))).toEqual(names(await page({})));
  });

  it('unsortedOrder shifting: another page each time, unless it is sorted', async () => {
    const sandbox = createSandbox({ things: 400, unsortedOrder: 'shifting' });
    const caller = await callerOf(sandbox);
    const read = async (query: Record<string, string>) =>
      names(listOf((await caller.things(query)).json));
    expect(await read({})).not.toEqual(await read({}));
    const sorted = { 'sortBy[ThingName]': 'ASC' };
    expect(await read(sorted)).toEqual(await read(sorted));
  });
});

describe('5: where the customer id is', () => {
  it.each([
    ['account.customer_id', { account: { customer_id: mainCustomerId } }],
    ['https://sim.example/customer_id', { 'https://sim.example/customer_id': mainCustomerId }],
  ])('customerIdClaim %s: nested or namespaced', async (customerIdClaim, claims) => {
    const { json } = await signIn(createSandbox({ things: 60, customerIdClaim }));
    expect(decode(textField(json, 'access_token')).payload).toMatchObject(claims);
  });

  it('customerIdInAnswer CustomerId: by that name', async () => {
    const { json } = await signIn(createSandbox({ things: 60, customerIdInAnswer: 'CustomerId' }));
    expect(textField(json, 'CustomerId')).toBe(mainCustomerId);
  });
});

describe('7: accounts', () => {
  it('suspendedUsers: 403 from now on, also with a token from before', async () => {
    const sandbox = createSandbox({ things: 60 });
    const caller = await callerOf(sandbox);
    sandbox.setOptions({ suspendedUsers: ['writer'] });
    expect((await caller.things()).status).toBe(403);
    const body = { refresh_token: caller.refreshToken };
    expect((await send(sandbox, 'POST', '/v1/auth/refresh', { body })).status).toBe(403);
    expect((await signIn(sandbox)).status).toBe(403);
    expect((await signIn(sandbox, 'admin')).status).toBe(200);
  });

  it('extraUsers: that many more can sign in', async () => {
    const sandbox = createSandbox({ things: 60, extraUsers: 12 });
    expect(sandbox.users).toHaveLength(17);
    expect((await (await callerOf(sandbox, 'user0012')).things()).status).toBe(200);
  });
});

describe('CORS', () => {
  const headers = { origin: 'https://portal.example' };
  const list = (cors: SandboxOptions['cors'], method = 'GET') =>
    send(createSandbox({ things: 60, cors }), method, '/things', { headers });

  it('off: no header, and a preflight finds no endpoint', async () => {
    expect((await list('off')).headers.has('access-control-allow-origin')).toBe(false);
    expect((await list('off', 'OPTIONS')).status).toBe(404);
  });

  it('on: another origin may read answers, errors too, and their headers', async () => {
    const seen = await list('on');
    expect(seen.status).toBe(401);
    expect(seen.headers.get('access-control-allow-origin')).toBe(headers.origin);
    expect(seen.headers.get('access-control-expose-headers')).toContain('retry-after');
    const preflight = await list('on', 'OPTIONS');
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('apikey');
  });

  it('withoutExposedHeaders: the answer, but not Retry-After', async () => {
    const seen = await list('withoutExposedHeaders');
    expect(seen.headers.get('access-control-allow-origin')).toBe(headers.origin);
    expect(seen.headers.has('access-control-expose-headers')).toBe(false);
  });
});

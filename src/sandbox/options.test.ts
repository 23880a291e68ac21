import { decode } from 'hono/jwt';
import { describe, expect, it } from 'vitest';

import { errorBody } from '#contract/errorBody.ts';
import { thing } from '#contract/thing.ts';
import {
  callerOf,
  field,
  listOf,
  openSandbox,
  send,
  signIn,
  textField,
} from '#testing/fixtures/sandboxClient.ts';

import type { SandboxOptions } from './options.ts';
import { createSandbox } from './sandbox.ts';
import { mainCustomerId } from './world/customers.ts';
import { hostileStrings } from './world/hostileStrings.ts';

async function page(options: Partial<SandboxOptions>, query: Record<string, string> = {}) {
  const { caller } = await openSandbox({ things: 400, ...options });
  return listOf((await caller.things({ limit: '50', ...query })).json);
}

describe('2.4: forms of the Thing record', () => {
  it('thingFields nulls makes every field except the ICCID null', async () => {
    for (const row of await page({ thingFields: 'nulls' })) {
      const values = new Map(Object.entries(row ?? {}));
      expect(values.get('ExternalUniqueId')).toMatch(/^89\d+$/);
      values.delete('ExternalUniqueId');
      expect(values.size).toBeGreaterThan(38);
      expect([...values.values()].every((value) => value === null)).toBe(true);
    }
  });

  it('integersAsText turns integers into strings at every depth, and changes nothing else', async () => {
    const [row] = await page({ integersAsText: true });
    expect(textField(row, 'CellId')).toMatch(/^\d+$/);
    expect(textField(field(row, 'LastLocation'), 'MCC')).toMatch(/^\d+$/);
    expect(field(field(row, 'LastLocation'), 'Latitude')).toBeTypeOf('number');
    expect(field(row, 'ActivationChargeFlag')).toBeTypeOf('boolean');
    expect(field(row, 'IPs')).toBeInstanceOf(Array);
  });

  it('thingFields filled has values where the document shows only null', async () => {
    const [row] = await page({ thingFields: 'filled' });
    for (const name of ['DeletionDate', 'ExpirationDate', 'ExternalHLRId', 'FwBlockAttempts']) {
      expect(field(row, name)).not.toBeNull();
    }
    expect(field(row, 'FwBlockAttempts')).toEqual([3, 'since Monday']);
  });

  it('listItems sets the form of list items', async () => {
    const itemsOf = async (listItems: SandboxOptions['listItems']) =>
      field((await page({ listItems }, { State: 'ACTIVE' }))[0], 'IPs');
    const [ip] = listOf(await itemsOf('texts'));
    expect(ip).toMatch(/^10\./);
    expect(await itemsOf('objects')).toEqual([{ IP: ip }]);
    expect(await itemsOf('mixed')).toEqual([{ IP: ip }, {}, { Label: ip }, 'Text_2', 7, null]);
  });

  it('brokenRecords breaks the contract in one record of fifty, in three ways', async () => {
    const kinds = new Set<string>();
    for (const offset of ['0', '50', '100', '150']) {
      const rows = await page({ brokenRecords: true }, { offset });
      const broken = rows.filter((row) => !thing.safeParse(row).success);
      expect(broken).toHaveLength(1);
      kinds.add(typeof field(broken[0], 'ExternalUniqueId') + typeof field(broken[0], 'State'));
    }
    expect(kinds.size).toBe(3);
  });

  it('hostileStrings uses every hostile string in names, descriptions and groups', async () => {
    const sandbox = createSandbox({ things: 2000, hostileStrings: true });
    const things = sandbox.state.things();
    const names = new Set(things.map((one) => one.ThingName));
    const descriptions = new Set(things.map((one) => one.ThingDescription));
    for (const text of hostileStrings) {
      expect(names).toContain(text);
      expect(descriptions).toContain(text);
    }
    expect(Math.max(...hostileStrings.map((text) => text.length))).toBeGreaterThan(10_000);
    const groups = sandbox.state.groups().filter(({ name }) => hostileStrings.includes(name));
    expect(groups).toHaveLength(6);
  });

  it('hostileStrings names can be found by a filter', async () => {
    for (const text of hostileStrings.slice(0, -1)) {
      const filter = { 'filterBy[ThingName]': text };
      const rows = await page({ hostileStrings: true, things: 2000 }, filter);
      expect(rows.map((row) => textField(row, 'ThingName'))).toContain(text);
    }
  });
});

describe('2.3: forms of the Thing Group record', () => {
  const firstGroup = async (options: Partial<SandboxOptions>) => {
    const { caller } = await openSandbox({ things: 60, ...options });
    return listOf((await caller.groups()).json)[0];
  };

  it('listItems mixed has networks with and without a name', async () => {
    const networks = listOf(field(await firstGroup({ listItems: 'mixed' }), 'Networks'));
    expect(textField(networks[0], 'NetworkName')).not.toBe('');
    expect(field(networks[1], 'NetworkName')).toBeUndefined();
    expect(textField(networks[1], 'NetworkId')).toBe(textField(networks[0], 'NetworkId'));
    const kinds = networks.slice(2).map((item) => typeof item);
    expect(kinds).toEqual(['object', 'string', 'number', 'object']);
  });

  it('groupFields more adds undocumented fields and roaming policies', async () => {
    const group = await firstGroup({ groupFields: 'more' });
    expect(textField(group, 'ContactPhone')).toMatch(/^\+49/);
    expect(listOf(field(group, 'RoamingPolicies'))).toHaveLength(2);
    expect(field(await firstGroup({}), 'ContactPhone')).toBeUndefined();
  });
});

describe('4.5: order', () => {
  async function reader(options: Partial<SandboxOptions> = {}) {
    const { caller } = await openSandbox({ things: 400, ...options });
    return async (query: Record<string, string> = {}) =>
      listOf((await caller.things(query)).json).map((row) => textField(row, 'ThingName'));
  }

  it('unsortedOrder stable returns the same page twice', async () => {
    const read = await reader();
    expect(await read()).toEqual(await read());
  });

  it('unsortedOrder shifting returns a different page each time, unless the list is sorted', async () => {
    const read = await reader({ unsortedOrder: 'shifting' });
    expect(await read()).not.toEqual(await read());
    const sorted = { 'sortBy[ThingName]': 'ASC' };
    expect(await read(sorted)).toEqual(await read(sorted));
  });
});

describe('5: the location of the customer id', () => {
  it.each([
    ['account.customer_id', { account: { customer_id: mainCustomerId } }],
    ['https://sim.example/customer_id', { 'https://sim.example/customer_id': mainCustomerId }],
  ])('customerIdClaim %s puts the customer id into that claim', async (customerIdClaim, claims) => {
    const { json } = await signIn(createSandbox({ things: 60, customerIdClaim }));
    expect(decode(textField(json, 'access_token')).payload).toMatchObject(claims);
  });

  it('customerIdInAnswer CustomerId adds it to the response under that name', async () => {
    const { json } = await signIn(createSandbox({ things: 60, customerIdInAnswer: 'CustomerId' }));
    expect(textField(json, 'CustomerId')).toBe(mainCustomerId);
  });
});

describe('7: accounts', () => {
  it('readOnlyUsers cannot make calls that need the write scope, even with an earlier token', async () => {
    const { sandbox, caller, put } = await openSandbox();
    sandbox.setOptions({ readOnlyUsers: ['writer'] });
    expect((await put()).status).toBe(403);
    expect((await caller.things()).status).toBe(200);
    sandbox.setOptions({ readOnlyUsers: [] });
    expect((await put()).status).toBe(200);
  });

  it('extraUsers can sign in', async () => {
    const sandbox = createSandbox({ things: 60, extraUsers: 12 });
    expect(sandbox.users).toHaveLength(18);
    expect((await (await callerOf(sandbox, 'user0012')).things()).status).toBe(200);
  });
});

describe('7: forms of the console endpoints’ errors', () => {
  const refused = async (consoleErrors: SandboxOptions['consoleErrors']) =>
    (await openSandbox({ consoleErrors })).caller.things({ limit: '51' });

  it('consoleErrors otherJson returns JSON that is not the body of 2.2', async () => {
    const { status, json } = await refused('otherJson');
    expect(status).toBe(400);
    expect(errorBody.safeParse(json).success).toBe(false);
    expect(textField(field(json, 'error'), 'detail')).toContain('limit');
  });

  it.each([
    ['text', expect.stringMatching(/^text\/plain/), /^Parameter "limit"/],
    ['html', expect.stringMatching(/^text\/html/), /<h1>400<\/h1>/],
    ['empty', null, /^$/],
  ] as const)('consoleErrors %s returns that content type', async (form, type, text) => {
    const seen = await refused(form);
    expect([seen.status, seen.headers.get('content-type')]).toEqual([400, type]);
    expect(seen.text).toMatch(text);
  });

  it('consoleErrors does not change the documented errors of the /v1/ endpoints', async () => {
    const sandbox = createSandbox({ things: 60, consoleErrors: 'html' });
    const { json } = await send(sandbox, 'GET', '/v1/orders');
    expect(errorBody.parse(json).status_code).toBe(401);
  });

  it('requestIdHeader off sends the id in error bodies only', async () => {
    const { caller } = await openSandbox({ requestIdHeader: false });
    const { headers, json } = await caller.things({ limit: '51' });
    expect(headers.has('x-request-id')).toBe(false);
    expect(errorBody.parse(json).request_id).not.toBe('');
  });
});

describe('CORS', () => {
  const headers = { origin: 'https://portal.example' };
  const list = (cors: SandboxOptions['cors'], method = 'GET') =>
    send(createSandbox({ things: 60, cors }), method, '/things', { headers });

  it('adds no headers and answers no preflight when off', async () => {
    expect((await list('off')).headers.has('access-control-allow-origin')).toBe(false);
    expect((await list('off', 'OPTIONS')).status).toBe(404);
  });

  it('lets another origin read responses, errors and their headers when on', async () => {
    const seen = await list('on');
    expect(seen.status).toBe(401);
    expect(seen.headers.get('access-control-allow-origin')).toBe(headers.origin);
    expect(seen.headers.get('access-control-expose-headers')).toContain('retry-after');
  });

  it('withoutExposedHeaders lets another origin read the response but not Retry-After', async () => {
    const seen = await list('withoutExposedHeaders');
    expect(seen.headers.get('access-control-allow-origin')).toBe(headers.origin);
    expect(seen.headers.has('access-control-expose-headers')).toBe(false);
  });
});

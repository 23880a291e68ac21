import { expect, it } from 'vitest';
// oxlint-disable-next-line no-restricted-imports -- only the whole library reads JSON Schema back; this is a test
import * as z from 'zod';

import { openApiDocument } from '#contract/openapi.ts';
import { groupBody } from '#testing/fixtures/groupBody.ts';
import { callerOf, field, listOf, send, signIn } from '#testing/fixtures/sandboxClient.ts';

import { createSandbox } from './sandbox.ts';

const document = openApiDocument();

/** A check derived from the document, not from the schemas that generated it. */
function written(name: string) {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`The document has no schema ${name}`);
  return z.fromJSONSchema(schema);
}

const sandbox = createSandbox({ things: 300 });

it('the OpenAPI document is served at /openapi.json', async () => {
  const { status, json } = await send(sandbox, 'GET', '/openapi.json');
  expect(status).toBe(200);
  expect(json).toEqual(document);
});

it('the OpenAPI document describes the sandbox’s responses', async () => {
  const caller = await callerOf(sandbox);
  const things = listOf((await caller.things({ limit: '50' })).json);
  const groups = listOf((await caller.groups()).json);
  for (const one of things) expect(written('Thing').safeParse(one).error).toBeUndefined();
  for (const one of groups) expect(written('ThingsGroup').safeParse(one).error).toBeUndefined();
  expect(written('TokenPair').safeParse((await signIn(sandbox)).json).error).toBeUndefined();
  const refused = (await caller.things({ limit: '51' })).json;
  expect(written('ErrorBody').safeParse(refused).error).toBeUndefined();
});

it('the OpenAPI document rejects a response that it does not describe', () => {
  const [thing] = sandbox.state.things();
  expect(written('Thing').safeParse({ ...thing, CellId: 'x' }).success).toBe(false);
});

it('the OpenAPI document documents each of the sandbox’s refusals, and no others', async () => {
  const status = async (sent: Promise<{ status: number }>) => (await sent).status;
  const open = createSandbox({ things: 60 });
  const writer = await callerOf(open);
  const reader = await callerOf(open, 'reader');
  const [group, twin] = open.state.groups();
  const body = groupBody({ TelephonyProfileId: group?.profileId, ThingsGroupName: 'x' });
  const put = (change: object, caller = writer, id = group?.id) =>
    status(caller.put(`/thingsgroup/${id}`, Object.assign({}, body, change)));
  const auth = (path: string, sent: unknown) =>
    status(send(open, 'POST', `/v1/auth/${path}`, { body: sent }));
  const admin = await callerOf(open, 'admin');
  const seen: Record<string, number[]> = {
    token: [
      await auth('token', 'x'),
      await auth('token', { username: 'x', password: 'x' }),
      await auth('token', { username: 'suspended', password: 'sandbox-suspended' }),
    ],
    refresh: [await auth('refresh', 'x'), await auth('refresh', { refresh_token: 'x' })],
    listThings: [
      await status(writer.things({ limit: '0' })),
      await status(send(open, 'GET', '/things')),
    ],
    listThingsGroups: [await status(send(open, 'GET', '/thingsgroup/listWithMeasures'))],
    updateThingsGroup: [
      await put({ IMEIPrefix: 1 }),
      await status(send(open, 'PUT', '/thingsgroup/x', { body })),
      await put({}, reader),
      await put({}, writer, 'none'),
      await put({ ThingsGroupName: twin?.name }),
      await put({ LockMasterImei: true }),
    ],
  };
  open.setOptions({ suspendedUsers: ['admin'] });
  seen['refresh']?.push(await auth('refresh', { refresh_token: admin.refreshToken }));
  seen['listThings']?.push(await status(admin.things()));
  seen['listThingsGroups']?.push(await status(admin.groups()));
  // Any endpoint can exceed its rate limit or fail.
  const always = [200, 429, 500, 502, 503];
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      const responses = Object.keys(field(operation, 'responses') ?? {}).map(Number);
      const refusals = seen[String(field(operation, 'operationId'))] ?? [];
      expect(responses.toSorted()).toEqual([...refusals, ...always].toSorted());
    }
  }
});

it('the OpenAPI document names exactly the parameters that the sandbox accepts', async () => {
  sandbox.setOptions({ unknownParameters: 'refuse' });
  const caller = await callerOf(sandbox);
  const operation = field(document.paths['/things'], 'get');
  const samples: Record<string, string> = { State: 'ACTIVE', 'sortBy[ThingName]': 'ASC' };
  for (const parameter of listOf(field(operation, 'parameters'))) {
    const name = String(field(parameter, 'name'));
    expect((await caller.things({ [name]: samples[name] ?? '1' })).status).toBe(200);
  }
  expect((await caller.things({ 'filterBy[State]': 'ACTIVE' })).status).toBe(400);
});

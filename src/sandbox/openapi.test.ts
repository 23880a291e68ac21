import { describe, expect, it } from 'vitest';
// oxlint-disable-next-line no-restricted-imports -- only the whole library reads JSON Schema back; this is a test
import * as z from 'zod';

import { openApiDocument } from '#contract/openapi.ts';

import { createSandbox } from './sandbox.ts';
import { callerOf, field, listOf, send, signIn } from './testClient.ts';

const document = openApiDocument();

/** A check made from what the document says, not from the schemas that the document was made from. */
function written(name: string) {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`The document has no schema ${name}`);
  return z.fromJSONSchema(schema);
}

const sandbox = createSandbox({ things: 300 });

describe('the OpenAPI document and the sandbox', () => {
  it('is served at /openapi.json', async () => {
    const { status, json } = await send(sandbox, 'GET', '/openapi.json');
    expect(status).toBe(200);
    expect(json).toEqual(document);
  });

  it('describes the answers of the sandbox', async () => {
    const caller = await callerOf(sandbox);
    const things = listOf((await caller.things({ limit: '50' })).json);
    const groups = listOf((await caller.get('/thingsgroup/listWithMeasures')).json);
    for (const one of things) expect(written('Thing').safeParse(one).error).toBeUndefined();
    for (const one of groups) expect(written('ThingsGroup').safeParse(one).error).toBeUndefined();
    const pair = (await signIn(sandbox)).json;
    expect(written('TokenPair').safeParse(pair).error).toBeUndefined();
    const refused = (await caller.things({ limit: '51' })).json;
    expect(written('ErrorBody').safeParse(refused).error).toBeUndefined();
  });

  it('would notice an answer that it does not describe', () => {
    const [thing] = sandbox.state.things();
    const broken = { ...thing, CellId: 'x' };
    expect(written('Thing').safeParse(broken).success).toBe(false);
  });

  it('names exactly the parameters that the sandbox knows', async () => {
    sandbox.setOptions({ unknownParameters: 'refuse' });
    const caller = await callerOf(sandbox);
    const operation = field(document.paths['/things'], 'get');
    const samples: Record<string, string> = {
      State: 'ACTIVE',
      limit: '1',
      offset: '1',
      'sortBy[ThingName]': 'ASC',
    };
    for (const parameter of listOf(field(operation, 'parameters'))) {
      const name = String(field(parameter, 'name'));
      expect((await caller.things({ [name]: samples[name] ?? '1' })).status).toBe(200);
    }
    expect((await caller.things({ 'filterBy[State]': 'ACTIVE' })).status).toBe(400);
  });
});

import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
// oxlint-disable-next-line no-restricted-imports -- only the whole library reads JSON Schema back; this is a test
import * as z from 'zod';

import { callPurpose } from '#api/callWords.ts';
import { endpoints, isServiceCall } from '#contract/endpoints.ts';
import { openApiDocument } from '#contract/openapi.ts';
import { matchCall } from '#gateway/proxy/proxyTable.ts';

import { field, listOf, openSandbox } from './fixtures/sandboxClient.ts';

const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const serviceCalls = Object.entries(endpoints).filter(([name]) => isServiceCall(name));

const fieldsOf = (value: unknown) => Object.entries(z.record(z.string(), z.unknown()).parse(value));

/** The only success response that the OpenAPI document has for a call: status, media type and body schema. */
function successOf(method: string, path: string) {
  const { paths, components } = openApiDocument();
  const responses = fieldsOf(field(paths[path]?.[method.toLowerCase()], 'responses'));
  const [[status, success] = ['none'], ...others] = responses.filter(([name]) => name < '400');
  const [[type, content] = ['none'], ...forms] = fieldsOf(field(success, 'content'));
  expect([...others, ...forms]).toEqual([]);
  const inPlace = JSON.stringify(content).replaceAll('#/components/schemas/', '#/$defs/');
  const jsonSchema = Object.fromEntries(fieldsOf(field(JSON.parse(inPlace), 'schema')));
  const body = z.fromJSONSchema({ ...jsonSchema, $defs: components.schemas });
  return { status: Number(status), type, body };
}

/** Every place that has to know about an endpoint. New endpoints are checked without a change to this file. */
describe.each(serviceCalls)('%s', (_name, { method, path }) => {
  const address = path.replaceAll(/\{\w+\}/g, 'g1');

  it('is answered by the sandbox as documented', async () => {
    const { caller, body } = await openSandbox();
    const [group, thing] = [await caller.groups(), await caller.things()].map(
      ({ json }) => listOf(json)[0],
    );
    const real = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      String(field(group, name) ?? field(thing, name)),
    );
    const answer = await caller.call(method, real, method === 'GET' ? undefined : body);
    const success = successOf(method, path);
    expect(answer).toMatchObject({ status: success.status });
    expect(answer.headers.get('content-type')).toContain(success.type);
    expect(
      success.body.safeParse(success.type.endsWith('json') ? answer.json : answer.text).error,
    ).toBeUndefined();
  });

  it('is forwarded by the gateway, as operations.md says', () => {
    const match = matchCall(method, address, new URLSearchParams());
    expect(match).toMatchObject({ rule: { endpoint: { method, path } } });
    expect(operations).toContain(`\`${method} /api${path}\``);
  });

  it('confirms the customer id if and only if operations.md says so', () => {
    const { confirmsBy } = matchCall(method, address, new URLSearchParams()).rule;
    const [confirming = ''] = /^- `GET .+ was sent with this id/m.exec(operations) ?? [];
    expect(confirming.includes(`\`${method} ${path}\``)).toBe(typeof confirmsBy === 'string');
  });

  it('has a purpose in the "Calls" list', () => {
    const call = { method, route: path, address, purpose: 'person', requestId: 'r' } as const;
    const begun = { ...call, number: 1, startedAt: 0, tookMs: undefined };
    const words = callPurpose({ ...begun, outcome: { kind: 'waiting' } }, () => 'Parcel Vans');
    expect(words).toMatch(/^[A-Z][a-z]/);
    expect(words).not.toContain(path);
  });
});

import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';

import { endpoints } from './endpoints.ts';
import { openApiDocument } from './openapi.ts';

const document = openApiDocument();
const text = `${JSON.stringify(document, null, 2)}\n`;

/** Every object in the document, with its path. */
function* objectsIn(value: unknown, place = '#'): Generator<readonly [string, object]> {
  if (typeof value !== 'object' || value === null) return;
  yield [place, value];
  for (const [name, inner] of Object.entries(value)) {
    yield* objectsIn(inner, `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

const places = new Map(objectsIn(document));

it('is up to date in docs/openapi.json (npx vitest run -u rewrites it)', async () => {
  await expect(text).toMatchFileSnapshot('../../docs/openapi.json');
});

it('is valid against the OpenAPI 3.1 schema, which does detect errors', async () => {
  const validator = new Validator();
  expect([await validator.validate(text), validator.version]).toEqual([{ valid: true }, '3.1']);
  const broken = text.replace('"/things"', '"things"');
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});

it('has each endpoint of the contract, with a unique operationId', () => {
  for (const [name, { method, path }] of Object.entries(endpoints)) {
    const place = `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`;
    expect(places.get(place)).toMatchObject({ operationId: name });
  }
  expect(new Set(text.match(/"operationId": "\w+"/g)).size).toBe(Object.keys(endpoints).length);
});

it('contains no broken references', () => {
  const references = [...places.values()].flatMap((one) =>
    '$ref' in one && typeof one.$ref === 'string' ? [one.$ref] : [],
  );
  expect(references.length).toBeGreaterThan(10);
  for (const reference of references) expect([...places.keys()]).toContain(reference);
});

it('declares each path segment as a required parameter', () => {
  for (const [name, item] of Object.entries(document.paths)) {
    const segments = [...name.matchAll(/\{(\w+)\}/g)].map(([, segment]) => segment);
    for (const [, operation] of Object.entries(item)) {
      for (const segment of segments) {
        expect(operation).toMatchObject({
          parameters: [{ name: segment, in: 'path', required: true }],
        });
      }
    }
  }
});

it('4.4: allows exactly the documented fields in a PUT', () => {
  expect(document.components.schemas['ThingsGroupUpdate']).toMatchObject({
    required: ['ThingsGroupName', 'LockMasterImei', 'IMEIPrefix', 'TelephonyProfileId'],
    additionalProperties: false,
  });
});

it('2.4: allows additional fields in a Thing', () => {
  expect(document.components.schemas['Thing']).not.toMatchObject({ additionalProperties: false });
});

it('4.5: lists every parameter, with the bounds of limit and the values of State', () => {
  expect(places.get('#/paths/~1things/get/parameters')).toHaveLength(19);
  const names = [...places.values()].flatMap((one) => ('in' in one && 'name' in one ? [one] : []));
  expect(names).toContainEqual({
    name: 'limit',
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
  });
  expect(names).toContainEqual({
    name: 'State',
    in: 'query',
    schema: { type: 'string', enum: ['ACTIVE', 'SUSPENDED'] },
  });
});

import { describe, expect, inject, it } from 'vitest';

import { changesParameters } from '#contract/history.ts';
import { inventoryThingsParameters, thingEventsParameters } from '#contract/inventoryThings.ts';
import { relationsOf, simFieldNames } from '#contract/simConditions.ts';
import { signedInFixture } from '#testing/fixtures/gatewayFixture.ts';
import { engines, temporaryFolder } from '#testing/fixtures/testDatabases.ts';

/** No database accepts NUL in text, and some byte sequences are not valid text. */
const texts: readonly (readonly [name: string, encoded: string])[] = [
  ['a NUL', 'a%00b'],
  ['a line break', 'a%0Ab'],
  ['half of a surrogate pair', '%ED%A0%80'],
  ['bytes that are not UTF-8', '%FF%FE'],
  ['a percent sign alone', '%'],
  ['ten thousand characters', 'a'.repeat(10_000)],
];

const parameters: Readonly<Record<string, readonly string[]>> = {
  '/records/changes': Object.keys(changesParameters),
  '/records/fleet/events': Object.keys(thingEventsParameters),
  '/records/fleet/things': Object.keys(inventoryThingsParameters),
  '/records/fleet': ['any'],
};

/** Conditions with the text in each of their parts. */
const conditions = [
  ...simFieldNames.flatMap((field) =>
    relationsOf(field).map((relation) => (text: string) => `${field}.${relation}.${text}`),
  ),
  (text: string) => `state.any-of.A,${text}`,
  (text: string) => `state.${text}.A`,
  (text: string) => `${text}.is.A`,
];

const calls = [
  ...conditions.map(
    (written) => ['GET', (text: string) => `/records/fleet/things?where=${written(text)}`] as const,
  ),
  ...Object.entries(parameters).flatMap(([path, names]) =>
    names.map((name) => ['GET', (text: string) => `${path}?${name}=${text}`] as const),
  ),
  ['GET', (text: string) => `/records/fleet/things/${text}`] as const,
  ['PUT', (text: string) => `/records/fleet/readings/${text}`] as const,
  ['PUT', (text: string) => `/api/thingsgroup/${text}`] as const,
  ['GET', (text: string) => `/api/things?filterBy[IMEI]=${text}`] as const,
];

describe.each(engines)('text from outside, with %s', (engine) => {
  it.each(texts)('never make the gateway fail with %s', async (_, text) => {
    const url =
      engine === 'sqlite'
        ? `sqlite:${temporaryFolder()}/console.db`
        : await (await fetch(inject('newDatabaseUrl'), { method: 'POST' })).text();
    const { fixture, cookie } = await signedInFixture({ environment: { DATABASE_URL: url } });
    await fixture.send('GET', '/api/thingsgroup/listWithMeasures', { cookie });
    for (const [method, address] of calls) {
      const body = method === 'PUT' ? { body: { state: 'stopped', things: 0 } } : {};
      const { status } = await fixture.send(method, address(text), { cookie, ...body });
      expect([address(text).slice(0, 80), status < 500]).toEqual([
        address(text).slice(0, 80),
        true,
      ]);
    }
    const scan = await fixture.send('PUT', `/records/fleet/readings/${text}`, {
      cookie,
      body: { state: 'stopped', things: 0 },
    });
    expect(scan.status).toBe(404);
  });
});

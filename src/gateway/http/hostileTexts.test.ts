import { describe, expect, it } from 'vitest';

import { alertsParameters } from '#contract/alerts.ts';
import { changesParameters } from '#contract/history.ts';
import { inventoryThingsParameters, thingEventsParameters } from '#contract/inventoryThings.ts';
import { noteList } from '#contract/notes.ts';
import { relationsOf, simFieldNames } from '#contract/simConditions.ts';
import { signedInFixture } from '#testing/fixtures/gatewayFixture.ts';
import { databaseUrl, engines, gatewayDatabase } from '#testing/fixtures/testDatabases.ts';

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
  '/records/alerts': Object.keys(alertsParameters),
  '/records/changes': Object.keys(changesParameters),
  '/records/fleet/events': Object.keys(thingEventsParameters),
  '/records/fleet/things': Object.keys(inventoryThingsParameters),
  '/records/fleet': ['any'],
  '/records/notes': ['iccids'],
  '/records/note-counts': ['iccids'],
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
  ['PUT', (text: string) => `/records/alerts/${text}`] as const,
  ['PUT', (text: string) => `/records/notes/${text}`] as const,
  ['DELETE', (text: string) => `/records/notes/note-0000000000000001?revision=${text}`] as const,
  ['PUT', (text: string) => `/api/thingsgroup/${text}`] as const,
  ['GET', (text: string) => `/api/things?filterBy[IMEI]=${text}`] as const,
];

describe.each(engines)('text from outside, with %s', (engine) => {
  async function open() {
    const environment = { DATABASE_URL: databaseUrl(await gatewayDatabase(engine)) };
    const signedIn = await signedInFixture({ environment });
    await signedIn.read('/api/thingsgroup/listWithMeasures');
    return signedIn;
  }

  const ended = { state: 'stopped', things: 0 };
  it.each(texts)('never makes the gateway fail with %s', async (_, text) => {
    const { fixture, cookie } = await open();
    for (const [method, address] of calls) {
      const body = method === 'PUT' ? ended : undefined;
      const { status } = await fixture.send(method, address(text), { cookie, body });
      const shown = address(text).slice(0, 80);
      expect([shown, status < 500]).toEqual([shown, true]);
    }
    const path = `/records/fleet/readings/${text}`;
    expect((await fixture.send('PUT', path, { cookie, body: ended })).status).toBe(404);
  });

  it('never makes the gateway fail with a missing list or a large number', async () => {
    const { fixture, cookie } = await open();
    const failed: unknown[] = [];
    for (const path of ['/records/notes', '/records/notes?iccids=', '/records/note-counts']) {
      const { status } = await fixture.send('GET', path, { cookie });
      if (status !== 200) failed.push([path, status]);
    }
    for (const revision of [2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      const note = { iccid: '8988228000000000001', text: 'Text', revision };
      for (const [path, body] of Object.entries({
        '/records/alerts/a1': { note: '', revision },
        '/records/notes/note-0000000000000001': note,
        '/records/views/v1': { name: 'View', search: 'State=ACTIVE', revision },
      })) {
        const { status } = await fixture.send('PUT', path, { cookie, body });
        if (status !== 400) failed.push([path, revision, status]);
      }
    }
    expect(failed).toEqual([]);
  });

  it.each([
    ['a NUL', 'a\u0000b', 'ab'],
    ['a lone surrogate', 'a\uD800b', 'a\uFFFDb'],
    ['an escape sequence', 'a\u001B[2Kb', 'a[2Kb'],
    ['other line breaks', ' a\r\nb\u2028c\u0085d\n', 'a\nb\nc\nd'],
    ['directions that would reach the author’s name', 'a\u202Ereverof\u2069', 'areverof'],
    ['right-to-left text', 'שלום\u200F!', 'שלום\u200F!'],
    ['quotes of SQL', "'; drop table thing_notes; --", "'; drop table thing_notes; --"],
  ])('N3: is stored as plain text in a note: %s', async (_, text, stored) => {
    const { fixture, cookie } = await open();
    const body = { iccid: '8988228000000000001', text, revision: 0 };
    const path = '/records/notes/note-0000000000000001';
    for (let repeated = 0; repeated < 2; repeated++) {
      expect((await fixture.send('PUT', path, { cookie, body })).status).toBe(200);
    }
    const answer = await fixture.send('GET', `/records/notes?iccids=${body.iccid}`, { cookie });
    expect(noteList.parse(await answer.json()).notes).toMatchObject([
      { text: stored, username: 'writer' },
    ]);
  });
});

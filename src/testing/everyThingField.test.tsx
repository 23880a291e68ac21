import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { readThing, type ThingRecord } from '#api/things.ts';
import { lastLocation, thing } from '#contract/thing.ts';
import { knownOfThing } from '#features/things/detail/knownFields.ts';
import { ThingSections } from '#features/things/detail/ThingSections.tsx';
import { allColumns } from '#features/things/export/exportColumns.ts';
import { columnFields } from '#features/things/list/columns/columnFields.ts';
import { fieldValue } from '#features/things/ThingValue.tsx';
import { compareRows, compareText } from '#features/things/workSet/compareRows.ts';
import { createSandbox } from '#sandbox/sandbox.ts';

import { SignedInPage } from './fixtures/SignedInPage.tsx';

const ExternalUniqueId = '8988228000010485811';
const samples = ['4711', 4711, true, ['4711'], { Latitude: 4.7, Longitude: 1.1 }, { SMS_MO: true }];

/** A value that the field accepts. */
const sampleOf = (schema: z.core.$ZodType) =>
  samples.find((sample) => z.safeParse(schema, sample).success);

/** Each declared field, with a record that has only this field. A new field needs no change to this file. */
const withField: readonly (readonly [name: string, fields: object])[] = [
  ...Object.entries(thing.shape).flatMap(([name, schema]) =>
    ['ExternalUniqueId', 'LastLocation', 'Block'].includes(name)
      ? []
      : [[name, { [name]: sampleOf(schema) }] as const],
  ),
  ['Block', { Block: { SMS_MO: true } }],
  ['LastLocation', { LastLocation: { Latitude: 4.7, Longitude: 1.1 } }],
  ...Object.entries(lastLocation.shape).flatMap(([name, schema]) =>
    name.endsWith('itude')
      ? []
      : [[`LastLocation.${name}`, { LastLocation: { [name]: sampleOf(schema) } }] as const],
  ),
];

function recordOf(fields: object): ThingRecord {
  const record = readThing({ ExternalUniqueId, ...fields });
  if (!record) throw new Error('The record could not be read');
  return record;
}

/** The text of every place where a user would look for a field. */
const places: Readonly<Record<string, (record: ThingRecord) => string>> = {
  'the SIM’s page': (record) =>
    renderToStaticMarkup(
      <SignedInPage>
        <ThingSections thing={record} />
      </SignedInPage>,
    ),
  'a column of the list': (record) =>
    columnFields
      .map(({ kind, read }) => renderToStaticMarkup(fieldValue(kind, read(record))))
      .join('\n'),
  'the export, in its own column': (record) =>
    allColumns.map(({ head, text }) => (head.startsWith('Other') ? '' : text(record))).join('\n'),
  'the comparison': (record) =>
    compareText([{ iccid: ExternalUniqueId, isFound: true }], compareRows([record]), false),
};

const none = recordOf({});

describe.each(withField)('%s', (name, fields) => {
  it.each(Object.entries(places))('is in %s', (_place, textOf) => {
    expect(textOf(recordOf(fields))).not.toBe(textOf(none));
  });

  it('is a known field in the list of all fields', () => {
    expect(knownOfThing(name.split('.')[0] ?? '')).toBeDefined();
  });
});

it('every field that the sandbox sends is declared', () => {
  const [record = {}] = createSandbox({ things: 1 }).state.things();
  for (const name of Object.keys(record)) expect(knownOfThing(name)).toBeDefined();
});

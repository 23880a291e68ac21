import { render, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

import { createApi } from '#api/client.ts';
import type { ThingRecord } from '#api/things.ts';
import { formatTime } from '#lib/format.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { SignedInPage } from '#testing/fixtures/SignedInPage.tsx';
import { StillThingsTable } from '#testing/fixtures/StillThingsTable.tsx';
import { scaled } from '#testing/models/modelRuns.ts';

import { ThingSections } from './detail/ThingSections.tsx';

/** Text that appears if a value is printed unchecked. */
const accidents = /undefined|NaN|\[object |Invalid Date|Infinity/;

const [sound] = createSandbox({ things: 1 }).state.things();
if (!sound) throw new Error('The sandbox has no Thing');
const fields = Object.keys(sound).filter((name) => name !== 'ExternalUniqueId');

/** Reads raw records. */
async function read(...items: unknown[]): Promise<readonly ThingRecord[]> {
  const answer = { status: 200, text: JSON.stringify(items), requestId: 'req_1' };
  const api = createApi({ send: async () => answer, budget: () => ({}) });
  const { things } = await api.things.list({ size: items.length, offset: 0 });
  return things;
}

const tableText = (records: readonly ThingRecord[]) =>
  renderToStaticMarkup(<StillThingsTable things={records} />);

const page = (record: ThingRecord) => (
  <SignedInPage>
    <ThingSections thing={record} />
  </SignedInPage>
);
const pageText = (record: ThingRecord) => renderToStaticMarkup(page(record));

const mutations: Readonly<Record<string, (value: unknown) => unknown>> = {
  null: () => null,
  absent: () => undefined,
  'an empty object': () => ({}),
  'an empty list': () => [],
  'another type': (value) => (typeof value === 'string' ? 42 : 'forty-two'),
  'an object in its place': () => ({ Data: { deep: [null, { x: 1 }] }, Latitude: 'north' }),
};

it('V5: a state whose name is also an Object.prototype property is not mistaken for another state', async () => {
  const [record] = await read({ ExternalUniqueId: '1', State: 'constructor' });
  expect(record && tableText([record])).toContain('constructor');
  expect(record && tableText([record])).not.toMatch(accidents);
});

describe('V4: any single field may be wrong', () => {
  it('covers enough fields', () => {
    expect(fields.length * Object.keys(mutations).length).toBeGreaterThanOrEqual(210);
  });

  for (const [name, mutate] of Object.entries(mutations)) {
    it.each(fields)(`%s is ${name}`, async (field) => {
      const [record, ...others] = await read({
        ...sound,
        [field]: mutate(Reflect.get(sound, field)),
      });
      expect(others).toEqual([]);
      if (!record) throw new Error('The record was given up');
      const text = `${tableText([record])}${pageText(record)}`;
      expect(text).toContain(sound.ExternalUniqueId);
      expect(text).not.toMatch(accidents);
    });
  }

  it.each([0, -1, 1.5, 1_700_000_000, 8.64e15 + 1, 1e308])('V6: a time of %d', async (time) => {
    const LastLocation = { ...sound.LastLocation, Timestamp: time };
    const [record] = await read({ ...sound, DateModified: time, DateCreated: time, LastLocation });
    if (!record) throw new Error('The record was given up');
    expect(`${tableText([record])}${pageText(record)}`).not.toMatch(accidents);
  });
});

describe('V4: all fields may be anything at once', () => {
  const values: readonly unknown[] = [
    null, true, false, 0, -1, 7, 1.5, 1e21, -1e-9, 2 ** 53, 8.64e15 + 1,
    '', ' ', 'text', '0', '12', '1e3', '<b>x</b>', '\u202Etfel', '😀', 'x'.repeat(1_000),
    [], [null], [1, 'a', {}], [[[]]], [{ IP: 7 }], [{ IP: '10.0.0.1' }],
    {}, { Data: true }, { Data: 'on' }, { Latitude: 91, Longitude: 'x' }, { a: { b: [] } },
  ]; // prettier-ignore
  /** The table renders this many rows at once. */
  const perPage = 25;

  /** @param records for each record, the index of each field's value */
  async function expectSound(records: readonly (readonly number[])[]) {
    const list = await read(
      ...records.map((chosen, index) => ({
        ...Object.fromEntries(fields.map((field, at) => [field, values[chosen[at] ?? 0]])),
        ExternalUniqueId: `89882280666${index}`,
      })),
    );
    expect(list).toHaveLength(records.length);
    const text = tableText(list);
    expect(text.match(/data-row/g)).toHaveLength(records.length);
    expect(text).not.toMatch(accidents);
  }

  it('with every value in every field: no record is dropped, and none breaks the page', async () => {
    for (const from of values.keys()) {
      await expectSound([fields.map((_, at) => (from + at) % values.length)]);
    }
  });

  it('with random values: no record is dropped, and none breaks the page', async () => {
    const choice = fc.nat({ max: values.length - 1 });
    const choices = fc.array(choice, { minLength: fields.length, maxLength: fields.length });
    const rows = fc.array(choices, { minLength: perPage, maxLength: perPage });
    await fc.assert(fc.asyncProperty(rows, expectSound), {
      numRuns: scaled(120),
      endOnFailure: true,
    });
  }, 60_000);
});

const modified = Date.UTC(2026, 5, 1, 8, 30);
const utc = '2026-06-01T08:30:00.000Z';
const thing: ThingRecord = {
  ExternalUniqueId: '89490100000010485908',
  DateModified: modified,
  DateCreated: 1_700_000_000,
  raw: {},
};

function expectLocalWithUtc(time: HTMLElement) {
  expect(time).toHaveTextContent(formatTime(modified));
  expect(time).toHaveAttribute('dateTime', utc);
  expect(time).toHaveAttribute('title', utc);
}

describe('a time is local, with UTC on hover', () => {
  it('in the table, where focus reveals it too', () => {
    render(<StillThingsTable things={[thing]} isShown={({ id }) => id.startsWith('Date')} />);
    const time = within(screen.getByRole('table')).getByRole('time');
    expectLocalWithUtc(time);
    expect(time).toHaveAttribute('datetime', utc);
    expect(time).toHaveAttribute('tabIndex');
  });

  it('in the view of one Thing', () => {
    render(page(thing));
    const dates = screen.getByRole('region', { name: 'Dates' });
    expectLocalWithUtc(within(dates).getByRole('time'));
    // Seconds instead of milliseconds (API document 2) are shown unchanged.
    expect(dates).toHaveTextContent('1700000000');
  });
});

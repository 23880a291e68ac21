import fc from 'fast-check';
import { expect, it } from 'vitest';

import { unzip } from '#testing/fixtures/unzip.ts';

import { createWorkbookWriter } from './workbook.ts';

/** The cells of a sheet by reference, as Excel reads them. */
function cellsOf(sheet: string): Map<string, string> {
  const cells = sheet.matchAll(
    /<c r="(\w+)" s="\d" t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t>/g,
  );
  return new Map(
    Array.from(cells, ([, place = '', text = '']) => [
      place,
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&')
        .replaceAll(/_x([\dA-F]{4})_/g, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        ),
    ]),
  );
}

async function write(heads: string[], ...batches: string[][][]) {
  const writer = await createWorkbookWriter('Things', heads);
  for (const rows of batches) await writer.add(rows);
  const blob = await writer.finish({
    name: 'About',
    rows: [
      ['Fact', 'Value'],
      ['Rows', '2'],
    ],
  });
  return unzip(Buffer.from(await blob.arrayBuffer()));
}

it('has the files that Excel expects, two named sheets, and all cells as text', async () => {
  const files = await write(
    ['ICCID', 'Thing name', 'IMSI'],
    [['89882280666000001234', 'a', '']],
    [['89882280666000001235', '', '901']],
  );
  expect([...files.keys()]).toEqual([
    '[Content_Types].xml',
    'xl/worksheets/sheet1.xml',
    'xl/worksheets/sheet2.xml',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    '_rels/.rels',
  ]);
  expect(files.get('xl/workbook.xml')).toMatch(/name="Things".*name="About"/);
  expect(Object.fromEntries(cellsOf(files.get('xl/worksheets/sheet1.xml') ?? ''))).toEqual({
    A1: 'ICCID',
    B1: 'Thing name',
    C1: 'IMSI',
    A2: '89882280666000001234',
    B2: 'a',
    A3: '89882280666000001235',
    C3: '901',
  });
  expect(cellsOf(files.get('xl/worksheets/sheet2.xml') ?? '').get('B2')).toBe('2');
});

it('names columns beyond Z', async () => {
  const heads = Array.from({ length: 703 }, (_, index) => String(index));
  const cells = cellsOf((await write(heads)).get('xl/worksheets/sheet1.xml') ?? '');
  const found = ['Z1', 'AA1', 'ZZ1', 'AAA1'].map((place) => cells.get(place));
  expect(found).toEqual(['25', '26', '701', '702']);
});

it('keeps any text: markup, control characters, and text that looks like an escape', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
    fc.constantFrom('<b>&amp;', '_x0041_', '_x005F_', 'a\0b\rc\u001F', ' x ', '=1+1', '\uFFFE'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 80 }), async (cells) => {
      const sheet = (await write(['h'], [cells])).get('xl/worksheets/sheet1.xml') ?? '';
      expect([...cellsOf(sheet).values()].slice(1)).toEqual(cells);
      // oxlint-disable-next-line no-control-regex -- XML does not allow these characters
      expect(sheet).not.toMatch(/[\0-\u0008\u000B-\u001F\uFFFE\uFFFF]/);
    }),
    { numRuns: 50 },
  );
});

it('truncates cells that are too long for Excel, and counts them', async () => {
  const writer = await createWorkbookWriter('Things', ['h']);
  await writer.add([['x'.repeat(32_767)], ['x'.repeat(32_768)]]);
  expect(writer.cutCells()).toBe(1);
  await writer.add([['x'.repeat(40_000), 'y']]);
  expect(writer.cutCells()).toBe(2);
  const sheet = (await write(['h'], [['x'.repeat(40_000)]])).get('xl/worksheets/sheet1.xml');
  expect(cellsOf(sheet ?? '').get('A2')).toHaveLength(32_767);
});

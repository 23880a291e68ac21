import { describe, expect, it } from 'vitest';

import { createWorkbookWriter } from '../../export/workbook.ts';
import { decodeText, fileText, readListFile } from './listFile.ts';

const iccid = '8988228066600012343';
const other = '8949012000001234567';
const noPause = { clock: { now: () => 0 }, pause: async () => undefined };

const file = (content: BlobPart, name: string) => new File([content], name);

function utf16(text: string, isLittleEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index++) {
    view.setUint16(index * 2, text.charCodeAt(index), isLittleEndian);
  }
  return new Uint8Array(view.buffer);
}

it.each([
  ['UTF-8', new TextEncoder().encode('Zürich')],
  ['UTF-8 with a byte order mark', new TextEncoder().encode('\u{feff}Zürich')],
  ['UTF-16 with a byte order mark', utf16('\u{feff}Zürich', true)],
  ['UTF-16, most significant byte first', utf16('\u{feff}Zürich', false)],
  ['UTF-16 without a byte order mark', utf16('Zürich', true)],
  ['Windows-1252', Uint8Array.from([0x5a, 0xfc, 0x72, 0x69, 0x63, 0x68])],
])('a file in %s is decoded', (_name, bytes) => expect(decodeText(bytes)).toBe('Zürich'));

describe('the columns of a file', () => {
  it.each([';', ',', '\t'])('are found between %j, and the ICCIDs are read', async (separator) => {
    const rows = [
      ['Customer', 'ICCID', 'Rate'],
      ['"Acme"', `"${iccid}"`, '1.5'],
      ['"Acme 2"', other, '2.5'],
    ];
    const csv = rows.map((row) => row.join(separator)).join('\r\n');
    const found = await readListFile(file(csv, 'sims.csv'), noPause);
    expect(found.columns.map(({ label }) => label)).toEqual(['Customer', 'ICCID', 'Rate']);
    expect(await fileText(found, found.best, noPause)).toBe(`ICCID\n${iccid}\n${other}`);
    expect(await fileText(found, 'all', noPause)).toContain(`Acme\t${iccid}\t1.5`);
  });

  it.each([
    [`x;${iccid}\ny;${other}`, `${iccid}\n${other}`],
    ['van 17;Berlin\nvan 18;Bonn', 'van 17\nvan 18'],
    ['Van 1;SIM\nVan 2;SIM', 'Van 1\nVan 2'],
    ['van;8.98823E+18\nvan;8.98823E+18', '8.98823E+18\n8.98823E+18'],
  ])('without headings are named by letters: %j', async (text, expected) => {
    const plain = await readListFile(file(text, 'sims.csv'), noPause);
    expect(plain.columns.map(({ label }) => label)).toEqual(['Column A', 'Column B']);
    expect(await fileText(plain, plain.best, noPause)).toBe(expected);
  });

  it('do not include the heading row, even if a heading is unknown', async () => {
    const headed = await readListFile(file(`No;Card;\n1;${iccid};\n`, 'sims.csv'), noPause);
    expect(headed.columns.map(({ filled }) => filled)).toEqual([1, 1, 0]);
    expect(await fileText(headed, headed.best, noPause)).toBe(`\n${iccid}`);
    const numbered = await readListFile(file('Phone number;Site 1\n;x', 'a.csv'), noPause);
    expect(numbered.columns.map(({ filled }) => filled)).toEqual([0, 1]);
  });

  it('do not exist in a list of plain lines', async () => {
    const text = `${iccid}\nBerlin, scooter 7\n`;
    const found = await readListFile(file(text, 'sims.txt'), noPause);
    expect(found.columns).toEqual([]);
    expect(await fileText(found, 'all', noPause)).toBe(text);
  });
});

/** Workbook parts with cells as Excel stores them. */
async function workbook(rows: string): Promise<Uint8Array<ArrayBuffer>> {
  const { zipSync, strToU8 } = await import('fflate');
  const xml = (text: string) => strToU8(`<?xml version="1.0"?>${text}`);
  const packed = zipSync({
    'xl/workbook.xml': xml('<workbook><sheets><sheet name="A" r:id="rId7"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': xml(
      '<Relationships><Relationship Target="worksheets/first.xml" Id="rId7"/></Relationships>',
    ),
    'xl/sharedStrings.xml': xml(
      `<sst><si><t>ICCID</t></si><si><r><t>89882280666</t></r><r><t xml:space="preserve">00012343</t></r></si><si><t>A &amp; B</t></si></sst>`,
    ),
    'xl/worksheets/first.xml': xml(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  });
  return new Uint8Array(packed);
}

describe('a workbook', () => {
  it('keeps every digit of text and numbers, and leaves rounded numbers rounded', async () => {
    const rows = `
      <row r="1"><c r="B1" t="s"><v>0</v></c></row>
      <row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" t="s"><v>1</v></c></row>
      <row r="4"><c r="B4"><v>8988228066600012343</v></c></row>
      <row r="5"><c r="B5" t="inlineStr"><is><t>${other}</t></is></c><c r="C5" t="b"><v>1</v></c></row>
      <row r="6"><c r="A6"/><c r="B6" s="2"><v>8.9882280666000118E+18</v></c></row>`;
    const found = await readListFile(file(await workbook(rows), 'sims.xlsx'), noPause);
    const lines = ['ICCID', iccid, '', iccid, other, '8.9882280666000118E+18'];
    expect(await fileText(found, found.best, noPause)).toBe(lines.join('\n'));
    expect(await fileText(found, 'all', noPause)).toContain(`A & B\t${iccid}`);
  });

  it('exported by the console can be read back', async () => {
    const writer = await createWorkbookWriter('Things', ['ICCID', 'Thing name']);
    await writer.add([
      [iccid, 'Van <1> & "2"'],
      [other, '=1+1'],
    ]);
    const blob = await writer.finish({ name: 'About', rows: [['Fact', 'Value']] });
    const found = await readListFile(file(blob, 'things.xlsx'), noPause);
    expect(await fileText(found, 0, noPause)).toBe(`ICCID\n${iccid}\n${other}`);
    expect(await fileText(found, 1, noPause)).toBe('Thing name\nVan <1> & "2"\n=1+1');
  });

  it.each([
    ['is damaged', Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 1, 2, 3])],
    ['is another archive', Uint8Array.from([0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)])],
  ])('that %s is rejected with a message that says what to do', async (_name, bytes) => {
    await expect(readListFile(file(bytes, 'sims.xlsx'), noPause)).rejects.toThrow(
      /as (?:XLSX or )?CSV/,
    );
  });
});

describe('a file that is not a list', () => {
  it.each([
    ['%PDF-1.7\n1 0 obj\n', 'list.csv'],
    ['{\\rtf1\\ansi 8988}', 'list.txt'],
    ['<!DOCTYPE html><table>', 'list.xls'],
  ])('%j is recognized by its first characters and rejected', async (text, name) => {
    await expect(readListFile(file(text, name), noPause)).rejects.toThrow(
      `${name} is not a text file`,
    );
  });

  it('that the browser cannot read is rejected with a message', async () => {
    const gone = file('8988', 'list.csv');
    gone.arrayBuffer = async () => {
      throw new DOMException('The file could not be read', 'NotReadableError');
    };
    await expect(readListFile(gone, noPause)).rejects.toThrow(
      'The browser could not read list.csv.',
    );
  });
});

const rows = Array.from({ length: 1_000 }, (_, row) => `Acme;${row};${iccid}`);
const sheet = rows.map(
  (_, row) => `<row r="${row + 1}"><c r="B${row + 1}"><v>${row}</v></c></row>`,
);

it.each([
  // Each line, row and cell counts as a step.
  ['a table', 5, rows.join('\r\n')],
  ['lines', 2, rows.map((_, row) => `Scooter ${row}`).join('\r\n')],
  ['a workbook', 3, sheet.join('')],
])('a large file (%s) is read in slices, with the same result', async (kind, steps, content) => {
  const large = file(kind === 'a workbook' ? await workbook(content) : content, 'sims');
  let now = 0;
  let pauses = 0;
  // Each step takes up a whole slice.
  const sliced = { clock: { now: () => (now += 12) }, pause: async () => void pauses++ };
  const found = await readListFile(large, sliced);
  expect(pauses).toBeGreaterThanOrEqual(steps * found.rows.length);
  expect(found).toEqual(await readListFile(large, noPause));
  pauses = 0;
  const text = await fileText(found, 'all', sliced);
  expect(pauses).toBe(found.rows.length);
  expect(text).toBe(await fileText(found, 'all', noPause));
});

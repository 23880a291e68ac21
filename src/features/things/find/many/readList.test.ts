import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { checkDigit } from '#identifiers/luhn.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { createLineReadings, maxItems, readList, type ListItem } from './readList.ts';

const iccid = '8988228066600012343';
const other = '8949012000001234567';
const imei = '356846100043219';
const imsi = '262011234567890';
const phone = '491511234567';

const given = () => ({
  clock: manualClock(),
  pause: () => Promise.resolve(),
  known: createLineReadings(),
  signal: new AbortController().signal,
});

const itemsOf = async (text: string): Promise<readonly ListItem[]> =>
  (await readList(text, given()))?.items ?? [];

/** Each item as its line number, then the kind and value of its first interpretation, or its problem. */
async function read(text: string): Promise<readonly string[]> {
  return (await itemsOf(text)).map((item) => {
    if (item.kind === 'problem') return `${item.line} ${item.problem}`;
    if (item.kind === 'twice') return `${item.line} twice, as line ${item.firstLine}`;
    const [{ kind, value }] = item.candidates;
    return `${item.line} ${kind} ${value}`;
  });
}

describe('spellings of one identifier', () => {
  it.each([
    ['plain', iccid],
    ['quoted', `"${iccid}"`],
    ['in single quotes', `'${iccid}'`],
    ['with a leading apostrophe', `'${iccid}`],
    ['as a formula', `="${iccid}"`],
    ['in groups of four', '8988 2280 6660 0012 343'],
    ['with dashes', '89-882280-6660-0012343'],
    ['with dots', '8988.2280.6660.0012.343'],
    ['with slashes', '8988/2280/6660/0012343'],
    ['with a trailing F', `${iccid}F`],
    ['with a trailing f in groups', '8988 2280 6660 0012 343f'],
    ['with non-breaking spaces', '8988 2280 6660 0012 343'],
    ['with zero-width characters', `​8988​228066600012343﻿`],
    ['with direction marks', `‎‪${iccid}‬‏`],
    ['in full-width digits', '８９８８２２８０６６６０００１２３４３'],
    ['with thousands separators', '8,988,228,066,600,012,343'],
    ['with decimals', `${iccid}.00`],
    ['with a label', `ICCID: ${iccid}`],
    ['with a label and number sign', `ICCID no. ${iccid}`],
    ['with a general label', `SIM: ${iccid}`],
    ['with a bullet', `- ${iccid}`],
    ['quoted in an email', `> > ${iccid}`],
    ['with a number of a list', `12. ${iccid}`],
    ['with a number in brackets', `3) ${iccid}`],
    ['beside a row number', `1 ${iccid}`],
    ['beside a quantity', `${iccid} 1`],
    ['beside a row number and a dash', `1 - ${iccid}`],
    ['beside a row number after its label', `SIM 1 ${iccid}`],
    ['beside a date and a time', `[2026-11-22 10:05] ${iccid}`],
    ['in a line of a log', `2026-11-22T10:05:33Z ${iccid} offline`],
    ['with its last digits apart', '8988228066600012 343'],
    ['with trailing separators', `${iccid};;;`],
    ['with a trailing comma', `${iccid},`],
    ['in a sentence', `The SIM ${iccid} is offline since yesterday, please check it again today.`],
    ['in scientific notation with all digits', '8.988228066600012343E+18'],
  ])('ICCID %s', async (_name, text) => expect(await read(text)).toEqual([`1 iccid ${iccid}`]));

  it.each([
    ['+49 151 1234567', `1 msisdn ${phone}`],
    ['0049 151 1234567', `1 msisdn ${phone}`],
    ['+49 (0)151 1234567', `1 msisdn ${phone}`],
    ['tel: 49-151-1234567', `1 msisdn ${phone}`],
    ['MSISDN=491511234567', `1 msisdn ${phone}`],
    ['Phone 2: +49 151 1234567', `1 msisdn ${phone}`],
    ['MSISDN 1: 491511234567', `1 msisdn ${phone}`],
    ['IMEI: 35-684610-004321-9', `1 imei ${imei}`],
    [`IMEI: ${imei} / 01`, `1 imei ${imei}`],
    [`${imei}/01`, `1 imei ${imei}`],
    [`IMEI 1 ${imei}`, `1 imei ${imei}`],
    ['IMEI: 35684610004321 9', `1 imei ${imei}`],
    ['ICCID: 8988228066600012 34', '1 iccid 898822806660001234'],
    ['ICCID 12345678901234 12345', '1 iccid 1234567890123412345'],
    ['3.56846100043219E+14', `1 imei ${imei}`],
    [`IMSI ${imsi}`, `1 imsi ${imsi}`],
    ['name: Berlin, scooter 7', '1 name Berlin, scooter 7'],
    ['Scooter 12', '1 name Scooter 12'],
    ['SIM-12', '1 name SIM-12'],
    ['Cell 5', '1 name Cell 5'],
    ['Berlin, scooter 7', '1 name Berlin, scooter 7'],
  ])('%s', async (text, expected) => expect(await read(text)).toEqual([expected]));
});

describe('several on one line', () => {
  it.each([
    ['commas', `${iccid},${other}`],
    ['commas and spaces', `${iccid}, ${other}`],
    ['semicolons', `${iccid};${other}`],
    ['full-width commas', `${iccid}，${other}`],
    ['full-width semicolons', `${iccid}；${other}`],
    ['quoted semicolons', `"${iccid}";"${other}"`],
    ['tabs', `${iccid}\t${other}`],
    ['spaces', `${iccid} ${other}`],
    ['slashes', `${iccid} / ${other}`],
    ['words between them', `Please check ${iccid} and also ${other} for us`],
  ])('separated by %s', async (_name, text) =>
    expect(await read(text)).toEqual([`1 iccid ${iccid}`, `1 iccid ${other}`]),
  );

  it('are a name and numbers of the same SIM', async () => {
    expect(await read(`Scooter 12, ${iccid}, IMEI ${imei}`)).toEqual([
      '1 name Scooter 12',
      `1 iccid ${iccid}`,
      `1 imei ${imei}`,
    ]);
  });

  it('are phone numbers without a plus', async () => {
    expect(await read(`${phone}1,${phone}2`)).toEqual([`1 msisdn ${phone}1`, `1 msisdn ${phone}2`]);
  });
});

describe('tables', () => {
  it('takes a column’s kind from its heading, and ignores columns whose heading names none', async () => {
    const table = `﻿ICCID;IMSI;Comment\r\n${iccid};${imei};broken\r\n;${imsi};12 times\r\n`;
    expect(await read(table)).toEqual([`2 iccid ${iccid}`, `2 imsi ${imei}`, `3 imsi ${imsi}`]);
  });

  it('treats commas outside quotes as column separators in a table with a heading', async () => {
    expect(await read(`Name,ICCID\n"Berlin, scooter 7",${iccid}`)).toEqual([
      '2 name Berlin, scooter 7',
      `2 iccid ${iccid}`,
    ]);
  });

  it('does not take words such as “mobile” for headings beside numbers', async () => {
    const data = ['1 name Scooter 12, phone', '2 msisdn 1511234567', '3 name Van 1'];
    expect(await read('Scooter 12, phone\n01511234567;Mobile\nVan 1;SIM')).toEqual(data);
    expect(await read('MSISDN;01511234567')).toEqual(['1 msisdn 1511234567']);
    for (const heading of ['Phone number;Site 1', 'Phone;Plan 5G', 'MSISDN;IMEI 1', 'SIM;IMEI 1']) {
      expect(await read(`${heading}\n${phone};x`)).toEqual([`2 msisdn ${phone}`]);
    }
    expect(await read(`Site 1;ICCID\nBerlin;${iccid}`)).toEqual([`2 iccid ${iccid}`]);
  });

  it('does not make the heading part of a name', async () => {
    expect(await itemsOf(`IMEI;ICCID\n"n/a";${phone}`)).toMatchObject([
      { candidates: [{ kind: 'name', value: 'n/a' }] },
      { candidates: [{ value: phone }, { value: phone }] },
    ]);
  });

  it('applies the heading of a single column to each line', async () => {
    expect(await read(`MSISDN\r${imsi}`)).toEqual([`2 msisdn ${imsi}`]);
  });
});

describe('items that cannot be looked up', () => {
  it.each([
    ['8.98823E+18', 'digitsLost'],
    ['8,98823E+18', 'digitsLost'],
    ['ICCID: 8.98823E+18', 'digitsLost'],
    ['"8.9882280666000E+18"', 'digitsLost'],
    ['3.5684610004321E+14', 'digitsLost'],
    ['89049032000001000000045678901234', 'eid'],
    ['123456789012345678901234', 'tooLong'],
    ['12', 'tooShort'],
    ['IMEI: 12', 'tooShort'],
    ['2026-11-22', 'date'],
    ['22.11.2026 14:05', 'date'],
    ['Hello team,', 'sentence'],
    ['could you please have a look at these SIMs today', 'sentence'],
  ])('%s', async (text, problem) => expect(await read(text)).toEqual([`1 ${problem}`]));

  it('include duplicates in another format', async () => {
    expect(await read(`${iccid}\n\n"${iccid}F"\nVan 7\nvan  7`)).toEqual([
      `1 iccid ${iccid}`,
      '3 twice, as line 1',
      '4 name Van 7',
      '5 twice, as line 4',
    ]);
  });

  it('do not include digits that look rounded: those are marked, and looked up unchanged', async () => {
    const rounded = { kind: 'identifier', isRounded: true };
    expect(await itemsOf('8988228066600010000')).toMatchObject([rounded]);
  });
});

it('tries every possible interpretation of fifteen digits without a label', async () => {
  const [item] = await itemsOf(imei);
  const kinds = item?.kind === 'identifier' ? item.candidates.map(({ kind }) => kind) : [];
  expect(kinds).toEqual(['imei', 'imsi', 'msisdn', 'imei']);
});

/** Characters from spreadsheets and emails that may surround an identifier or separate its digits. */
const edge = fc.constantFrom('', ' ', '\u{a0}', '"', "'", '\u{200b}', '\u{feff}', '\u{202a}', '(');
const between = fc.constantFrom('', '', '', ' ', '-', '\u{a0}', '\u{200b}', '\u{2011}', '.', '/');
const labels = fc.constantFrom('', 'ICCID: ', 'ICCID ', 'SIM card: ', 'icc-id=', 'Iccid no. ');

it('reads an ICCID with any noise around and between its digits, and never changes a digit', async () => {
  await fc.assert(
    fc.asyncProperty(
      // A last group of zeros could be decimals.
      fc.stringMatching(/^89[0-9]{15,16}[1-9]$/).map((start) => start + checkDigit(start)),
      labels,
      edge,
      fc.array(between, { minLength: 5, maxLength: 5 }),
      fc.boolean(),
      async (value, label, noise, gaps, hasF) => {
        // Groups of four, as printed on a card. Other groups could be separate numbers.
        const groups = value.match(/\d{1,4}/g) ?? [];
        const spelled = groups.map((group, index) => group + (gaps[index] ?? '')).join('');
        const text = `${noise}${label}${spelled}${hasF ? 'F' : ''}${noise}`;
        expect(await read(text)).toEqual([`1 iccid ${value}`]);
      },
    ),
    { numRuns: 500 },
  );
});

it('takes each value only from digits in the list, in their order', async () => {
  const texts = fc.sample(
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789 ,;-+E.:"ax\t')), maxLength: 60 }),
    1_000,
  );
  const changed: string[] = [];
  for (const text of texts) {
    const written = text.replaceAll(/\D/g, '');
    for (const item of await itemsOf(text)) {
      for (const { kind, value } of item.kind === 'identifier' ? item.candidates : []) {
        if (kind !== 'name' && !written.includes(value)) changed.push(`${text}: ${value}`);
      }
    }
  }
  expect(changed).toEqual([]);
});

describe('long lists', () => {
  const identifiers = (count: number) =>
    Array.from({ length: count }, (_, row) => String(8n * 10n ** 18n + BigInt(row)));

  it.each([
    ['lines', identifiers(maxItems + 7), 7],
    ['items', [...identifiers(maxItems - 1), `${iccid};${other};${imsi}`], 1],
  ])(`are cut after ${maxItems} %s, and say what is left out`, async (_, lines, leftOut) => {
    const parsed = await readList(lines.join('\n'), given());
    expect(parsed?.items).toHaveLength(maxItems);
    expect(parsed?.leftOut).toBe(leftOut);
  });

  const words = ['a', '8', '\u{5d0}\u{200f}'];
  it.each(words)('of a megabyte of %j without a space contain no identifier', async (text) => {
    expect(await read(text.repeat(1_000_000 / text.length))).toEqual(['1 tooLong']);
  });

  it.each([';', ',', '\t', '"', ' ', '|'])('of a megabyte of %j are empty', async (text) => {
    expect(await read(text.repeat(1_000_000))).toEqual([]);
  });
});

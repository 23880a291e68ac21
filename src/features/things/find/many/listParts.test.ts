import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { scaled } from '#testing/models/modelRuns.ts';

import { lineEnd, listParts, maxLine } from './listParts.ts';
import { createLineReadings, maxItems, readList } from './readList.ts';

const given = () => ({
  clock: { now: () => 0 },
  pause: () => Promise.resolve(),
  known: createLineReadings(),
  signal: new AbortController().signal,
});

const mark = fc.constantFrom(
  ...Array.from('\n\r\u{85}\v ,;\t|"\u{a0}\u{200b}x'),
  '\r\n',
  '8988228066600012343',
  '262011234567890',
  '+49 151 1234567',
  'ICCID',
  '\nICCID;Name\n',
);
const short = fc.array(mark, { maxLength: 8 }).map((marks) => marks.join(''));
/** Lengths around the limit beyond which a line is read in parts. */
const long = fc
  .tuple(short, fc.integer({ min: maxLine - 50, max: maxLine + 600 }))
  .map(([text, length]) => text.repeat(Math.ceil(length / Math.max(1, text.length))));
const list = fc.array(fc.oneof({ weight: 3, arbitrary: short }, long), { maxLength: 6 });

it('the parts of a list add up to its text without the line breaks', () => {
  fc.assert(
    fc.property(list, (texts) => {
      const text = texts.join('');
      const lines = text.split(lineEnd).map((content, index) => `${index + 1} ${content}`);
      const byLine = Map.groupBy(listParts(text), ({ line }) => line);
      const joined = [...byLine].map(
        ([line, parts]) => `${line} ${parts.map((part) => part.text).join('')}`,
      );
      expect(joined.filter((line) => !line.endsWith(' '))).toEqual(
        lines.filter((line) => !line.endsWith(' ')),
      );
    }),
    { numRuns: 300 },
  );
});

it('reading a list gives the same result, however often it pauses', async () => {
  await fc.assert(
    fc.asyncProperty(
      list,
      fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1 }),
      async (texts, steps) => {
        const text = texts.join('');
        let now = 0;
        let looks = 0;
        const sliced = await readList(text, {
          ...given(),
          clock: { now: () => (now += steps[looks++ % steps.length] ?? 0) },
        });
        expect(sliced).toEqual(await readList(text, given()));
      },
    ),
    { numRuns: 300 },
  );
});

const identifiers = (count: number) =>
  Array.from({ length: count }, (_, row) => String(8n * 10n ** 18n + BigInt(row)));
const tooMany = identifiers(maxItems + 1).join('\n');

it.each([
  ['letters', 'a'.repeat(1_000_000)],
  ['blanks', ' '.repeat(1_000_000)],
  ['quotes', '"'.repeat(1_000_000)],
  ['separators', ';,|\t'.repeat(250_000)],
  ['invisible characters', '\u{200b}'.repeat(1_000_000)],
  ['words', 'IMEI 356846100043219 '.repeat(scaled(10_000))],
  ['cells', '8988228066600012343,'.repeat(50_000)],
  ['long lines', `${'x y '.repeat(2_000)}\n`.repeat(scaled(10))],
  ['what is left out', `${tooMany}\n${'x'.repeat(1_000_000)}\n${'y,'.repeat(100_000)}`],
  ['lines that are left out', tooMany + '\nand another line'.repeat(50_000)],
])('a slice of reading of a long list of %s covers at most one line', async (_name, text) => {
  const read: number[] = [];
  const known = createLineReadings();
  let now = 0;
  let pauses = 0;
  await readList(text, {
    ...given(),
    // Each step takes up a whole slice.
    clock: { now: () => (now += 12) },
    pause: async () => void pauses++,
    known: {
      read(line, heading) {
        read.push(line.length);
        return known.read(line, heading);
      },
    },
  });
  expect(read.filter((length) => length > maxLine)).toEqual([]);
  const parts = [...listParts(text)];
  expect(parts.filter((part) => part.text.length > maxLine)).toEqual([]);
  expect(pauses).toBe(parts.length);
});

describe('long lists', () => {
  it('are read in slices, so that the page stays usable', async () => {
    let now = 0;
    let longest = 0;
    let sliceStart = 0;
    const text = Array.from({ length: 1_000 }, (_, row) => `IMEI: ${String(10 ** 14 + row)}`);
    const parsed = await readList(text.join('\n'), {
      ...given(),
      // The clock is read once per line, and each reading takes half a millisecond.
      clock: { now: () => (now += 0.5) },
      pause: async () => {
        longest = Math.max(longest, now - sliceStart);
        sliceStart = now;
      },
    });
    expect(parsed?.items).toHaveLength(1_000);
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThan(20);
  });

  it('may be one long line, which is also read in slices', async () => {
    let now = 0;
    let pauses = 0;
    const parsed = await readList(identifiers(maxItems + 100).join(','), {
      ...given(),
      clock: { now: () => (now += 0.5) },
      pause: async () => void pauses++,
    });
    expect(parsed?.items).toHaveLength(maxItems);
    expect(parsed?.leftOut).toBe(1);
    expect(pauses).toBeGreaterThan(50);
  });

  it('are no longer read once other text is typed', async () => {
    let now = 0;
    const typing = new AbortController();
    const parsed = await readList(identifiers(2).join('\n'), {
      ...given(),
      clock: { now: () => (now += 20) },
      pause: async () => typing.abort(),
      signal: typing.signal,
    });
    expect(parsed).toBeUndefined();
  });
});

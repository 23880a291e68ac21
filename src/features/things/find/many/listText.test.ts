import fc from 'fast-check';
import { expect, it } from 'vitest';

import {
  insertedText,
  isLong,
  selectedLine,
  shownChars,
  shownLines,
  shownPlace,
  turnedText,
  typedText,
  wholeText,
  type ListText,
} from './listText.ts';

const rows = (count: number, text = 'row') =>
  Array.from({ length: count }, (_, row) => `${text} ${row + 1}`).join('\n');
const shownOf = ({ text, shown }: ListText) => text.slice(shown.start, shown.end);

const piece = fc.oneof(
  fc.integer({ min: 1, max: 900 }).map((count) => `${rows(count)}\n`),
  fc.integer({ min: 1, max: 50_000 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 1, max: 15_000 }).map((length) => '\u{1f4a1}'.repeat(length)),
  fc.constantFrom('\n', '\n\n', 'short\n'),
);
const texts = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

function expectBounded(list: ListText, times = 1) {
  const { text, shown } = list;
  expect(shown.start).toBeGreaterThanOrEqual(0);
  expect(shown.end).toBeLessThanOrEqual(text.length);
  expect(shown.end - shown.start).toBeLessThanOrEqual(times * shownChars);
  expect(shownOf(list).split('\n').length).toBeLessThanOrEqual(times * shownLines);
  // Never splits a surrogate pair.
  expect(shownOf(list).isWellFormed()).toBe(true);
}

it('the field shows a short list in full', () => {
  const text = rows(shownLines);
  expect(shownOf(wholeText(text))).toBe(text);
  expect(isLong(text)).toBe(false);
  expect(isLong(`${text}\n`)).toBe(true);
  expect(isLong('x'.repeat(shownChars + 1))).toBe(true);
});

it('the field shows one part of a longer list at a time, and can show every part', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const parts: string[] = [];
      let list = wholeText(text);
      expectBounded(list);
      parts.push(shownOf(list));
      while (list.shown.end < text.length) {
        const next = turnedText(list, 'next');
        expectBounded(next);
        parts.push(text.slice(list.shown.end, next.shown.start) + shownOf(next));
        expect(next.shown.start - list.shown.end).toBeLessThanOrEqual(1);
        list = next;
      }
      expect(parts.join('')).toBe(text);
      while (list.shown.start > 0) {
        const previous = turnedText(list, 'previous');
        expectBounded(previous);
        expect(list.shown.start - previous.shown.end).toBeLessThanOrEqual(1);
        expect(previous.shown.start).toBeLessThan(list.shown.start);
        list = previous;
      }
    }),
    { numRuns: 100 },
  );
});

it('the field shows where text was inserted, whatever surrounds it', () => {
  fc.assert(
    fc.property(texts, texts, fc.nat(), fc.nat(), (text, inserted, from, length) => {
      const start = from % (text.length + 1);
      const end = Math.min(text.length, start + (length % 2_000));
      const list = insertedText(wholeText(text), inserted, { start, end });
      expect(list.text).toBe(text.slice(0, start) + inserted + text.slice(end));
      // The cursor is never inside a surrogate pair.
      fc.pre(list.text.isWellFormed());
      const cursor = start + inserted.length;
      expect(list.cursor).toEqual({ start: cursor, end: cursor });
      expect(list.shown.start).toBeLessThanOrEqual(cursor);
      expect(list.shown.end).toBeGreaterThanOrEqual(cursor);
      expectBounded(list);
    }),
    { numRuns: 200 },
  );
});

it('the field changes the part that is shown, and nothing else', () => {
  fc.assert(
    fc.property(texts, fc.array(texts, { maxLength: 3 }), fc.nat(4), (text, values, turns) => {
      let list = wholeText(text);
      for (let turn = 0; turn < turns && list.shown.end < list.text.length; turn++) {
        list = turnedText(list, 'next');
      }
      for (const value of values) {
        const { start, end } = list.shown;
        const before = list.text;
        list = typedText(list, value, value.length);
        expect(list.text).toBe(before.slice(0, start) + value + before.slice(end));
        expectBounded(list, 2);
        expect(list.shown.start).toBeLessThanOrEqual(start + value.length);
        expect(list.shown.end).toBeGreaterThanOrEqual(start + value.length);
        expect(isLong(list.text) || shownOf(list) === list.text).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

it('the field shows and selects a line, even after line breaks that the field does not display', () => {
  for (const text of [rows(1_200), rows(1_200).replaceAll('\n', '\u{2028}')]) {
    const list = selectedLine(wholeText(text), 900);
    const { start = 0, end = 0 } = list.cursor ?? {};
    expect(text.slice(start, end)).toBe('row 900');
    expect(shownOf(list)).toContain('row 900');
    expect(selectedLine(list, 901).shown).toEqual(list.shown);
  }
});

it('the field says which lines it shows, or which characters of an overlong line', () => {
  const list = wholeText(rows(1_200));
  expect(shownPlace(list)).toEqual({ unit: 'Lines', from: 1, to: 500, of: 1_200 });
  const next = turnedText(list, 'next');
  expect(shownPlace(next)).toEqual({ unit: 'Lines', from: 501, to: 1_000, of: 1_200 });
  const line = wholeText('x'.repeat(50_000));
  expect(shownPlace(line)).toEqual({ unit: 'Characters', from: 1, to: 20_000, of: 50_000 });
});

it('the field treats all systems’ line breaks alike', () => {
  expect(insertedText(wholeText(''), 'a\r\nb\rc', { start: 0, end: 0 }).text).toBe('a\nb\nc');
});

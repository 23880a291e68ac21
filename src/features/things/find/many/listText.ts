import { lineEnd } from './listParts.ts';

/** A part of the text, from `start` up to but excluding `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A list as text, and the part that the field shows. Browsers lay out a field's entire text on every change, which
 * takes hundreds of milliseconds for long text.
 */
export interface ListText {
  readonly text: string;
  readonly shown: Span;
  /** The requested cursor position in the whole text, a new object for each request; undefined if the cursor stays. */
  readonly cursor: Span | undefined;
}

/** The field shows at most this much of longer text. */
export const shownLines = 500;
export const shownChars = 20_000;

/** A new list, shown from the start. */
export function wholeText(text: string): ListText {
  return { text, shown: spanFrom(text, 0), cursor: undefined };
}

/**
 * The list after the field was edited.
 *
 * @param cursor its position in the field
 */
export function typedText(list: ListText, value: string, cursor: number): ListText {
  const { start, end } = list.shown;
  const text = list.text.slice(0, start) + value + list.text.slice(end);
  const shown = { start, end: start + value.length };
  // The part grows as the user types, and is cut only once it is far too long.
  const isFar = value.length > 2 * shownChars || linesIn(value) > 2 * shownLines;
  const isWhole = value.length === text.length;
  const isKept = isWhole || (value !== '' && isLong(text));
  if (isKept && !isFar) return { text, shown, cursor: undefined };
  return withCursor(text, { start: start + cursor, end: start + cursor });
}

/**
 * Replaces part of the list with other text, and puts the cursor after it.
 *
 * @param replaced a span of the whole text
 */
export function insertedText(list: ListText, inserted: string, replaced: Span): ListText {
  const added = inserted.replaceAll(/\r\n?/g, '\n');
  const text = list.text.slice(0, replaced.start) + added + list.text.slice(replaced.end);
  const end = replaced.start + added.length;
  return withCursor(text, { start: end, end });
}

/** Shows the part before or after the current one. */
export function turnedText(list: ListText, to: 'previous' | 'next'): ListText {
  const { text, shown } = list;
  const cursor = undefined;
  if (to === 'next') {
    const start = text[shown.end] === '\n' ? shown.end + 1 : shown.end;
    return { text, shown: spanFrom(text, start), cursor };
  }
  const end = text[shown.start - 1] === '\n' ? shown.start - 1 : shown.start;
  const start = startBefore(text, end, shownLines, shownChars);
  return { text, shown: { start, end }, cursor };
}

/** Shows the part with this line, and selects the line so that it can be corrected immediately. */
export function selectedLine({ text, shown }: ListText, line: number): ListText {
  const ends = text.matchAll(new RegExp(lineEnd, 'g'));
  let start = 0;
  let end = text.length;
  for (const found of ends) {
    if (--line === 0) {
      end = found.index;
      break;
    }
    start = found.index + found[0].length;
  }
  if (start >= shown.start && end <= shown.end) return { text, shown, cursor: { start, end } };
  return withCursor(text, { start, end });
}

/** Whether text is too long for the field to hold all of it. */
export function isLong(text: string): boolean {
  return text.length > shownChars || linesIn(text) > shownLines;
}

/** The range of lines that is shown, and their total. Counts characters if a line is longer than the shown part. */
export function shownPlace({ text, shown: { start, end } }: ListText) {
  const isWholeLines =
    (start === 0 || text[start - 1] === '\n') && (end === text.length || text[end] === '\n');
  if (!isWholeLines) return { unit: 'Characters', from: start + 1, to: end, of: text.length };
  const from = countEnds(text.slice(0, start)) + 1;
  const to = from + countEnds(text.slice(start, end));
  return { unit: 'Lines', from, to, of: to + countEnds(text.slice(end)) };
}

function countEnds(text: string): number {
  const end = new RegExp(lineEnd, 'g');
  let count = 0;
  while (end.test(text)) count++;
  return count;
}

function withCursor(text: string, cursor: Span): ListText {
  const start = startBefore(text, cursor.start, shownLines / 2, shownChars / 2);
  let shown = spanFrom(text, start);
  if (shown.end < cursor.start) {
    // Either the cursor's line is longer than a part, or the part ends before that line.
    const line = text.lastIndexOf('\n', cursor.start - 1) + 1;
    shown = spanFrom(text, unbroken(text, Math.max(line, cursor.start - shownChars / 2)));
    return { text, shown, cursor };
  }
  if (shown.end < text.length) return { text, shown, cursor };
  const first = Math.min(start, startBefore(text, text.length, shownLines, shownChars));
  return { text, shown: { start: first, end: text.length }, cursor };
}

/** The part that starts here: whole lines, if they are not too long. */
function spanFrom(text: string, start: number): Span {
  const most = text.slice(start, start + shownChars + 1);
  const breaks = [...most.matchAll(/\n/g)].slice(0, shownLines).map(({ index }) => index);
  const isRest = start + shownChars >= text.length && breaks.length < shownLines;
  if (isRest) return { start, end: text.length };
  const last = breaks.at(-1);
  return { start, end: last === undefined ? unbroken(text, start + shownChars) : start + last };
}

/** The start of the part that ends here. */
function startBefore(text: string, end: number, lines: number, chars: number): number {
  const first = Math.max(0, end - chars);
  const breaks = [...text.slice(first, end).matchAll(/\n/g)].map(({ index }) => index);
  const isBegin = first === 0 && breaks.length < lines;
  if (isBegin) return 0;
  const start = breaks.length < lines ? breaks[0] : breaks.at(-lines);
  return start === undefined ? unbroken(text, first + 1) : first + start + 1;
}

/** This position, or the one before it if this one would split a surrogate pair. */
function unbroken(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}

function linesIn(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

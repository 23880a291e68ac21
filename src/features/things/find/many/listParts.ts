/**
 * A piece of a list, short enough to be read without a pause. A list's parts and its line breaks add up to its text.
 */
export interface ListPart {
  /** Its line number, starting at 1. */
  readonly line: number;
  readonly text: string;
  /** `line`: a whole line; `cell`, `gap`: a longer line's cells and the text between; `long`: part of a long word. */
  readonly kind: 'line' | 'cell' | 'gap' | 'long';
  /** Whether this is the last piece of its word. */
  readonly isEnd: boolean;
}

/** Longer lines are not table rows, and reading one in a single step would block the page. */
export const maxLine = 2_000;

/** The line breaks that the list reader recognises. */
export const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const cellEnd = /[;,|\t\n\r\v\f\u0085\u2028\u2029]/;
const wordEnd = /[\s;,|\u0085]/;
const gapEnd = /[^;,|\t]/;
/** Ends a run of blanks: any non-blank character, or a blank that is a separator or a line break. */
const blankEnd = /[^\s]|[\t\n\r\v\f\u2028\u2029]/;

/** Divides a list into its parts. Each step examines little more than the longest allowed line. */
export function* listParts(text: string): Generator<ListPart, void, undefined> {
  let line = 1;
  let at = 0;
  for (;;) {
    const length = runBefore(text, at, lineEnd);
    if (length <= maxLine) {
      yield { line, text: text.slice(at, at + length), kind: 'line', isEnd: true };
      at += length;
    } else {
      at = yield* longLineParts(text, at, line);
    }
    if (at >= text.length) return;
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line++;
  }
}

/** Splits a long line into cells, and a long cell into words. Returns the end of the line. */
function* longLineParts(
  text: string,
  start: number,
  line: number,
): Generator<ListPart, number, undefined> {
  let at = start;
  let isInLongCell = false;
  while (at < text.length && !lineEnd.test(text.charAt(at))) {
    let kind: ListPart['kind'] = 'gap';
    let length = Math.min(runBefore(text, at, gapEnd), maxLine);
    if (length > 0) {
      isInLongCell = false;
    } else {
      const cell = runBefore(text, at, cellEnd);
      isInLongCell ||= cell > maxLine;
      if (!isInLongCell) [kind, length] = ['cell', cell];
      else {
        length = Math.min(runBefore(text, at, blankEnd), maxLine);
        if (length === 0) {
          at = yield* wordParts(text, at, line);
          continue;
        }
      }
    }
    yield { line, text: text.slice(at, at + length), kind, isEnd: true };
    at += length;
  }
  return at;
}

/** A word, in pieces if it is longer than the longest allowed line. Returns the end of the word. */
function* wordParts(
  text: string,
  start: number,
  line: number,
): Generator<ListPart, number, undefined> {
  let at = start;
  for (;;) {
    const run = runBefore(text, at, wordEnd);
    const isEnd = run <= maxLine;
    const end = at + Math.min(run, maxLine);
    const kind = isEnd && at === start ? 'cell' : 'long';
    yield { line, text: text.slice(at, end), kind, isEnd };
    at = end;
    if (isEnd) return at;
  }
}

/** The number of characters before the next match; more than `maxLine` if there is none within that distance. */
function runBefore(text: string, from: number, end: RegExp): number {
  const ahead = text.slice(from, from + maxLine + 1);
  const found = ahead.search(end);
  return found === -1 ? ahead.length : found;
}

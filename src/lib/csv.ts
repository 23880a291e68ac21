/** Characters that begin a formula, and their full-width twins (H14). */
const starter = '[=+\\-@＝＋－＠]';

/**
 * Where a spreadsheet may begin a cell. Excel splits a file at the list separator of the person's locale,
 * and honours quotes only where they come first in what it then takes for a cell: within `"a;=1"` of a
 * second column they protect nothing.
 */
const separator = '[,;|\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029]';

/** What a spreadsheet skips or strips in front of a formula: white space, control characters, quotes. */
const skipped = '[\\s\\p{Cc}\\p{Cf}"]';

/** A negative number in a list, as JSON writes it: only quoted commas stand in a cell. */
const listedNumber = '(?<=,)-\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?[,\\]}]';

/**
 * The place in front of each starter that may begin a cell. Apostrophes before it belong to the starter,
 * so that the guard can be taken off again without a doubt. The lookbehind comes last: it is only tried
 * where a starter follows, which keeps the search linear.
 */
const beforeFormula = new RegExp(
  `(?<!')(?='*${starter})(?!${listedNumber})(?<=(?:^|${separator})${skipped}*)`,
  'gu',
);

/**
 * The end of a text after which a cell may begin: with the quote that closes the last cell of a line, such
 * a cell would take in the start of the next line.
 */
const openEnd = new RegExp(`$(?<=${separator}${skipped}*'*)`, 'u');

/** Control characters that a spreadsheet may skip at the start of a cell (H14). */
const startsWithControl = /^'*[\t\r\n\0]/;

/**
 * Digits, with a plus where it is a phone number; a plain decimal number, as a western longitude is. No
 * formula, and read by other programs as it is.
 */
const number = /^(?:\+?\d+|-?\d+(?:\.\d+)?)$/;

/** What most cells are: one look tells that nothing has to be done. */
const plain = /^[A-Za-z\d][\w .:/()-]*$/;

const needsQuotes = new RegExp(`"|${separator}`);

/**
 * One line of a CSV file by RFC 4180, with its line end: UTF-8, commas, quotes doubled. What a spreadsheet
 * could run as a formula gets a `'` in front, at the start of a cell and after whatever it may split at.
 */
export function csvLine(cells: readonly string[]): string {
  // Where the comma is no separator, a signed number at the start of a line goes on with the next cells:
  // quotes keep them from completing it to a formula.
  const quotesText = /^[+-]/.test(cells[0] ?? '');
  const last = cells.length - 1;
  const line = cells
    .map((text, column) => csvCell(text, quotesText && column > 0, column === last))
    .join(',');
  // A line of one empty cell would be an empty line, which programs skip.
  return line === '' ? '""\r\n' : `${line}\r\n`;
}

function csvCell(text: string, quotesText: boolean, isLast: boolean): string {
  if (text === '' || number.test(text)) return text;
  if (!quotesText && plain.test(text)) return text;
  const safe = isLast && openEnd.test(text) ? `${guarded(text)}'` : guarded(text);
  return quotesText || needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function guarded(text: string): string {
  const inside = text.replace(beforeFormula, "'");
  return startsWithControl.test(text) ? `'${inside}` : inside;
}

/** Characters that begin a formula, and their full-width forms (H14). */
const starter = '[=+\\-@＝＋－＠]';

/**
 * Characters after which a spreadsheet may start a cell. Excel splits a file on the list separator of the user's
 * locale and respects quotes only at the start of what it treats as a cell: in a second column, the quotes of
 * `"a;=1"` protect nothing.
 */
const separator = '[,;|\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029]';

/** Characters that a spreadsheet skips before a formula: white space, control characters, quotes. */
const skipped = '[\\s\\p{Cc}\\p{Cf}"]';

/** A negative number in a JSON list. It is harmless, because commas occur only inside quoted cells. */
const listedNumber = '(?<=,)-\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?[,\\]}]';

/**
 * Matches just before each starter that may be at the beginning of a cell. Apostrophes in front of a starter belong to
 * it, so that the guard can be removed unambiguously. The lookbehind comes last, so that it is tried only before a
 * starter, which keeps the search linear.
 */
const beforeFormula = new RegExp(
  `(?<!')(?='*${starter})(?!${listedNumber})(?<=(?:^|${separator})${skipped}*)`,
  'gu',
);

/**
 * Matches the end of a string if a cell may begin there. Otherwise the quote that closes a line's last cell could open
 * such a cell, which would run on into the next line.
 */
const openEnd = new RegExp(`$(?<=${separator}${skipped}*'*)`, 'u');

/** Control characters that a spreadsheet may skip at the start of a cell (H14). */
const startsWithControl = /^'*[\t\r\n\0]/;

/**
 * A phone number or a plain decimal number, such as a western longitude. It is not a formula, and other programs should
 * read it unchanged.
 */
const number = /^(?:\+?\d+|-?\d+(?:\.\d+)?)$/;

/** Most cells match this and need no further checks. */
const plain = /^[A-Za-z\d][\w .:/()-]*$/;

const needsQuotes = new RegExp(`"|${separator}`);

/**
 * One line of a CSV file (RFC 4180), including its line end. Anything that a spreadsheet could run as a
 * formula gets a `'` in front, at the start of a cell and after every character it may split on (H14).
 */
export function csvLine(cells: readonly string[]): string {
  // In locales where the comma is not the separator, a signed number at the start of a line continues with
  // the next cells. Quotes prevent them from completing a formula.
  const quotesText = /^[+-]/.test(cells[0] ?? '');
  const last = cells.length - 1;
  const line = cells
    .map((text, column) => csvCell(text, quotesText && column > 0, column === last))
    .join(',');
  // Programs skip an empty line, so a single empty cell is quoted.
  return line === '' ? '""\r\n' : `${line}\r\n`;
}

function csvCell(text: string, quotesText: boolean, isLast: boolean): string {
  if (text === '' || number.test(text)) return text;
  if (!quotesText && plain.test(text)) return text;
  const safe = isLast && openEnd.test(text) ? `${guarded(text)}'` : guarded(text);
  return quotesText || needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A text for a spreadsheet's cell, with a `'` in front of anything that it could run as a formula (H14). */
export function guarded(text: string): string {
  if (number.test(text)) return text;
  const inside = text.replace(beforeFormula, "'");
  return startsWithControl.test(text) ? `'${inside}` : inside;
}

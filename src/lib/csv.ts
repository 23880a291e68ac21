/**
 * What a spreadsheet may take for a formula: the characters that begin one, their full-width twins,
 * and control characters that it skips first (H14). Quotes before them count as well, so that the
 * guard can be taken off again without a doubt.
 */
const formula = /^'*[=+\-@\t\r\n\0＝＋－＠]/;

/**
 * Digits, with a plus where it is a phone number; a plain decimal number, as a western longitude is. No
 * formula, and read by other programs as it is.
 */
const number = /^(?:\+?\d+|-?\d+(?:\.\d+)?)$/;

/** What most cells are: one look tells that nothing has to be done. */
const plain = /^[A-Za-z\d][\w .:;/()-]*$/;

const needsQuotes = /[",\r\n]/;

/**
 * One line of a CSV file by RFC 4180, with its line end: UTF-8, commas, quotes doubled. A cell that a
 * spreadsheet could run as a formula gets a `'` in front.
 */
export function csvLine(cells: readonly string[]): string {
  const line = cells.map(csvCell).join(',');
  // A line of one empty cell would be an empty line, which programs skip.
  return line === '' ? '""\r\n' : `${line}\r\n`;
}

function csvCell(text: string): string {
  if (text === '' || plain.test(text)) return text;
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

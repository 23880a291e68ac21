/**
 * Characters around and between the digits of an identifier: separators, quotes, brackets, a spreadsheet's
 * `="…"`. `+` is not included, because it marks a phone number.
 */
const separators = /[\s\p{Pd}\p{Pi}\p{Pf}\p{Ps}\p{Pe}−.,;:/\\_'"`´=#·•]/gu;
/** Invisible characters: joiners, direction marks, the byte order mark, soft hyphens. */
const invisible = /\p{Cf}/gu;
const decimalDigit = /^\d+$/;

/** Replaces full-width and other compatibility forms, and removes invisible characters. */
export function plainText(text: string): string {
  return text.normalize('NFKC').replace(invisible, '').trim();
}

/** Added by a spreadsheet that treated an integer as a decimal number. */
const decimals = /(?<=\d{7})\.0+(?=["']*$)/;

/** Removes everything that may appear between digits; keeps letters and `+`. */
export function withoutSeparators(text: string): string {
  return plainText(text).replace(decimals, '').replace(separators, '');
}

/** The digits of a string that consists of digits and separators; undefined if there is anything else. */
export function digitsOf(text: string): string | undefined {
  const digits = withoutSeparators(text);
  return decimalDigit.test(digits) ? digits : undefined;
}

/**
 * What people and programs put around and between the digits of an identifier: separators, quotes,
 * a spreadsheet's `="…"`, brackets. `+` is not among them, since it says that a number is a phone's.
 */
const separators = /[\s\p{Pd}\p{Pi}\p{Pf}\p{Ps}\p{Pe}−.,;:/\\_'"`´=#·•]/gu;
/** Characters without width: joiners, direction marks, the byte order mark, soft hyphens. */
const invisible = /\p{Cf}/gu;
const decimalDigit = /^\d+$/;

/** Full-width and other compatibility forms as plain characters, without those that cannot be seen. */
export function plainText(text: string): string {
  return text.normalize('NFKC').replace(invisible, '').trim();
}

/** What a spreadsheet adds to a whole number that it took for a decimal one. */
const decimals = /(?<=\d{7})\.0+(?=["']*$)/;

/** A text without what may stand between digits. Letters and `+` stay. */
export function withoutSeparators(text: string): string {
  return plainText(text).replace(decimals, '').replace(separators, '');
}

/** The digits of a text that holds digits and noise only; undefined where there is anything else. */
export function digitsOf(text: string): string | undefined {
  const digits = withoutSeparators(text);
  return decimalDigit.test(digits) ? digits : undefined;
}

import { interpretations } from './interpretations.ts';
import { isOnlyLabel } from './labels.ts';
import { plainText } from './noise.ts';

/** Replaces line breaks and tabs in a single-line field. */
export const pasteSeparator = ' | ';

const cells = /[\n\r\t]+|\s\|\s/;
const weakSeparators = /[,;|]+/;
/** Shorter numbers may be digit groups of one identifier. */
const wholeIdentifier = 14;

/**
 * Splits a paste into cells of a column or row, or into numbers between commas, semicolons or spaces if each is long
 * enough to be a whole identifier. Headings and duplicates are dropped.
 */
export function splitPasted(text: string): readonly string[] {
  const found = clean(text.split(cells)).flatMap(splitNumbers);
  return [...new Set(found)];
}

function splitNumbers(cell: string): readonly string[] {
  for (const separator of [weakSeparators, /\s+/]) {
    const found = clean(cell.split(separator));
    if (found.length > 1 && found.every(isWhole)) return found;
  }
  return [cell];
}

function clean(texts: readonly string[]): string[] {
  const found = texts.map((part) => part.trim()).filter((part) => plainText(part) !== '');
  const values = found.filter((part) => !isOnlyLabel(part));
  return values.length > 0 ? values : found;
}

function isWhole(text: string): boolean {
  const best = interpretations(text)[0];
  if (best === undefined || best.kind === 'name' || best.isInside) return false;
  return best.value.length >= wholeIdentifier;
}

/** Only this many cells are searched for a heading, because checking thousands would block the page. */
const cleanedCells = 50;

/** Joins the lines or cells of a paste into one line that {@link splitPasted} can split again. */
export function pasteAsLine(text: string): string {
  const lines = text.split(/[\n\r\t]+/);
  const others = lines.slice(cleanedCells).map((line) => line.trim());
  return [...clean(lines.slice(0, cleanedCells)), ...others.filter((line) => line !== '')].join(
    pasteSeparator,
  );
}

/**
 * Shortens text to at most `longest` characters, by cutting it after a value. Returns the text unchanged if it is
 * short enough or cannot be cut there.
 */
export function beginningOf(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const head = text.slice(0, longest);
  const ends = ['|', '\n', '\r', '\t', ',', ';'].map((separator) => head.lastIndexOf(separator));
  const end = Math.max(...ends);
  // Spaces also occur within one value, so they count only if there is no other separator.
  const last = end > 0 ? end : head.lastIndexOf(' ');
  return last > 0 ? text.slice(0, last).trimEnd() : text;
}

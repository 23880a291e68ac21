import { isOnlyLabel } from './labels.ts';
import { plainText } from './noise.ts';
import { readings } from './readings.ts';

/** Stands for a line break or a tab in a field of one line. */
export const pasteSeparator = ' | ';

const cells = /[\n\r\t]+|\s\|\s/;
const weakSeparators = /[,;|]+/;
/** Shorter numbers can be groups of one identifier's digits. */
const wholeIdentifier = 14;

/**
 * The separate texts of a paste: cells of a column or row; numbers between commas, semicolons or
 * spaces, where each of them is long enough to be an identifier of its own. One text where there is
 * nothing to part. Headings and repetitions are left out.
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
  const best = readings(text)[0];
  if (best === undefined || best.kind === 'name' || best.isInside) return false;
  return best.value.length >= wholeIdentifier;
}

/** Cells among which a heading is looked for: looking at each of thousands holds up the page. */
const cleanedCells = 50;

/** A paste of several lines or cells as one line that {@link splitPasted} parts again. */
export function pasteAsLine(text: string): string {
  const lines = text.split(/[\n\r\t]+/);
  const others = lines.slice(cleanedCells).map((line) => line.trim());
  return [...clean(lines.slice(0, cleanedCells)), ...others.filter((line) => line !== '')].join(
    pasteSeparator,
  );
}

/**
 * The beginning of a text, up to the end of a value and no longer than asked; the text itself where it is
 * short enough, or has no end of a value there.
 */
export function beginningOf(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const head = text.slice(0, longest);
  const ends = ['|', '\n', '\r', '\t', ',', ';'].map((separator) => head.lastIndexOf(separator));
  const end = Math.max(...ends);
  // Spaces part the digits of one value as well, so they count only where nothing else parts values.
  const last = end > 0 ? end : head.lastIndexOf(' ');
  return last > 0 ? text.slice(0, last).trimEnd() : text;
}

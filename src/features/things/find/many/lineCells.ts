import { identifiersInside } from '#identifiers/inside.ts';
import { interpretations } from '#identifiers/interpretations.ts';
import { isOnlyLabel, splitLabel, type LabelledKind } from '#identifiers/labels.ts';
import { hasCheckDigit } from '#identifiers/luhn.ts';
import { digitsOf, plainText } from '#identifiers/noise.ts';

/** The heading of a table: how its lines are split, and what each column holds. */
export interface Heading {
  readonly separator: RegExp;
  /** `null` for a column whose heading names no identifier; undefined for one such as "SIM". */
  readonly columns: readonly (LabelledKind | null | undefined)[];
}

/** One text of a line, with the kind of identifier that its column announces. */
export interface Cell {
  readonly text: string;
  readonly label: LabelledKind | undefined;
}

const hard = /[;\t|]/;
const separators = [/\t/, /;/, /\|/, /,/];
/** Runs of anything but the separator, in which a quoted text may have it. */
const tokens = new Map([...separators, hard].map((separator) => [separator, tokenOf(separator)]));

function tokenOf({ source }: RegExp): RegExp {
  const inside = source.replace(/^\[|\]$/g, '').replace(/^\\\|$/, '|');
  return new RegExp(`(?:"(?:[^"]|"")*"|[^${inside}])*(?:[${inside}]|$)`, 'g');
}

/** Splits at a separator outside quotes; empty cells stay, because columns are counted. */
export function splitAt(text: string, separator: RegExp): readonly string[] {
  const token = tokens.get(separator) ?? tokenOf(separator);
  const cells: string[] = [];
  for (const [match] of text.matchAll(token)) {
    const isLast = !separator.test(match.at(-1) ?? '') || match === '';
    cells.push(isLast ? match : match.slice(0, -1));
    if (isLast) break;
  }
  return cells;
}

/** The heading of a list, if this line is one: labels such as "ICCID", and no identifier. */
export function headingIn(line: string): Heading | undefined {
  for (const separator of separators) {
    const cells = splitAt(line, separator);
    if (cells.length > 1 && cells.some(isOnlyLabel)) {
      const columns = cells.map((cell) => (isOnlyLabel(cell) ? splitLabel(`${cell}:`).kind : null));
      return cells.some(isWhole) ? undefined : { separator, columns };
    }
  }
  return isOnlyLabel(line)
    ? { separator: hard, columns: [splitLabel(`${line}:`).kind] }
    : undefined;
}

/**
 * Splits a line into texts that are one identifier or name each. Commas, spaces and slashes also occur within
 * identifiers and names, so they separate only where what is between them can be an identifier by itself.
 */
export function splitLine(line: string, heading?: Heading): readonly Cell[] {
  if (heading) {
    const cells = splitAt(line, heading.separator);
    if (cells.length === heading.columns.length) {
      return cells.flatMap((text, column) => {
        const label = heading.columns[column];
        return label === null || isEmpty(text) ? [] : [{ text: text.trim(), label }];
      });
    }
  }
  if (oneNumber.test(line)) return [{ text: line.trim(), label: undefined }];
  return splitAt(line, hard)
    .flatMap((text) => splitWeakly(withoutMarker(text.trim())))
    .filter((text) => !isEmpty(text) && !isOnlyLabel(text))
    .map((text) => ({ text, label: undefined }));
}

/** Most lines of most lists, which need no closer look. */
const oneNumber = /^[\s"'=]*\d{14,22}[Ff]?["'\s]*$/;

/** Marks of quoted mails and of lists. */
const bullet = /^(?:[>•*·▪–—-]+\s+)+(?=\S)/u;
/** A number of a list, which may also begin a name. */
const ordinal = /^(?:\(?\d{1,4}[.):]|#\d{1,4})\s+(?=\S)/;

function withoutMarker(text: string): string {
  const plain = text.replace(bullet, '');
  const rest = plain.replace(ordinal, '');
  return rest !== plain && rest.split(',').some(isWhole) ? rest : plain;
}

function splitWeakly(text: string): readonly string[] {
  if (isThousands(text)) return [text];
  const listed = splitAt(text, /,/).map((part) => part.trim());
  if (listed.length > 1 && (listed.some(isWhole) || listed.every(isLongNumber))) {
    return listed.flatMap(splitSpaces);
  }
  return splitSpaces(text);
}

/** Digits grouped by commas, as spreadsheets show a number. */
function isThousands(text: string): boolean {
  return /^\W*\d{1,3}(?:,\d{3})+(?:\.0+)?\W*$/.test(text);
}

function splitSpaces(text: string): readonly string[] {
  const beside = text.split(/\s+(?:\/|&|\+|and|or)\s+/);
  if (beside.length > 1 && beside.every(isWhole)) return beside;
  const words = text.split(/\s+/);
  if (words.length > 1 && words.every(isWhole)) return words;
  const number = besideShortNumbers(words);
  if (number !== undefined) return [number];
  const inside = interpretations(text)[0]?.isInside === true ? identifiersInside(text) : [];
  return inside.length > 1 ? inside : [text];
}

/**
 * A long number with a row number or a quantity beside it ("1 8988…"): together they would be another
 * identifier. Undefined if they are groups of one ICCID, whose check digit fits only both together.
 */
function besideShortNumbers(words: readonly string[]): string | undefined {
  if (words.length < 2 || words.length > 3) return undefined;
  const [long, ...others] = words.toSorted((a, b) => b.length - a.length);
  const digits = digitsOf((long ?? '').replace(/(?<=\d)f$/i, ''));
  if (long === undefined || digits === undefined || digits.length < 14) return undefined;
  if (!others.every((word) => /^\d{1,5}[Ff]?$/.test(word))) return undefined;
  const joined = digitsOf(words.join('').replace(/(?<=\d)f$/i, '')) ?? '';
  return isUsualIccid(joined) && !isUsualIccid(digits) ? undefined : long;
}

/** 19 or 20 digits that begin with 89, with their check digit (ITU-T E.118, 4.1). */
function isUsualIccid(digits: string): boolean {
  return /^89\d{17,18}$/.test(digits) && hasCheckDigit(digits);
}

/** Whether a text is an identifier by itself: shorter numbers may be groups of one. */
function isWhole(text: string): boolean {
  const best = interpretations(text)[0];
  if (best === undefined || best.kind === 'name' || best.form === 'part' || best.isInside) {
    return false;
  }
  return best.value.length >= 14 || best.form === 'international';
}

function isLongNumber(text: string): boolean {
  return (digitsOf(text)?.length ?? 0) >= 10;
}

function isEmpty(text: string): boolean {
  return plainText(text) === '';
}

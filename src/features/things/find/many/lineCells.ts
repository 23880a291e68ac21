import { cleanIccid } from '#identifiers/iccid.ts';
import { identifiersInside } from '#identifiers/inside.ts';
import { interpretations } from '#identifiers/interpretations.ts';
import { isOnlyLabel, splitLabel, type LabelledKind } from '#identifiers/labels.ts';
import { hasCheckDigit } from '#identifiers/luhn.ts';
import { digitsOf, plainText } from '#identifiers/noise.ts';

/** A table's heading row: the separator, and the content of each column. */
export interface Heading {
  readonly separator: RegExp;
  /** `null` for a column whose heading names no identifier; undefined for a heading such as "SIM". */
  readonly columns: readonly (LabelledKind | null | undefined)[];
}

/** One cell of a line, with the kind of identifier named in its column heading. */
export interface Cell {
  readonly text: string;
  readonly label: LabelledKind | undefined;
}

const hard = /[;；\t|]/;
const comma = /[,，、]/;
const separators = [/\t/, /;/, /\|/, /,/];
/** Matches text up to the separator. Quoted text may contain the separator. */
const tokens = new Map([...separators, hard, comma].map((one) => [one, tokenOf(one)]));

function tokenOf({ source }: RegExp): RegExp {
  const inside = source.replace(/^\[|\]$/g, '').replace(/^\\\|$/, '|');
  return new RegExp(`(?:"(?:[^"]|"")*"|[^${inside}])*(?:[${inside}]|$)`, 'g');
}

/** Splits at a separator outside quotes; empty cells are kept, because columns are counted. */
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

/** Matches headings. Words such as "SIM" and "mobile" are also data, beside a name that ends in a number. */
const headingOnly = /^\W*(?:msisdn|imei\W?\d?\W*$|(?:phone|tel|mobile)\w*\W+(?:no|numbers?)\b)/i;

/** The heading of a list, if this line is one: labels such as "ICCID", and no identifier. */
export function headingIn(line: string): Heading | undefined {
  for (const separator of separators) {
    const cells = splitAt(line, separator);
    if (cells.length > 1 && cells.some(isOnlyLabel)) {
      const columns = cells.map((cell) => (isOnlyLabel(cell) ? splitLabel(`${cell}:`).kind : null));
      const isSure = columns.some((kind) => kind && kind !== 'msisdn');
      const end = cells.some((cell) => headingOnly.test(cell)) ? /^\P{L}*\d\W*$/u : /\d\W*$/;
      const isData = cells.some((cell) => isWhole(cell) || (!isSure && end.test(cell)));
      return isData ? undefined : { separator, columns };
    }
  }
  if (!isOnlyLabel(line)) return undefined;
  return { separator: hard, columns: [splitLabel(`${line}:`).kind] };
}

/**
 * Splits a line into pieces of text that each hold one identifier or name. Commas, spaces and slashes also occur within
 * identifiers and names, so they act as separators only if each part can be an identifier by itself.
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

/** Matches lines that need no further checks: most lines of most lists. */
const oneNumber = /^[\s"'=]*\d{14,22}[Ff]?["'\s]*$/;

/** Markers at the start of quoted email lines and bullet points. */
const bullet = /^(?:[>•*·▪–—-]+\s+)+(?=\S)/u;
/** A list number, which may also be the start of a name. */
const ordinal = /^(?:\(?\d{1,4}[.):]|#\d{1,4})\s+(?=\S)/;

function withoutMarker(text: string): string {
  const plain = text.replace(bullet, '');
  const rest = plain.replace(ordinal, '');
  return rest !== plain && rest.split(comma).some(isWhole) ? rest : plain;
}

function splitWeakly(text: string): readonly string[] {
  if (isThousands(text)) return [text];
  const listed = splitAt(text, comma).map((part) => part.trim());
  if (listed.length > 1 && (listed.some(isWhole) || listed.every(isLongNumber))) {
    return listed.flatMap(splitSpaces);
  }
  return splitSpaces(text);
}

/** Digits grouped by commas, as spreadsheets display numbers. */
function isThousands(text: string): boolean {
  return /^\W*\d{1,3}(?:,\d{3})+(?:\.0+)?\W*$/.test(text);
}

function splitSpaces(text: string): readonly string[] {
  const beside = text.split(/\s+(?:\/|&|\+|and|or)\s+/);
  if (beside.length > 1 && beside.every(isWhole)) return beside;
  const words = text.split(/\s+/);
  if (words.length > 1 && words.every(isWhole)) return words;
  const { kind, rest } = splitLabel(text);
  const number = kind !== 'name' && besideShortNumbers(rest.split(/\s+|(?<=\d{14})\//), kind);
  if (number) return [kind === undefined ? number : `${kind.toUpperCase()} ${number}`];
  const inside = interpretations(text)[0]?.isInside === true ? identifiersInside(text) : [];
  return inside.length > 1 ? inside : [text];
}

/** A word such as a row number, a date or a time. */
const shortNumbers = /^(?:[^\p{L}\d+]|\d{1,5}(?!\d))+F?$/iu;

/**
 * A long number next to a row number, a date or a version ("1 8988…"): joined, they would form a different identifier.
 * Undefined if these are groups of one number: if it has a label and is too short alone, or if it is an ICCID whose
 * check digit is valid only when they are joined.
 */
function besideShortNumbers(words: readonly string[], label?: LabelledKind): string | undefined {
  if (words.length < 2 || words.length > 3) return undefined;
  const [long = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  const digits = digitsOf(long.replace(/(?<=\d)f$/i, '')) ?? '';
  if (digits.length < 14 || !others.every((word) => shortNumbers.test(word))) return undefined;
  const joined = cleanIccid(words.join('')) ?? digitsOf(words.join('')) ?? '';
  const usual = label === 'iccid' ? /^\d{18,20}$/ : /^\d{15,16}$/;
  const isCut = label && joined.startsWith(digits) && usual.test(joined) && !usual.test(digits);
  return isCut || (isUsualIccid(joined) && !isUsualIccid(digits)) ? undefined : long;
}

/** 19 or 20 digits that begin with 89, with their check digit (ITU-T E.118, 4.1). */
function isUsualIccid(digits: string): boolean {
  return /^89\d{17,18}$/.test(digits) && hasCheckDigit(digits);
}

/** Whether the text is an identifier by itself. Shorter numbers may be digit groups of one. */
function isWhole(text: string): boolean {
  const best = interpretations(text)[0];
  if (!best || best.kind === 'name' || best.form === 'part' || best.isInside) return false;
  return best.value.length >= 14 || best.form === 'international';
}

function isLongNumber(text: string): boolean {
  return (digitsOf(text)?.length ?? 0) >= 10;
}

function isEmpty(text: string): boolean {
  return plainText(text) === '';
}

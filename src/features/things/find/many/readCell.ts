import { looksRounded } from '#identifiers/iccid.ts';
import { interpretations, type Interpretation } from '#identifiers/interpretations.ts';
import { splitLabel, type LabelledKind } from '#identifiers/labels.ts';
import { digitsOf, plainText } from '#identifiers/noise.ts';

import type { Cell } from './lineCells.ts';

/** Why a cell cannot be looked up. */
export type CellProblem = 'digitsLost' | 'eid' | 'tooLong' | 'tooShort' | 'date' | 'sentence';

/** The interpretation of one cell of the list. */
export type ParsedCell =
  /** The interpretations to try, in this order. */
  | {
      readonly kind: 'identifier';
      readonly candidates: readonly [Interpretation, ...Interpretation[]];
      /** Whether it ends in zeros, as though a spreadsheet had rounded it. */
      readonly isRounded: boolean;
    }
  | { readonly kind: 'problem'; readonly problem: CellProblem };

/** A number shortened by a spreadsheet: mantissa and exponent. */
const scientific = /^(\d)(?:[.,](\d+))?e\+?(\d{1,3})$/i;
const scientificInside = /(?<![\w.])\d[.,]\d+e\+\d\d(?!\w)/i;
/** Smaller exponents also occur in names. */
const minExponent = 6;
const date =
  /^(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2\d{4})(?:[ T]\d{1,2}:\d\d.{0,15})?$/;
const longestIdentifier = 22;
const shortestNumber = 4;
/** Longer text without an identifier is not taken for a name. */
const maxWords = 7;

/** Reads one cell of a list. No digit is ever added, changed or guessed. */
export function readCell({ text, label }: Cell): ParsedCell {
  const plain = plainText(text)
    .replace(/^[='"]+|["']+$/g, '')
    .trim();
  const own = splitLabel(plain);
  const rest = own.kind === undefined && label !== undefined ? plain : own.rest;
  const kind = own.kind ?? label;
  if (kind !== 'name') {
    const number = scientificNumber(rest);
    if (number?.hasAllDigits) return identifier(number.digits, kind);
    if (number || scientificInside.test(plain)) return problem('digitsLost');
    if (date.test(rest)) return problem('date');
    const digits = digitsOf(rest) ?? '';
    if (/^89\d{30}$/.test(digits)) return problem('eid');
    if (digits.length > longestIdentifier) return problem('tooLong');
    // "SIM 12" and "Cell 5" are names, but "IMEI: 12" is not.
    const isName = digitsOf(plain) === undefined && !/[:=]/.test(plain);
    if (digits !== '' && digits.length < shortestNumber && !isName) return problem('tooShort');
  }
  return identifier(text, kind);
}

/** A number in scientific notation, and whether its mantissa has all of the digits. */
function scientificNumber(text: string) {
  const [, first, others = '', exponent] = scientific.exec(text) ?? [];
  if (first === undefined || Number(exponent) < minExponent) return undefined;
  return { digits: first + others, hasAllDigits: others.length === Number(exponent) };
}

function identifier(text: string, label: LabelledKind | undefined): ParsedCell {
  const [best, ...others] = candidates(text, label);
  if (best === undefined) return problem('tooShort');
  if (best.kind === 'name' && label !== 'name' && isSentence(best.value))
    return problem('sentence');
  const isRounded = best.kind !== 'name' && looksRounded(best.value);
  return { kind: 'identifier', candidates: [best, ...others], isRounded };
}

/**
 * The interpretations to try. A label decides. Without one, a number can be any complete identifier of its length, and
 * a name only if it is too short for most identifiers or appears next to other words.
 */
function candidates(text: string, label: LabelledKind | undefined): readonly Interpretation[] {
  const isAnnounced = label === undefined || splitLabel(text).kind !== undefined;
  const found = interpretations(isAnnounced ? text : `${label}: ${text}`);
  const whole = found.filter(
    ({ kind, form }) => kind !== 'name' && form !== 'part' && form !== 'tac',
  );
  const labelled = found.filter(
    (interpretation) => interpretation.kind === label && interpretation.form !== 'part',
  );
  if (labelled.length > 0) return labelled.filter(({ form }) => form !== 'tac');
  const name = (isAnnounced ? found : interpretations(text)).filter(({ kind }) => kind === 'name');
  const [best] = whole;
  if (best === undefined) return name;
  if (found[0]?.kind === 'name') return [...name, ...whole];
  const isPlain = best.isInside === undefined && best.value.length >= 14;
  return isPlain || best.form === 'international' || isSentence(name[0]?.value ?? '')
    ? whole
    : [...whole, ...name];
}

function isSentence(text: string): boolean {
  return /[\p{L}\s][,:!?.]$/u.test(text) || text.split(/\s+/).length > maxWords;
}

function problem(found: CellProblem): ParsedCell {
  return { kind: 'problem', problem: found };
}

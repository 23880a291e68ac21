import { looksRounded } from '#identifiers/iccid.ts';
import { interpretations } from '#identifiers/interpretations.ts';
import { digitsOf, withoutSeparators } from '#identifiers/noise.ts';
import { beginningOf, pasteAsLine, pasteSeparator, splitPasted } from '#identifiers/pasted.ts';
import { formatNumber } from '#lib/format.ts';

/** Maximum number of options, however many values were pasted. */
export const maxOptions = 50;

/**
 * How much of a pasted list is parsed, in characters: enough for {@link maxOptions} values, and few enough to parse
 * again on each key press.
 */
const maxRead = 4_000;

/** Replaces the omitted values in the field. */
const leftOut = `${pasteSeparator}…`;

/**
 * Pasted text as a single line. A long list is shortened, because browsers are slow with a hundred thousand characters
 * in a field.
 */
export function pasteIntoField(pasted: string): string {
  const line = pasteAsLine(pasted);
  const beginning = beginningOf(line, maxRead);
  return beginning === line || splitPasted(beginning).length === 1 ? line : beginning + leftOut;
}

/** All interpretations of a single value, or the best one of each of several values, with notes about the text. */
export function findOptions(text: string) {
  const given = text.replace(leftOut, pasteSeparator);
  const beginning = beginningOf(given, maxRead);
  const [first, ...others] = splitPasted(beginning);
  if (first === undefined) return { options: [], notes: [] };
  const isLong = beginning !== text;
  if (others.length === 0) {
    // A single value is read in full, because part of a name finds nothing useful.
    const whole = isLong ? text : first;
    return { options: interpretations(whole), notes: notesOn(whole) };
  }
  const all = [first, ...others];
  const options = all.slice(0, maxOptions).flatMap((part) => interpretations(part).slice(0, 1));
  const oneAtATime = 'You can look up only one SIM at a time: choose a value.';
  const notes = [
    isLong
      ? `Only the first ${formatNumber(all.length)} values were read. ${oneAtATime}`
      : `${formatNumber(all.length)} values pasted. ${oneAtATime}`,
  ];
  if (all.length > maxOptions) notes.push(`The first ${maxOptions} are offered here.`);
  if (all.some(isRounded)) notes.push(roundedNote);
  return { options, notes };
}

const roundedNote =
  'These digits end in zeros, as if rounded by a spreadsheet, which keeps only 15 digits. Copy the number from a text column.';

function notesOn(text: string): readonly string[] {
  if (/^\d[.,]\d+e\+?\d\d$/i.test(text.trim())) {
    return [
      'A spreadsheet has shortened this number, and its last digits are lost. Copy it from a text column.',
    ];
  }
  if (/^89\d{30}$/.test(withoutSeparators(text))) {
    return ['32 digits beginning with 89 are an EID, which the service cannot look up.'];
  }
  return isRounded(text) ? [roundedNote] : [];
}

function isRounded(text: string): boolean {
  return looksRounded(digitsOf(text) ?? '');
}

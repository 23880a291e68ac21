import { looksRounded } from '#identifiers/iccid.ts';
import { digitsOf, withoutSeparators } from '#identifiers/noise.ts';
import { beginningOf, pasteAsLine, pasteSeparator, splitPasted } from '#identifiers/pasted.ts';
import { readings, type Reading } from '#identifiers/readings.ts';

import { findMessages } from './findMessages.ts';

/** More are not offered at once, however many were pasted. */
export const mostOptions = 50;

/**
 * Characters that are read of a paste of many values: more than {@link mostOptions} of them have, and few
 * enough to be read again at each key.
 */
const mostRead = 4_000;

/** Stands in the field for the values that were left out. */
const leftOut = `${pasteSeparator}…`;

/**
 * A paste as the field of one line takes it. Of very many values the beginning alone: a browser itself needs
 * too long for each key in a field of a hundred thousand characters.
 */
export function pasteIntoField(pasted: string): string {
  const line = pasteAsLine(pasted);
  const beginning = beginningOf(line, mostRead);
  return beginning === line || splitPasted(beginning).length === 1 ? line : beginning + leftOut;
}

interface FindOptions {
  readonly options: readonly Reading[];
  /** What to know about the text before one is chosen. */
  readonly notes: readonly string[];
}

/** What can be looked for: the readings of one text, or the best reading of each of many. */
export function findOptions(text: string): FindOptions {
  const given = text.replace(leftOut, pasteSeparator);
  const beginning = beginningOf(given, mostRead);
  const [first, ...others] = splitPasted(beginning);
  if (first === undefined) return { options: [], notes: [] };
  const isLong = beginning !== text;
  if (others.length === 0) {
    // One value is read as a whole: half a name is no name.
    const whole = isLong ? text : first;
    return { options: readings(whole), notes: notesOn(whole) };
  }
  const all = [first, ...others];
  const options = all.slice(0, mostOptions).flatMap((part) => readings(part).slice(0, 1));
  const notes = [isLong ? findMessages.pastedLong(all.length) : findMessages.pasted(all.length)];
  if (all.length > mostOptions) notes.push(findMessages.pastedShown(mostOptions));
  if (all.some(isRounded)) notes.push(findMessages.rounded);
  return { options, notes };
}

function notesOn(text: string): readonly string[] {
  if (/^\d[.,]\d+e\+?\d\d$/i.test(text.trim())) return [findMessages.shortened];
  if (/^89\d{30}$/.test(withoutSeparators(text))) return [findMessages.eid];
  return isRounded(text) ? [findMessages.rounded] : [];
}

function isRounded(text: string): boolean {
  return looksRounded(digitsOf(text) ?? '');
}

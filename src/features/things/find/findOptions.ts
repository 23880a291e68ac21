import { looksRounded } from '#identifiers/iccid.ts';
import { digitsOf, withoutSeparators } from '#identifiers/noise.ts';
import { splitPasted } from '#identifiers/pasted.ts';
import { readings, type Reading } from '#identifiers/readings.ts';

import { findMessages } from './findMessages.ts';

/** More are not offered at once, however many were pasted. */
export const mostOptions = 50;

interface FindOptions {
  readonly options: readonly Reading[];
  /** What to know about the text before one is chosen. */
  readonly notes: readonly string[];
}

/** What can be looked for: the readings of one text, or the best reading of each of many. */
export function findOptions(text: string): FindOptions {
  const [first, ...others] = splitPasted(text);
  if (first === undefined) return { options: [], notes: [] };
  if (others.length === 0) return { options: readings(first), notes: notesOn(first) };
  const all = [first, ...others];
  const options = all.slice(0, mostOptions).flatMap((part) => readings(part).slice(0, 1));
  const notes = [findMessages.pasted(all.length)];
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

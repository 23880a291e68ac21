import { formatNumber } from '#lib/format.ts';

import { maxWorkSet, type Added } from './workSet.ts';

/** Sentences describing the result of adding SIMs to the work set. */
export function addedWords({ added, known, leftOut }: Added): string {
  const sentences = [
    added > 0 || known === 0 ? `${formatNumber(added)} added.` : '',
    known > 0 ? `${formatNumber(known)} ${known === 1 ? 'was' : 'were'} already in it.` : '',
    leftOut > 0
      ? `${formatNumber(leftOut)} did not fit: the work set holds at most ${formatNumber(maxWorkSet)}.`
      : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

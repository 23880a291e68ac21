import { cleanIccid } from '#identifiers/iccid.ts';

import { comparedSims } from './SelectionActions.tsx';

/** The SIMs of an address, and what is wrong with it, in sentences. */
export interface ComparedAddress {
  readonly iccids: readonly string[];
  readonly problems: readonly string[];
}

/**
 * Reads `iccid=…&iccid=…`. Spaces, dashes and a trailing F are left out; what is no ICCID by its form is
 * looked up unchanged, since the service decides what an ICCID is.
 */
export function readComparedAddress(search: URLSearchParams): ComparedAddress {
  const given = search
    .getAll('iccid')
    .map((text) => cleanIccid(text) ?? text.trim())
    .filter((iccid) => iccid !== '');
  const distinct = [...new Set(given)];
  const iccids = distinct.slice(0, comparedSims.max);
  const twice = [...new Set(given.filter((iccid, index) => given.indexOf(iccid) < index))];
  const leftOut = distinct.slice(comparedSims.max);
  const problems = [
    twice.length > 0 && `Named more than once: ${twice.join(', ')}.`,
    leftOut.length > 0 &&
      `A comparison takes ${comparedSims.max} SIMs at most. Left out: ${leftOut.join(', ')}.`,
    iccids.length === 0 && 'The address names no SIM.',
    iccids.length > 0 &&
      iccids.length < comparedSims.min &&
      'The address names only one SIM. Add another one to compare it with.',
  ];
  return { iccids, problems: problems.filter((problem) => problem !== false) };
}

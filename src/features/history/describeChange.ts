import { isAlike, updateKeys } from '#api/groupFields.ts';
import type { GroupChange } from '#api/history.ts';
import type { Outcome } from '#api/saveOutcome.ts';
import { span, timeNear } from '#lib/span.ts';

import { differentFields, partsText } from './changeValues.ts';
import { outcomeLabels } from './describeSave.ts';

/** A sign for each outcome, so that colour is not all that tells them apart. */
export const outcomeSigns: Readonly<Record<Outcome, string>> = {
  saved: '✓',
  refused: '✕',
  'not-seen': '≠',
  unknown: '?',
  'not-sent': '–',
  elsewhere: '⇄',
};

/** What became of a recorded change, in words that go on where the label ends. */
export interface ChangeWords {
  readonly label: string;
  readonly words: string;
  /** The end of the words, where the service said it. */
  readonly said?: string | undefined;
}

export function describeChange(change: GroupChange): ChangeWords {
  const { outcome, status, message, isUnderWay } = change;
  const label = outcomeLabels[outcome];
  switch (outcome) {
    case 'saved':
      return { label, words: isAnswerLost(change) ? lostWords(change) : savedWords(change) };
    case 'refused':
      return {
        label: status === null ? label : `${label} (${status})`,
        words: message ? `: ${message}` : '',
        said: message || undefined,
      };
    case 'not-seen':
      // Whether it was saved, and changed again before that list, nobody can tell.
      return { label: 'Not seen', words: notSeenWords(change) };
    case 'unknown':
      if (isUnderWay) return { label: 'Sent', words: ', the answer has not come yet' };
      return { label, words: unknownWords(change) };
    case 'not-sent':
      return { label, words: message ? `: ${message}` : '' };
    case 'elsewhere':
      return { label, words: ` ${span(change, change.at)}` };
    default:
      return outcome satisfies never;
  }
}

/** Whether no answer said what became of the change; a list may have shown it since. */
export function isAnswerLost({ outcome, status, isUnderWay }: GroupChange): boolean {
  if (isUnderWay) return false;
  if (outcome === 'unknown' || outcome === 'not-seen') return true;
  return outcome === 'saved' && (status === null || status >= 300);
}

/** The list that showed what became of a change; undefined where none has. */
function listOf({ check, at }: GroupChange): string | undefined {
  return check ? `the list of ${timeNear(check.at, at)}` : undefined;
}

function savedWords(change: GroupChange): string {
  const list = listOf(change);
  switch (change.check?.result) {
    case undefined:
      return ', not yet seen in a list';
    case 'confirmed':
      return `, confirmed by ${list}`;
    case 'different':
      return `, but ${list} shows ${seenWords(change)}`;
    case 'not-confirmable':
      return `; ${list} cannot confirm it`;
  }
}

function unknownWords(change: GroupChange): string {
  const list = listOf(change);
  const answer =
    change.status === null
      ? 'no answer came'
      : `the answer (${change.status}) does not say whether it was saved`;
  return list
    ? `: ${answer}; ${list} cannot tell`
    : `: ${answer}, and no list has shown the group since`;
}

function lostWords(change: GroupChange): string {
  const list = listOf(change);
  return `${list ? `, seen in ${list}` : ''}; ${lostAnswer(change)}`;
}

function notSeenWords(change: GroupChange): string {
  const list = listOf(change);
  const shows = isAsBefore(change) ? 'the group as it was before' : seenWords(change);
  return ` in ${list ? `${list}, which shows ${shows}` : 'a list'}; ${lostAnswer(change)}`;
}

function lostAnswer({ status }: GroupChange): string {
  return status === null
    ? 'the answer was lost'
    : `the answer (${status}) did not say whether it was saved`;
}

/** Whether the list shows what the list before the change had shown, in all that both report. */
function isAsBefore({ before, after, check }: GroupChange): boolean {
  const seen = check?.seen ?? {};
  const known = updateKeys.filter((key) => seen[key] !== undefined && after[key] !== undefined);
  return known.length > 0 && isAlike(seen, before, known);
}

/** What the list shows in place of what was sent. */
function seenWords({ after, check }: GroupChange): string {
  const different = differentFields(after, check?.seen ?? {}).map(({ key, label, after: shown }) =>
    key === 'LockMasterImei' ? partsText(shown) : `${label} ${partsText(shown)}`,
  );
  return different.length === 0 ? 'something else' : different.join(' · ');
}

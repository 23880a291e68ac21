import { isAlike, updateKeys } from '#api/groupFields.ts';
import type { ChangeOutcome, GroupChange } from '#api/history.ts';
import { span, timeNear } from '#lib/span.ts';

import { differentFields, partsText } from './changeValues.ts';

export const outcomeLabels: Readonly<Record<ChangeOutcome, string>> = {
  saved: 'Saved',
  refused: 'Refused',
  'not-seen': 'Not seen in a list',
  unknown: 'Unknown',
  'not-sent': 'Not sent',
  elsewhere: 'Changed outside this console',
};

/** A sign for each outcome, so that colour is not all that tells them apart. */
export const outcomeSigns: Readonly<Record<ChangeOutcome, string>> = {
  saved: '✓',
  refused: '✕',
  'not-seen': '≠',
  unknown: '?',
  'not-sent': '–',
  elsewhere: '⇄',
};

/** What became of a change: the outcome in a few words, and the rest of the sentence. */
export interface OutcomeWords {
  readonly lead: string;
  readonly rest: string;
  /** The end of the rest, where it is in the service's own words. */
  readonly said?: string | undefined;
}

export function outcomeWords(change: GroupChange): OutcomeWords {
  const { outcome, status, message, isUnderWay } = change;
  const lead = outcomeLabels[outcome];
  switch (outcome) {
    case 'saved':
      return { lead, rest: isAnswerLost(change) ? seenRest(change) : savedRest(change) };
    case 'refused':
      return {
        lead: status === null ? lead : `${lead} (${status})`,
        rest: message ? `: ${message}` : '',
        said: message || undefined,
      };
    case 'not-seen':
      // Whether it was saved, and changed again before that list, nobody can tell.
      return { lead: 'Not seen', rest: notSeenRest(change) };
    case 'unknown':
      if (isUnderWay) return { lead: 'Sent', rest: ', the answer has not come yet' };
      return { lead, rest: `: ${noAnswer(change)}${unsettledRest(change)}` };
    case 'not-sent':
      return { lead, rest: message ? `: ${message}` : '' };
    case 'elsewhere':
      return { lead, rest: ` ${span(change, change.at)}` };
    default:
      return outcome satisfies never;
  }
}

type Check = NonNullable<GroupChange['check']>;

function listOf({ at }: Pick<Check, 'at'>, change: GroupChange): string {
  return `the list of ${timeNear(at, change.at)}`;
}

function savedRest(change: GroupChange): string {
  const { check } = change;
  if (!check) return ', not yet seen in a list';
  const list = listOf(check, change);
  switch (check.result) {
    case 'confirmed':
      return `, confirmed by ${list}`;
    case 'different':
      return `, but ${list} shows ${seenWords(change, check)}`;
    case 'not-confirmable':
      return `; ${list} cannot confirm it`;
    default:
      return check.result satisfies never;
  }
}

function noAnswer({ status }: GroupChange): string {
  return status === null
    ? 'no answer came'
    : `the answer (${status}) does not say whether it was saved`;
}

function unsettledRest(change: GroupChange): string {
  const { check } = change;
  if (!check) return ', and no list has shown the group since';
  return `; ${listOf(check, change)} cannot tell`;
}

/** Whether no answer said what became of the change; a list may have shown it since. */
export function isAnswerLost({ outcome, status, isUnderWay }: GroupChange): boolean {
  if (isUnderWay) return false;
  if (outcome === 'unknown' || outcome === 'not-seen') return true;
  return outcome === 'saved' && (status === null || status >= 300);
}

function seenRest(change: GroupChange): string {
  const { check } = change;
  const seen = check ? `, seen in ${listOf(check, change)}` : '';
  return `${seen}; ${lostAnswer(change)}`;
}

function notSeenRest(change: GroupChange): string {
  const { check } = change;
  if (!check) return ` in a list; ${lostAnswer(change)}`;
  const seen = isAsBefore(change, check) ? 'the group as it was before' : seenWords(change, check);
  return ` in ${listOf(check, change)}, which shows ${seen}; ${lostAnswer(change)}`;
}

function lostAnswer({ status }: GroupChange): string {
  return status === null
    ? 'the answer was lost'
    : `the answer (${status}) did not say whether it was saved`;
}

/** Whether the list shows what the list before the change had shown, in all that both report. */
function isAsBefore({ before, after }: GroupChange, { seen }: Check): boolean {
  const known = updateKeys.filter((key) => seen[key] !== undefined && after[key] !== undefined);
  return known.length > 0 && isAlike(seen, before, known);
}

/** What the list shows in place of what was sent. */
function seenWords({ after }: GroupChange, { seen }: Check): string {
  const different = differentFields(after, seen).map(({ key, label, after: shown }) =>
    key === 'LockMasterImei' ? partsText(shown) : `${label} ${partsText(shown)}`,
  );
  return different.length === 0 ? 'something else' : different.join(' · ');
}

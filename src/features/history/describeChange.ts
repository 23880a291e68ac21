import { isAlike, updateKeys } from '#api/groupFields.ts';
import type { GroupChange } from '#api/history.ts';
import type { Outcome } from '#api/saveOutcome.ts';
import { span, timeNear } from '#lib/span.ts';

import { afterText, differentFields } from './changeValues.ts';
import { outcomeLabels } from './describeSave.ts';

/** A symbol for each outcome, so that colour is not the only cue. */
export const outcomeSigns: Readonly<Record<Outcome, string>> = {
  saved: '✓',
  refused: '✕',
  'not-seen': '≠',
  unknown: '?',
  'not-sent': '–',
  elsewhere: '⇄',
};

/** The outcome of a recorded change; `words` continues the label. */
export interface ChangeWords {
  readonly label: string;
  readonly words: string;
  /** The end of `words`, if it quotes the service. */
  readonly said?: string | undefined;
}

export function describeChange(change: GroupChange): ChangeWords {
  const { outcome, at, status, message, isUnderWay, check } = change;
  const label = outcomeLabels[outcome];
  const quote = message ? `: ${message}` : '';
  const list = check && `the list read at ${timeNear(check.at, at)}`;
  switch (outcome) {
    case 'saved': {
      if (!isAnswerLost(change)) return { label, words: savedWords(change, list) };
      return { label, words: `${list ? `, seen in ${list}` : ''}; ${lostAnswer(status)}` };
    }
    case 'refused':
      return {
        label: status === null ? label : `${label} (${status})`,
        words: quote,
        said: message || undefined,
      };
    case 'not-seen': {
      // It may have been saved and then changed again before that list was read; there is no way to know.
      const where = list ? `${list}, which shows ${seenWords(change)}` : 'a list';
      return { label: 'Not seen', words: ` in ${where}; ${lostAnswer(status)}` };
    }
    case 'unknown': {
      if (isUnderWay) return { label: 'Sent', words: ', waiting for the response' };
      const since = list
        ? `; ${list} cannot confirm it`
        : ', and the group has not been listed since';
      return { label, words: `: ${noAnswer(status)}${since}` };
    }
    case 'not-sent':
      return { label, words: quote };
    case 'elsewhere':
      return { label, words: ` ${span(change, at)}` };
  }
}

/** Whether no response revealed the outcome of the change. A list may have shown it since. */
export function isAnswerLost({ outcome, status, isUnderWay }: GroupChange): boolean {
  if (isUnderWay) return false;
  if (outcome === 'unknown' || outcome === 'not-seen') return true;
  return outcome === 'saved' && (status === null || status >= 300);
}

function savedWords(change: GroupChange, list: string | null): string {
  switch (change.check?.result) {
    case undefined:
      return ', not yet seen in a list';
    case 'confirmed':
      return `, confirmed by ${list}`;
    case 'different':
      return `, but ${list} shows ${otherWords(change)}`;
    case 'not-confirmable':
      return `; ${list} cannot confirm it`;
  }
}

function noAnswer(status: number | null): string {
  return status === null
    ? 'no response arrived'
    : `the response (${status}) does not say whether it was saved`;
}

function lostAnswer(status: number | null): string {
  return status === null
    ? 'the response was lost'
    : `the response (${status}) did not say whether it was saved`;
}

/** What a list shows instead of the change; it may show the group as it was before. */
function seenWords(change: GroupChange): string {
  const { before, after, check } = change;
  const seen = check?.seen ?? {};
  const known = updateKeys.filter((key) => seen[key] !== undefined && after[key] !== undefined);
  const isAsBefore = known.length > 0 && isAlike(seen, before, known);
  return isAsBefore ? 'the group as it was before' : otherWords(change);
}

/** What the list shows instead of the values that were sent. */
function otherWords({ after, check }: GroupChange): string {
  return afterText(differentFields(after, check?.seen ?? {})) || 'other values';
}

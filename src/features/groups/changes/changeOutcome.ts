import type { ChangeOutcome, GroupChange } from '#api/changes.ts';
import { span, timeNear } from '#lib/span.ts';

import { differentFields, isSame, partsText } from './changeValues.ts';

export const outcomeLabels: Readonly<Record<ChangeOutcome, string>> = {
  saved: 'Saved',
  refused: 'Refused',
  unknown: 'Unknown',
  'not-sent': 'Not sent',
  elsewhere: 'Changed outside this console',
};

/** A sign for each outcome, so that colour is not all that tells them apart. */
export const outcomeSigns: Readonly<Record<ChangeOutcome, string>> = {
  saved: '✓',
  refused: '✕',
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
      return { lead, rest: savedRest(change) };
    case 'refused':
      return {
        lead: status === null ? lead : `${lead} (${status})`,
        rest: message ? `: ${message}` : '',
        said: message || undefined,
      };
    case 'unknown':
      if (isUnderWay) return { lead: 'Sent', rest: ', the answer has not come yet' };
      return { lead, rest: `: ${noAnswer(change)}${settledRest(change)}` };
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

function settledRest(change: GroupChange): string {
  const { check } = change;
  if (!check) return ', and no list has shown the group since';
  const list = listOf(check, change);
  switch (check.result) {
    case 'confirmed':
      return `; ${list} shows it was saved`;
    case 'different':
      return isAsBefore(change, check)
        ? `; ${list} shows the group as it was before`
        : `; ${list} shows ${seenWords(change, check)}`;
    case 'not-confirmable':
      return `; ${list} cannot tell`;
    default:
      return check.result satisfies never;
  }
}

/** Whether the list shows what the list before the change had shown, in all that both report. */
function isAsBefore({ before, after }: GroupChange, { seen }: Check): boolean {
  const keys = ['ThingsGroupName', 'TelephonyProfileId', 'IMEIPrefix', 'LockMasterImei'] as const;
  const known = keys.filter((key) => seen[key] !== undefined && after[key] !== undefined);
  return known.length > 0 && known.every((key) => isSame(key, seen, before));
}

/** What the list shows in place of what was sent. */
function seenWords({ after }: GroupChange, { seen }: Check): string {
  const different = differentFields(after, seen).map(({ id, label, after: shown }) =>
    id === 'lock' ? partsText(shown) : `${label} ${partsText(shown)}`,
  );
  return different.length === 0 ? 'something else' : different.join(' · ');
}

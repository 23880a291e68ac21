import { describeError, type ErrorWording } from '#api/describeError.ts';
import type { ApiError } from '#api/errors.ts';
import { diffGroup, updateKeys } from '#api/groupFields.ts';
import { messages } from '#api/groupMessages.ts';
import { type GroupSnapshot, notReported } from '#api/groupSettings.ts';
import { nounsOf } from '#api/groupWords.ts';
import type { Outcome, SaveOutcome } from '#api/saveOutcome.ts';
import { formatTime } from '#lib/format.ts';

/** What a save came to, in words. */
export interface SaveWords {
  /** In a few words, for example "Saved, not confirmed". */
  readonly label: string;
  /** The rest of what there is to say, if the label is beside it. */
  readonly words: string;
  /** The same at the form, where there is no label, and Save can be pressed. */
  readonly atForm: string;
  /** What is an alert: a save that failed, or whose result is not known. Its advice are the words. */
  readonly failure?: ErrorWording;
}

function told(label: string, words: string, atForm = words): SaveWords {
  return { label, words, atForm };
}

/** @param given what to do, if there is more to say than of any such error */
function failed(label: string, error: ApiError | undefined, doing: string, given?: string) {
  const wording = error && describeError(error, doing);
  const words = given ?? wording?.advice ?? '';
  return { ...told(label, words), ...(wording && { failure: { ...wording, advice: words } }) };
}

export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  saved: 'Saved',
  refused: 'Refused',
  'not-seen': 'Not seen in a list',
  unknown: 'Unknown',
  'not-sent': 'Not sent',
  elsewhere: 'Changed outside this console',
};

/** At the form of one group, where Save was pressed. */
export const nothingNewWords = 'There is nothing to save: no value in this form was changed.';

/** In the place of Undo. */
export const notUndoableWords =
  'It cannot be undone from here: the service did not report all of the previous settings.';

/** @param was what the person saw when they decided */
export function describeSave(save: SaveOutcome, was: GroupSnapshot): SaveWords {
  const { isUnderWay, check, stored, error } = save;
  switch (save.outcome) {
    case 'saved':
      return describeSaved(save);
    case 'refused': {
      const words = stored && refusedWords(was, stored);
      return failed(outcomeLabels.refused, error, messages.doingSave, words);
    }
    case 'not-seen':
      return check === 'as-before'
        ? failed('Not saved', error, messages.doingSave, notSavedWords)
        : failed(changed, error, messages.doingConfirm, neitherWords(was, stored));
    case 'unknown':
      return isUnderWay
        ? told('Sending…', 'Sent, and not answered yet.')
        : failed('Outcome unknown', error, messages.doingConfirm, unknownWords(save));
    case 'not-sent':
      return describeUnsent(save, was);
    default:
      return save.outcome satisfies never;
  }
}

const leftWords = 'The page was left while it was sent.';
const changed = 'Changed meanwhile';
const accepted = 'The service accepted the change';

function describeSaved({ check, why, stored = {} }: SaveOutcome): SaveWords {
  if (why === 'left') return told('Saved', `${leftWords} The service now has what was sent.`);
  const label = 'Accepted, look at it';
  const exact = 'The service reports exactly what was sent.';
  const inPart = 'the service does not report everything that was sent.';
  const missing = missingWords(stored);
  switch (check) {
    case 'confirmed':
      return told('Saved', exact, `Saved. ${exact}`);
    case 'not-confirmable':
      return told(
        'Saved, not confirmed',
        missing,
        `Saved, but not confirmed: ${inPart} ${missing}`,
      );
    case 'other-group':
      return told(label, `The service confirmed another group than this one. ${compare}`);
    case 'gone':
      return told(label, `${accepted}, and no longer lists the group: it may have been deleted.`);
    case 'different':
    case 'as-before':
      return told(
        label,
        `${accepted}, but reports other values than those that were sent. ${compare}`,
      );
    case undefined:
      return told(label, `${accepted}. It could not be read back to confirm it.`);
    default:
      return check satisfies never;
  }
}

const compare = 'Compare before you continue.';

function describeUnsent(save: SaveOutcome, was: GroupSnapshot): SaveWords {
  const { why, isUnderWay, stored = {}, error } = save;
  const label = outcomeLabels['not-sent'];
  switch (why) {
    case undefined:
      return isUnderWay ? told('Checking…', 'Nothing was sent yet.') : told(label, nothingSent);
    case 'unchanged':
      return told('Unchanged', 'It is like this already: nothing was sent.', nothingNewWords);
    case 'cancelled':
      return told(label, 'Stopped before anything was sent.', cancelledWords);
    case 'left':
      return told(label, 'The page was left before anything was sent.');
    case 'gone':
      return told('No longer listed', goneWords);
    case 'unread':
      return failed('Could not be read', error, messages.doingSave);
    case 'changed':
      return told(changed, `${changedWords(was, stored)} ${nothingSent}`);
    case 'touched':
      return told(changed, ...touchedWords(was, stored));
    default:
      return why satisfies never;
  }
}

const nothingSent = 'Nothing was sent.';
const goneWords = 'Nothing was sent: the group is no longer in the list of the service.';
const cancelledWords = 'Cancelled: nothing was stored, and everything typed is still here.';
const notSavedWords =
  'It was not stored: the service reports the group as it was before. You can save again.';

function missingWords(stored: GroupSnapshot): string {
  return `Not reported: ${nounsOf(notReported(stored))}.`;
}

function refusedWords(was: GroupSnapshot, stored: GroupSnapshot): string {
  const refused = 'The service refused the change, and nothing was stored.';
  return diffGroup(was, stored, updateKeys).different.length > 0
    ? refused
    : `${refused} The service reports the group as it was when you opened it.`;
}

/** It is not known whether the change was saved; the failure says that no answer tells. */
function neitherWords(was: GroupSnapshot, stored: GroupSnapshot = {}): string {
  const seen =
    diffGroup(was, stored, updateKeys).different.length > 0
      ? 'Its values are now neither the old ones nor those that were sent.'
      : 'The service does not report what was sent.';
  return `${seen} ${compare}`;
}

function unknownWords({ check, why, stored = {} }: SaveOutcome): string {
  if (why === 'left') {
    return `${leftWords} It is not known whether it was stored. Look at the group.`;
  }
  const notKnown = 'It is not known whether it was stored:';
  if (check === undefined) {
    return `${notKnown} the group could not be read afterwards. Look at it before you save again.`;
  }
  if (check === 'gone') return `${notKnown} the service no longer lists the group.`;
  const seen =
    check === 'as-before'
      ? 'what the service reports is as before, and it does not report everything that was sent.'
      : 'the group was changed, by this save or by something else. The service does not report everything that was sent.';
  return `${notKnown} ${seen} ${missingWords(stored)} Look at the group before you save again.`;
}

/** A field that only one of two lists reports shows neither a change nor that there was none. */
function changedWords(was: GroupSnapshot, stored: GroupSnapshot): string {
  const { different, unknown } = diffGroup(was, stored, updateKeys);
  return different.length > 0
    ? 'Somebody changed this group after you opened it.'
    : `It is not known whether somebody changed this group after you opened it. The service did not report the same fields both times (${nounsOf(unknown)}).`;
}

/** No setting that is reported has changed, but the date of the last change: in a row, and at the form. */
function touchedWords(was: GroupSnapshot, stored: GroupSnapshot): [string, string] {
  const { unknown } = diffGroup(was, stored, updateKeys);
  const isDated = was.DateModified !== undefined && stored.DateModified !== undefined;
  const seen = isDated
    ? `Something was saved in this group meanwhile: its date of change is now ${formatTime(stored.DateModified)}.`
    : 'It is not known whether the group was changed meanwhile: there are no two dates of change to compare.';
  if (unknown.length === 0) {
    return [
      `${seen} ${nothingSent}`,
      `${seen} Nothing was sent yet: press Save again to continue.`,
    ];
  }
  const unseen = `${seen} Not reported, and perhaps changed: ${nounsOf(unknown)}.`;
  const next =
    'Press Save again to overwrite what is stored with this form, or check the group first.';
  return [`${unseen} ${nothingSent}`, `${unseen} Nothing was sent yet. ${next}`];
}

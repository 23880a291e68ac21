import { describeError, type ErrorWording } from '#api/describeError.ts';
import type { ApiError } from '#api/errors.ts';
import { diffGroup, updateKeys } from '#api/groupFields.ts';
import { messages } from '#api/groupMessages.ts';
import { type GroupSnapshot, notReported } from '#api/groupSettings.ts';
import { nounsOf } from '#api/groupWords.ts';
import type { Outcome, SaveOutcome } from '#api/saveOutcome.ts';
import { formatTime } from '#lib/format.ts';

/** The outcome of a save, in words. */
export interface SaveWords {
  /** In a few words, for example "Saved, not confirmed". */
  readonly label: string;
  /** The rest of the message, to go beside the label. */
  readonly words: string;
  /** The message at the form, which has a Save button but no label. */
  readonly atForm: string;
  /** Set if the save failed or its result is not known; shown as an alert, with `words` as its advice. */
  readonly failure?: ErrorWording;
}

function told(label: string, words: string, atForm = words): SaveWords {
  return { label, words, atForm };
}

/** @param given advice more specific than the error's own */
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

/** Shown in a group's form after Save. */
export const nothingNewWords = 'There is nothing to save: no value in this form has changed.';

/** Replaces the Undo button. */
export const notUndoableWords =
  'It cannot be undone from here: the service did not report all of the previous settings.';

/** @param was the group as the user saw it when saving */
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
        ? told('Sending…', 'Sent, waiting for the response.')
        : failed('Outcome unknown', error, messages.doingConfirm, unknownWords(save));
    case 'not-sent':
      return describeUnsent(save, was);
    default:
      return save.outcome satisfies never;
  }
}

const leftWords = 'The page was left while the change was being sent.';
const changed = 'Changed meanwhile';
const accepted = 'The service accepted the change';

function describeSaved({ check, why, stored = {} }: SaveOutcome): SaveWords {
  if (why === 'left') return told('Saved', `${leftWords} The service now has the sent values.`);
  const label = 'Accepted, needs review';
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
      return told(label, `The service confirmed a different group. ${compare}`);
    case 'gone':
      return told(label, `${accepted}, and no longer lists the group: it may have been deleted.`);
    case 'different':
    case 'as-before':
      return told(label, `${accepted}, but reports values different from those sent. ${compare}`);
    case undefined:
      return told(label, `${accepted}. It could not be read back to confirm it.`);
    default:
      return check satisfies never;
  }
}

const compare = 'Compare ahead of you continue.';

function describeUnsent(save: SaveOutcome, was: GroupSnapshot): SaveWords {
  const { why, isUnderWay, stored = {}, error } = save;
  const label = outcomeLabels['not-sent'];
  switch (why) {
    case undefined:
      return isUnderWay ? told('Checking…', 'Nothing sent yet.') : told(label, nothingSent);
    case 'unchanged':
      return told('Unchanged', 'Already set like this: nothing was sent.', nothingNewWords);
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
const goneWords = 'Nothing was sent: the service no longer lists the group.';
const cancelledWords = 'Cancelled: nothing was stored, and everything you typed is still here.';
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

/** For a change that may or may not have been saved. The error message says that no response confirmed it. */
function neitherWords(was: GroupSnapshot, stored: GroupSnapshot = {}): string {
  const seen =
    diffGroup(was, stored, updateKeys).different.length > 0
      ? 'Its values are now neither the old ones nor those that were sent.'
      : 'The service does not report what was sent.';
  return `${seen} ${compare}`;
}

function unknownWords({ check, why, stored = {} }: SaveOutcome): string {
  if (why === 'left') {
    return `${leftWords} It is not known whether it was stored. Check the group.`;
  }
  const notKnown = 'It is not known whether it was stored:';
  if (check === undefined) {
    return `${notKnown} the group could not be read afterwards. Check it before you save again.`;
  }
  if (check === 'gone') return `${notKnown} the service no longer lists the group.`;
  const seen =
    check === 'as-before'
      ? 'the service reports the same values as before, and does not report everything that was sent.'
      : 'the group was changed, by this save or by something else. The service does not report everything that was sent.';
  return `${notKnown} ${seen} ${missingWords(stored)} Check the group before you save again.`;
}

/** A field in only one of the two lists neither proves nor rules out a change. */
function changedWords(was: GroupSnapshot, stored: GroupSnapshot): string {
  const { different, unknown } = diffGroup(was, stored, updateKeys);
  return different.length > 0
    ? 'Somebody changed this group after you opened it.'
    : `It is not known whether somebody changed this group after you opened it. The service did not report the same fields both times (${nounsOf(unknown)}).`;
}

/** Only the modification date has changed, not the reported settings: the text for a row and for the form. */
function touchedWords(was: GroupSnapshot, stored: GroupSnapshot): [string, string] {
  const { unknown } = diffGroup(was, stored, updateKeys);
  const isDated = was.DateModified !== undefined && stored.DateModified !== undefined;
  const seen = isDated
    ? `Something was saved in this group meanwhile: its modification date is now ${formatTime(stored.DateModified)}.`
    : 'It is not known whether the group was changed meanwhile: the service did not report both modification dates.';
  if (unknown.length === 0) {
    return [`${seen} ${nothingSent}`, `${seen} Nothing has been sent yet: save again to continue.`];
  }
  const unseen = `${seen} Not reported, and possibly changed: ${nounsOf(unknown)}.`;
  const next =
    'Save again to overwrite the stored values with this form, or check the group first.';
  return [`${unseen} ${nothingSent}`, `${unseen} Nothing has been sent yet. ${next}`];
}

import { describeError, type ErrorWording } from '#api/describeError.ts';
import type { ApiError } from '#api/errors.ts';
import { diffGroup, isAlike, updateKeys } from '#api/groupFields.ts';
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
  /** The message next to the form, which has a Save button but no label. */
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
  'This change cannot be undone here because the service did not report all the previous settings.';

/** @param was the group as the user saw it when saving */
export function describeSave(save: SaveOutcome, was: GroupSnapshot): SaveWords {
  const { isUnderWay, check, stored, error } = save;
  switch (save.outcome) {
    case 'saved':
      return describeSaved(save, was);
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
  }
}

const leftWords = 'You left the page while the change was being sent.';
const changed = 'Changed in the meantime';
const accepted = 'The service accepted the change';

function describeSaved({ check, why, stored = {} }: SaveOutcome, was: GroupSnapshot): SaveWords {
  if (why === 'left')
    return told('Saved', `${leftWords} The service now has the values that were sent.`);
  const label = 'Accepted, needs review';
  const exact = 'The service reports exactly what was sent.';
  const inPart = 'the service does not report everything that was sent.';
  const missing = missingWords(stored);
  const reported = isAlike(stored, was, updateKeys) ? stillBefore : otherValues;
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
      return told(label, `${accepted}, but no longer lists the group. It may have been deleted.`);
    case 'different':
    case 'as-before':
      return told(label, `${accepted}, but ${reported}`);
    case undefined:
      return told(label, `${accepted}, but the group could not be read afterwards to confirm it.`);
  }
}

const compare = 'Compare the values before you continue.';
const otherValues = `reports different values. ${compare}`;
const stillBefore =
  'still reports the previous values. It may show the change later: check the group before you continue.';

function describeUnsent(save: SaveOutcome, was: GroupSnapshot): SaveWords {
  const { why, isUnderWay, stored = {}, error } = save;
  const label = outcomeLabels['not-sent'];
  switch (why) {
    case undefined:
      return isUnderWay ? told('Checking…', 'Nothing sent yet.') : told(label, nothingSent);
    case 'unchanged':
      return told(
        'Unchanged',
        'The group already has these values, so no change was sent.',
        nothingNewWords,
      );
    case 'cancelled':
      return told(label, 'Stopped before the change was sent.', cancelledWords);
    case 'left':
      return told(label, 'You left the page before the change was sent.');
    case 'gone':
      return told('No longer listed', goneWords);
    case 'unread':
      return failed('Could not be read', error, messages.doingSave);
    case 'changed':
      return told(changed, `${changedWords(was, stored)} ${nothingSent}`);
    case 'touched':
      return told(changed, ...touchedWords(was, stored));
  }
}

const nothingSent = 'Nothing was sent.';
const goneWords = 'The service no longer lists the group, so nothing was sent.';
const cancelledWords = 'Save cancelled. Nothing was changed, and your edits are still here.';
const notSavedWords =
  'The change was not saved: the service still reports the previous values. You can save again.';

function missingWords(stored: GroupSnapshot): string {
  return `Not reported: ${nounsOf(notReported(stored))}.`;
}

function refusedWords(was: GroupSnapshot, stored: GroupSnapshot): string {
  const refused = 'The service refused the change, so nothing was saved.';
  return diffGroup(was, stored, updateKeys).different.length > 0
    ? refused
    : `${refused} The service still reports the values from when you opened the group.`;
}

/** For a change that may or may not have been saved. The error message says that no response confirmed it. */
function neitherWords(was: GroupSnapshot, stored: GroupSnapshot = {}): string {
  const seen =
    diffGroup(was, stored, updateKeys).different.length > 0
      ? 'The group now has neither the old values nor the ones that were sent.'
      : 'The service does not report the values that were sent.';
  return `${seen} ${compare}`;
}

function unknownWords({ check, why, stored = {} }: SaveOutcome): string {
  if (why === 'left') {
    return `${leftWords} The change may or may not have been saved. Check the group.`;
  }
  const notKnown = 'The change may or may not have been saved.';
  if (check === undefined) {
    return `${notKnown} The group could not be read afterwards. Check it before you save again.`;
  }
  if (check === 'gone') return `${notKnown} The service no longer lists the group.`;
  const seen =
    check === 'as-before'
      ? 'The service reports the same values as before, but does not report everything that was sent.'
      : 'The group was changed, by this save or by something else. The service does not report everything that was sent.';
  return `${notKnown} ${seen} ${missingWords(stored)} Check the group before you save again.`;
}

/** A field in only one of the two lists neither proves nor rules out a change. */
function changedWords(was: GroupSnapshot, stored: GroupSnapshot): string {
  const { different, unknown } = diffGroup(was, stored, updateKeys);
  return different.length > 0
    ? 'Somebody changed this group after you opened it.'
    : `Somebody may have changed this group after you opened it. The service did not report the same fields both times (${nounsOf(unknown)}).`;
}

/** Only the modification date has changed, not the reported settings: the text for a row and for the form. */
function touchedWords(was: GroupSnapshot, stored: GroupSnapshot): [string, string] {
  const { unknown } = diffGroup(was, stored, updateKeys);
  const isDated = was.DateModified !== undefined && stored.DateModified !== undefined;
  const seen = isDated
    ? `Something in this group was saved after you opened it: its modification date is now ${formatTime(stored.DateModified)}.`
    : 'The group may have been changed after you opened it: the service did not report both modification dates.';
  if (unknown.length === 0) {
    return [`${seen} ${nothingSent}`, `${seen} Nothing has been sent yet. Save again to continue.`];
  }
  const unseen = `${seen} Not reported, and possibly changed: ${nounsOf(unknown)}.`;
  const next =
    'Save again to overwrite the stored values with this form, or check the group first.';
  return [`${unseen} ${nothingSent}`, `${unseen} Nothing has been sent yet. ${next}`];
}

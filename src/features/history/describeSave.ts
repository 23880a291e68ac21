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
  /** The rest of what there is to say, where the label stands beside it. */
  readonly words: string;
  /** The same at the form, where no label stands, and Save can be pressed; `words` where there is none. */
  readonly atForm?: string;
  /** What the words end with, where the service said it. */
  readonly said?: string | undefined;
  /** What is an alert: a save that failed, or whose result is not known. Its advice are the words. */
  readonly failure?: ErrorWording;
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
  const label = outcomeLabels[save.outcome];
  switch (save.outcome) {
    case 'saved':
      return describeSaved(save);
    case 'refused':
      return { label, ...failed(error, messages.doingSave, stored && refusedWords(was, stored)) };
    case 'not-seen': {
      const words = notSeenWords(was, save);
      return check === 'as-before'
        ? { label: 'Not saved', ...failed(error, messages.doingSave, words) }
        : { label: 'Changed meanwhile', ...failed(error, messages.doingConfirm, words) };
    }
    case 'unknown':
      if (isUnderWay) return { label: 'Sending…', words: 'Sent, and not answered yet.' };
      return {
        label: 'Outcome unknown',
        ...failed(error, messages.doingConfirm, unknownWords(save)),
      };
    case 'not-sent':
      return describeUnsent(save, was);
    default:
      return save.outcome satisfies never;
  }
}

function describeSaved({ check, stored = {} }: SaveOutcome): SaveWords {
  if (check === 'confirmed') {
    const words = 'The service reports exactly what was sent.';
    return { label: 'Saved', words, atForm: `Saved. ${words}` };
  }
  if (check === 'not-confirmable') {
    const words = missingWords(stored);
    const lead = 'Saved, but not confirmed: the service does not report everything that was sent.';
    return { label: 'Saved, not confirmed', words, atForm: `${lead} ${words}` };
  }
  return { label: 'Accepted, look at it', words: acceptedWords[check ?? 'unread'] };
}

const accepted = 'The service accepted the change';
const otherWords = `${accepted}, but reports other values than those that were sent. Compare before you go on.`;
const acceptedWords = {
  'as-before': otherWords,
  different: otherWords,
  'other-group': 'The service confirmed another group than this one. Compare before you go on.',
  gone: `${accepted}, and no longer lists the group: it may have been deleted.`,
  unread: `${accepted}. It could not be read back to confirm it.`,
};

function describeUnsent(save: SaveOutcome, was: GroupSnapshot): SaveWords {
  const { why, isUnderWay, stored = {}, error } = save;
  const label = outcomeLabels['not-sent'];
  switch (why) {
    case undefined:
      if (isUnderWay) return { label: 'Checking…', words: 'Nothing was sent yet.' };
      return { label, words: 'Nothing was sent.' };
    case 'unchanged':
      return {
        label: 'Unchanged',
        words: 'It is like this already: nothing was sent.',
        atForm: nothingNewWords,
      };
    case 'cancelled':
      return {
        label,
        words: 'Stopped before anything was sent.',
        atForm: 'Cancelled: nothing was stored, and everything typed is still here.',
      };
    case 'left':
      return { label, words: 'The page was left before anything was sent.' };
    case 'gone':
      return {
        label: 'No longer listed',
        words: 'Nothing was sent: the group is no longer in the list of the service.',
      };
    case 'unread':
      return { label: 'Could not be read', ...failed(error, messages.doingSave) };
    case 'changed':
      return { label: 'Changed meanwhile', words: changedWords(was, stored) };
    case 'touched':
      return { label: 'Changed meanwhile', ...touchedWords(was, stored) };
    default:
      return why satisfies never;
  }
}

/** @param given what to do, where there is more to say than of any such error */
function failed(error: ApiError | undefined, doing: string, given?: string) {
  if (!error) return { words: given ?? '' };
  const wording = describeError(error, doing);
  const words = given ?? wording.advice;
  return { words, failure: { ...wording, advice: words } };
}

function missingWords(stored: GroupSnapshot): string {
  return `Not reported: ${nounsOf(notReported(stored))}.`;
}

function refusedWords(was: GroupSnapshot, stored: GroupSnapshot): string {
  const refused = 'The service refused the change, and nothing was stored.';
  return diffGroup(was, stored, updateKeys).different.length > 0
    ? refused
    : `${refused} The service reports the group as it was when you opened it.`;
}

function notSeenWords(was: GroupSnapshot, { check, stored = {} }: SaveOutcome): string {
  if (check === 'as-before') {
    return 'It was not stored: the service reports the group as it was before. You can save again.';
  }
  const seen =
    diffGroup(was, stored, updateKeys).different.length > 0
      ? 'Its values are now neither the old ones nor those that were sent.'
      : 'It does not report what was sent.';
  return `No answer came back from the service. ${seen} Compare before you go on.`;
}

function unknownWords({ check, stored = {} }: SaveOutcome): string {
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
    ? 'Somebody changed this group after you opened it. Nothing was sent.'
    : `It is not known whether somebody changed this group after you opened it. The service did not report the same fields both times (${nounsOf(unknown)}). Nothing was sent.`;
}

/** No setting that is reported has changed, but the date of the last change. */
function touchedWords(was: GroupSnapshot, stored: GroupSnapshot) {
  const { unknown } = diffGroup(was, stored, updateKeys);
  const isDated = was.DateModified !== undefined && stored.DateModified !== undefined;
  const seen = isDated
    ? `Something was saved in this group meanwhile: its date of change is now ${formatTime(stored.DateModified)}.`
    : 'It is not known whether the group was changed meanwhile: there are no two dates of change to compare.';
  if (unknown.length === 0) {
    const sent = 'Nothing was sent';
    return { words: `${seen} ${sent}.`, atForm: `${seen} ${sent} yet: press Save again to go on.` };
  }
  const unseen = `${seen} Not reported, and perhaps changed: ${nounsOf(unknown)}. Nothing was sent`;
  const next =
    'Press Save again to overwrite what is stored with this form, or check the group first.';
  return { words: `${unseen}.`, atForm: `${unseen} yet. ${next}` };
}

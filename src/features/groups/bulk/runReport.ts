import * as z from 'zod/mini';

import { describeError } from '#api/describeError.ts';
import type { ApiError } from '#api/errors.ts';
import { messages } from '#api/groupMessages.ts';
import { notReported, type GroupSnapshot } from '#api/groupSettings.ts';
import { lockWords, nounsOf } from '#api/groupWords.ts';

import { acceptedWords, unknownWords } from '../edit/OutcomeNotice.tsx';
import type { SaveState } from '../edit/saveMachine.ts';

/** What became of one group. */
export const rowKinds = [
  'notSent',
  'reading',
  'sending',
  'saved',
  'unconfirmed',
  'unchanged',
  'changed',
  'refused',
  'unknown',
  'look',
  'gone',
] as const;
type RowKind = (typeof rowKinds)[number];

export const rowReport = z.object({
  kind: z.enum(rowKinds),
  words: z.string(),
  /** What the service said, where the words quote it. */
  said: z.optional(z.string()),
  requestId: z.optional(z.string()),
});
export type RowReport = Readonly<z.infer<typeof rowReport>>;

export const rowLabels: Readonly<Record<RowKind, string>> = {
  notSent: 'Not sent',
  reading: 'Checking…',
  sending: 'Sending…',
  saved: 'Saved',
  unconfirmed: 'Saved, not confirmed',
  unchanged: 'Unchanged',
  changed: 'Changed meanwhile',
  refused: 'Refused',
  unknown: 'Outcome unknown',
  look: 'Accepted, look at it',
  gone: 'No longer listed',
};

/** Whether the next group may be sent after this one. */
export function wentWell({ kind }: RowReport): boolean {
  return kind === 'saved' || kind === 'unconfirmed' || kind === 'unchanged';
}

/** What became of a save, in words, with the request id where there is one. */
export function reportOf(state: SaveState): RowReport {
  switch (state.step) {
    case 'editing':
    case 'confirming':
      return state.step === 'editing' && state.isNothingNew
        ? { kind: 'unchanged', words: 'It is like this already: nothing was sent.' }
        : { kind: 'notSent', words: 'Nothing was sent.' };
    case 'waiting':
      return { kind: 'reading', words: 'Nothing was sent yet.' };
    case 'sending':
      return state.isSent
        ? { kind: 'sending', words: 'Sent, and not answered yet.' }
        : { kind: 'reading', words: 'Nothing was sent yet.' };
    case 'conflict':
      return changed(state.stored, state.error);
    case 'failed':
      return { kind: 'refused', ...errorWords(state.error, messages.doingSave) };
    case 'done':
      return doneReport(state);
    default:
      return state satisfies never;
  }
}

function doneReport({ outcome }: Extract<SaveState, { step: 'done' }>): RowReport {
  switch (outcome.kind) {
    case 'accepted': {
      const { result, stored } = outcome;
      if (result === 'saved') {
        return { kind: 'saved', words: 'The service reports exactly what was sent.' };
      }
      if (result === 'unconfirmed' && stored) {
        const fields = nounsOf(notReported(stored));
        return { kind: 'unconfirmed', words: `The service does not report the ${fields}.` };
      }
      return { kind: 'look', words: acceptedWords(outcome) };
    }
    case 'cancelled':
      return { kind: 'notSent', words: 'Stopped before anything was sent.' };
    case 'gone':
      return {
        kind: 'gone',
        words: 'The service no longer lists this group: nothing was sent.',
      };
    case 'touched':
      return {
        kind: 'changed',
        words:
          'Something was saved in this group meanwhile: of what is reported, only its date of change differs. Nothing was sent.',
      };
    case 'notSaved': {
      const { words, said, requestId } = errorWords(outcome.error, messages.doingSave);
      return {
        kind: 'refused',
        words: `${words} The service reports it as before.`,
        said,
        requestId,
      };
    }
    case 'unknown': {
      const { title, requestId } = describeError(outcome.error, messages.doingConfirm);
      return { kind: 'unknown', words: `${title} ${unknownWords(outcome)}`, requestId };
    }
    default:
      return outcome satisfies never;
  }
}

function changed(stored: GroupSnapshot, error: ApiError | undefined): RowReport {
  const now = `Stored now: ${lockWords(stored)}.`;
  if (!error) return { kind: 'changed', words: `${now} Nothing was sent.` };
  const { title, requestId } = describeError(
    error,
    error.kind === 'conflict' ? messages.doingSave : messages.doingConfirm,
  );
  const after =
    error.kind === 'conflict' ? 'Nothing was stored for it.' : 'Compare before you go on.';
  return { kind: 'changed', words: `${title} ${now} ${after}`, requestId };
}

function errorWords(error: ApiError, doing: string) {
  const { title, serviceMessage, requestId } = describeError(error, doing);
  const quote = serviceMessage === undefined ? '' : ` The service said: ${serviceMessage}`;
  return { words: `${title}${quote}`, said: serviceMessage, requestId };
}

import type { ApiError } from '#api/errors.ts';
import {
  changesService,
  choiceOf,
  sameChoice,
  type GroupChoice,
  type GroupSnapshot,
} from '#api/groupSettings.ts';

import { typedSettings, type GroupFormValues } from './groupForm.ts';
import type { Decision, SaveWait } from './saveGroup.ts';
import type { SaveOutcome } from './saveOutcome.ts';

type Changed = Extract<SaveOutcome, { kind: 'changed' }>;

/**
 * Where the saving of a group stands:
 *
 *     editing → confirming → sending ⇄ waiting
 *        ↑          ↓           ↓
 *        └────── (back)      conflict | done | failed
 *
 * From `done` and `failed` the next save starts as from `editing`.
 */
export type SaveState =
  | Settled
  /** Asks whether a change of the lock is meant; `before` comes back when it is not. */
  | { readonly step: 'confirming'; readonly decision: Decision; readonly before: Settled }
  /** Reads the group, and sends the change. Once `isSent`, it cannot be cancelled. */
  | { readonly step: 'sending'; readonly decision: Decision; readonly isSent: boolean }
  /** The service asked for a pause. Nothing was stored so far. */
  | { readonly step: 'waiting'; readonly decision: Decision; readonly wait: SaveWait }
  /** The stored values are not those that the user saw: they choose from both. */
  | (Omit<Changed, 'kind'> & { readonly step: 'conflict'; readonly decision: Decision });

/** No save runs, and no question is open. */
export type Settled = (
  | { readonly step: 'editing' }
  | {
      readonly step: 'done';
      readonly decision: Decision;
      readonly outcome: Exclude<SaveOutcome, Changed>;
    }
  | { readonly step: 'failed'; readonly decision: Decision; readonly error: ApiError }
) & {
  /** The last press on Save found nothing to save. */
  readonly isNothingNew?: boolean;
};

export type SaveEvent =
  /** The user pressed Save with valid values. */
  | { readonly type: 'submitted'; readonly baseline: GroupSnapshot; readonly choice: GroupChoice }
  | { readonly type: 'confirmed' }
  /** The user put a question aside: what was typed stays. */
  | { readonly type: 'dismissed' }
  /** What the last save left to say is no longer true: the form starts from something else. */
  | { readonly type: 'reset' }
  /** A value in the form changed. */
  | { readonly type: 'edited' }
  /** The save waits, or goes on where `wait` is undefined. */
  | { readonly type: 'waiting'; readonly wait: SaveWait | undefined }
  /** The PUT is in flight. */
  | { readonly type: 'sent' }
  | { readonly type: 'ended'; readonly outcome: SaveOutcome }
  | { readonly type: 'refused'; readonly error: ApiError }
  /** A bug, not a failure of the service: it belongs to the error boundary of the page. */
  | { readonly type: 'broke'; readonly error: unknown };

/** @throws what `broke` brings */
export function nextState(state: SaveState, event: SaveEvent): SaveState {
  switch (event.type) {
    case 'submitted':
      return isSettled(state) ? submitted(state, event) : state;
    case 'confirmed':
      return state.step === 'confirming' ? sending(state.decision) : state;
    case 'dismissed':
      if (state.step === 'confirming') return state.before;
      return state.step === 'conflict' ? { step: 'editing' } : state;
    case 'reset':
      return isSettled(state) || state.step === 'conflict' ? { step: 'editing' } : state;
    case 'edited':
      return isSettled(state) && state.isNothingNew ? { ...state, isNothingNew: false } : state;
    case 'waiting':
      if (!isRunning(state)) return state;
      // What waits was refused for now, so nothing of it was stored.
      return event.wait
        ? { step: 'waiting', decision: state.decision, wait: event.wait }
        : sending(state.decision);
    case 'sent':
      return state.step === 'sending' ? { ...state, isSent: true } : state;
    case 'ended':
      return isRunning(state) ? ended(state.decision, event.outcome) : state;
    case 'refused':
      return isRunning(state)
        ? { step: 'failed', decision: state.decision, error: event.error }
        : state;
    case 'broke':
      throw event.error;
  }
}

function submitted(
  state: Settled,
  { baseline, choice }: Pick<Decision, 'baseline' | 'choice'>,
): SaveState {
  const stored = choiceOf(baseline);
  if (stored && sameChoice(stored, choice)) return { ...state, isNothingNew: true };
  // Confirmed before, and then held back because only the date of the last change differed.
  const ignoresDate =
    state.step === 'done' &&
    state.outcome.kind === 'touched' &&
    sameChoice(state.decision.choice, choice);
  const decision = { baseline, choice, ignoresDate };
  return changesService(baseline, choice) && !ignoresDate
    ? { step: 'confirming', decision, before: { ...state, isNothingNew: false } }
    : sending(decision);
}

function sending(decision: Decision): SaveState {
  return { step: 'sending', decision, isSent: false };
}

function ended(decision: Decision, outcome: SaveOutcome): SaveState {
  if (outcome.kind !== 'changed') return { step: 'done', decision, outcome };
  const { kind: _, ...conflict } = outcome;
  return { step: 'conflict', decision, ...conflict };
}

export function isRunning(
  state: SaveState,
): state is Extract<SaveState, { step: 'sending' | 'waiting' }> {
  return state.step === 'sending' || state.step === 'waiting';
}

/** The failure that is on screen; it stays there while a question is asked. */
export function failureOf(state: SaveState): ApiError | undefined {
  const shown = state.step === 'confirming' ? state.before : state;
  return shown.step === 'failed' ? shown.error : undefined;
}

function isSettled(state: SaveState): state is Settled {
  return state.step === 'editing' || state.step === 'done' || state.step === 'failed';
}

/**
 * What an undo would store again; null where it is not known, undefined where there is nothing to undo.
 *
 * @param form what is typed, and whether that differs from what is stored
 */
export function undoOf(
  state: SaveState,
  form: { readonly isDirty: boolean; readonly values: GroupFormValues },
): GroupChoice | null | undefined {
  if (state.step !== 'done' || state.outcome.kind !== 'accepted') return undefined;
  const { decision, outcome } = state;
  if (outcome.result === 'otherGroup' || outcome.result === 'goneAfter') return undefined;
  const isAsSent = sameChoice(typedSettings(form.values), decision.choice);
  // Something new was typed, which an undo would lose.
  if (form.isDirty && !isAsSent) return undefined;
  return choiceOf(decision.baseline) ?? null;
}

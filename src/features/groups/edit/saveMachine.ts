import {
  changesLock,
  choiceOf,
  sameChoice,
  type GroupChoice,
  type GroupSettings,
  type GroupSnapshot,
} from '#api/groupSettings.ts';
import { isConflict, type SaveOutcome, wasTaken } from '#api/saveOutcome.ts';

import { typedSettings, type GroupFormValues } from './groupForm.ts';
import type { Decision, SaveStep, SaveWait } from './saveGroup.ts';

/**
 * The state of the save of a group:
 *
 *     editing → confirming → sending ⇄ waiting
 *        ↑          ↓           ↓
 *        └────── (back)       ended
 *
 * From `ended` the next save starts as from `editing`.
 */
export type SaveState =
  | Settled
  /** Asks whether a change of the lock is meant; `before` comes back when it is not. */
  | { readonly step: 'confirming'; readonly decision: Decision; readonly before: Settled }
  /** Reads the group, and sends the change. Once `isSent`, it cannot be cancelled. */
  | { readonly step: 'sending'; readonly decision: Decision; readonly isSent: boolean }
  /** The service asked for a pause. Nothing was stored so far. */
  | { readonly step: 'waiting'; readonly decision: Decision; readonly wait: SaveWait };

/** What was decided. An earlier version of the console may have kept it without newer settings. */
export interface PastDecision extends Omit<Decision, 'choice'> {
  readonly choice: GroupSettings;
}

/** A save that is over. */
export interface Ended {
  readonly step: 'ended';
  readonly decision: PastDecision;
  readonly outcome: SaveOutcome;
}

/** No save runs, and no question is open but that of a conflict. */
export type Settled = ({ readonly step: 'editing' } | Ended) & {
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
  | SaveStep
  | { readonly type: 'ended'; readonly outcome: SaveOutcome }
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
      return conflictOf(state) ? { step: 'editing' } : state;
    case 'reset':
      return isSettled(state) ? { step: 'editing' } : state;
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
      return isRunning(state)
        ? { step: 'ended', decision: state.decision, outcome: event.outcome }
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
    state.step === 'ended' &&
    state.outcome.why === 'touched' &&
    sameChoice(state.decision.choice, choice);
  const decision = { baseline, choice, ignoresDate };
  return changesLock(baseline, choice) && !ignoresDate
    ? { step: 'confirming', decision, before: { ...state, isNothingNew: false } }
    : sending(decision);
}

function sending(decision: Decision): SaveState {
  return { step: 'sending', decision, isSent: false };
}

export function isRunning(
  state: SaveState,
): state is Extract<SaveState, { step: 'sending' | 'waiting' }> {
  return state.step === 'sending' || state.step === 'waiting';
}

function isSettled(state: SaveState): state is Settled {
  return state.step === 'editing' || state.step === 'ended';
}

/** What there is to say of earlier saves: it stays while a question is asked. */
export function shownState(state: SaveState): Exclude<SaveState, { step: 'confirming' }> {
  return state.step === 'confirming' ? state.before : state;
}

/** The stored values are not those that the person saw: they choose from both. */
export function conflictOf(state: SaveState): Ended | undefined {
  return state.step === 'ended' && isConflict(state.outcome) ? state : undefined;
}

/** Only the date of the group differed: sending it again starts from what was read then. */
export function touchedSnapshot(state: SaveState): GroupSnapshot | undefined {
  return state.step === 'ended' && state.outcome.why === 'touched'
    ? state.outcome.stored
    : undefined;
}

/** What a save came to, as far as it is known by now. */
export function outcomeOf(state: SaveState): SaveOutcome {
  const shown = shownState(state);
  if (shown.step === 'ended') return shown.outcome;
  if (shown.step === 'editing') {
    return { outcome: 'not-sent', ...(shown.isNothingNew && { why: 'unchanged' }) };
  }
  const isSent = shown.step === 'sending' && shown.isSent;
  return { outcome: isSent ? 'unknown' : 'not-sent', isUnderWay: true };
}

/**
 * What an undo would store again; null if it is not known, undefined if there is nothing to undo.
 *
 * @param typed what differs from what is stored; undefined if nothing does
 */
export function undoOf(state: SaveState, typed?: GroupFormValues): GroupChoice | null | undefined {
  if (state.step !== 'ended') return undefined;
  const { decision, outcome } = state;
  if (!wasTaken(outcome) || outcome.check === 'gone') return undefined;
  // Something new was typed, which an undo would lose.
  if (typed && !sameChoice(typedSettings(typed), decision.choice)) return undefined;
  return choiceOf(decision.baseline) ?? null;
}

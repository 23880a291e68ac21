import { diffGroup, isAlike, settingKeys } from '#api/groupFields.ts';
import {
  changesLock,
  choiceOf,
  sameChoice,
  type GroupChoice,
  type GroupSettings,
  type GroupSnapshot,
} from '#api/groupSettings.ts';
import { isConflict, type SaveOutcome, wasTaken } from '#api/saveOutcome.ts';

import type { Decision, SaveStep, SaveWait } from './saveGroup.ts';

/**
 * The state of a group's save:
 *
 * - `editing` → `confirming` if the lock changes, otherwise → `sending`
 * - `confirming` → `sending`, or back if the user declines
 * - `sending` ⇄ `waiting`, until it is `ended`
 * - `ended`: the next save starts as it does from `editing`
 */
export type SaveState =
  | Settled
  /** Asks to confirm a change to the lock; `before` is restored if the user declines. */
  | { readonly step: 'confirming'; readonly decision: Decision; readonly before: Settled }
  /** Reads the group and sends the change. Cannot be cancelled once `isSent`. */
  | { readonly step: 'sending'; readonly decision: Decision; readonly isSent: boolean }
  /** The service asked for a pause. Nothing has been stored yet. */
  | { readonly step: 'waiting'; readonly decision: Decision; readonly wait: SaveWait };

/** The decision. If an earlier version of the console stored it, newer settings may be missing. */
export interface PastDecision extends Omit<Decision, 'choice'> {
  readonly choice: GroupSettings;
}

export interface Ended {
  readonly step: 'ended';
  readonly decision: PastDecision;
  readonly outcome: SaveOutcome;
}

/** No save is running, and no question is open except a conflict. */
export type Settled = ({ readonly step: 'editing' } | Ended) & {
  /** The last click on Save found nothing to save. */
  readonly isNothingNew?: boolean;
};

export type SaveEvent =
  /** The user clicked Save with valid values. */
  | { readonly type: 'submitted'; readonly baseline: GroupSnapshot; readonly choice: GroupChoice }
  | { readonly type: 'confirmed' }
  /** The user dismissed a question: the edits stay. */
  | { readonly type: 'dismissed' }
  /** The last save's report no longer applies: the form starts from other values. */
  | { readonly type: 'reset' }
  /** A value in the form changed. */
  | { readonly type: 'edited' }
  | SaveStep
  | { readonly type: 'ended'; readonly outcome: SaveOutcome }
  /** A bug, not a service failure: it goes to the page's error boundary. */
  | { readonly type: 'broke'; readonly error: unknown };

/** @throws the error in a `broke` event */
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
      // A save waits only if the service refused it temporarily, so nothing was stored.
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
  // Confirmed earlier, then held back because only the modification date differed.
  const ignoresDate =
    state.step === 'ended' &&
    state.outcome.why === 'touched' &&
    sameChoice(state.decision.choice, choice);
  const decision = { baseline, choice, ignoresDate };
  return changesLock(baseline, choice) && !ignoresDate
    ? { step: 'confirming', decision, before: { ...state, isNothingNew: false } }
    : sending(decision);
}

export function sending(decision: Decision): SaveState {
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

/** The report of earlier saves, which is kept while a question is open. */
export function shownState(state: SaveState): Exclude<SaveState, { step: 'confirming' }> {
  return state.step === 'confirming' ? state.before : state;
}

/** The stored values differ from those the user saw: the user chooses between them. */
export function conflictOf(state: SaveState): Ended | undefined {
  return state.step === 'ended' && isConflict(state.outcome) ? state : undefined;
}

/** Only the group's date differed: a new attempt starts from the values just read. */
export function touchedSnapshot(state: SaveState): GroupSnapshot | undefined {
  return state.step === 'ended' && state.outcome.why === 'touched'
    ? state.outcome.stored
    : undefined;
}

/** A save's outcome, as far as it is known. */
export function outcomeOf(state: SaveState): SaveOutcome {
  const shown = shownState(state);
  if (shown.step === 'ended') return shown.outcome;
  if (shown.step === 'editing') return { outcome: 'not-sent' };
  const isSent = shown.step === 'sending' && shown.isSent;
  return { outcome: isSent ? 'unknown' : 'not-sent', isUnderWay: true };
}

/**
 * The values an undo would restore; null if unknown, undefined if there is nothing to undo.
 *
 * @param now the form's edits, or else the service's values it starts from; undefined without a form
 */
export function undoOf(state: SaveState, now?: GroupSettings): GroupChoice | null | undefined {
  if (state.step !== 'ended') return undefined;
  const { decision, outcome } = state;
  if (!wasTaken(outcome) || outcome.check === 'gone') return undefined;
  // An undo would discard new edits, or what another user has stored since.
  if (now && diffGroup(now, decision.choice, settingKeys).different.length > 0) return undefined;
  const former = choiceOf(decision.baseline);
  if (!former) return null;
  // A list that lags still reports the former values, so there is nothing to restore yet.
  const { different } = diffGroup(former, decision.choice, settingKeys);
  return outcome.stored && isAlike(outcome.stored, former, different) ? undefined : former;
}

import { diffGroup, groupFields, isFlag, updateKeys } from '#api/groupFields.ts';
import { choiceOf, type GroupChoice, type GroupSnapshot } from '#api/groupSettings.ts';
import { fieldWords, lockWords, nameOf } from '#api/groupWords.ts';
import { isAsSent, isConflict, maySendAgain, type SaveOutcome } from '#api/saveOutcome.ts';
import { describeSave } from '#features/history/describeSave.ts';
import { stopAfter } from '#ui/ServiceWords.tsx';

import { expectedSnapshot } from '../edit/judgeSave.ts';
import {
  outcomeOf,
  type PastDecision,
  shownState,
  touchedSnapshot,
  undoOf,
  type SaveState,
} from '../edit/saveMachine.ts';

/** One group in a run: what the user saw and decided, and the state of its save. */
export interface RunRow {
  readonly groupId: string;
  readonly name: string;
  readonly decision: Pick<PastDecision, 'baseline' | 'choice'>;
  /** After a reload, every save has ended, and its text is the one that was shown before. */
  readonly state: SaveState;
  /** Whether the state is that of an undo. */
  readonly isUndo: boolean;
  /** From the service's response to the last change sent. */
  readonly requestId?: string | undefined;
}

export type RowReport = ReturnType<typeof reportOf>;

/** What a row says, whether its run started on this page or before a reload. */
export function reportOf({ decision, state, isUndo, requestId }: RunRow) {
  const outcome = outcomeOf(state);
  const { stored, told } = outcome;
  const shown = shownState(state);
  const { baseline } = 'decision' in shown ? shown.decision : decision;
  const { label, words, failure } = describeSave(outcome, baseline);
  const said = failure?.serviceMessage;
  const sentences = [
    failure?.title,
    said !== undefined && `The service said: ${said}${stopAfter(said)}`,
    words,
    stored && isConflict(outcome) && `Stored now: ${storedWords(baseline, stored)}.`,
  ];
  const undoLabel = label === 'Saved' ? 'Undone' : `Undo: ${label}`;
  return {
    outcome,
    /** A short label, for example "Saved" or "Undone". */
    label: isUndo ? undoLabel : label,
    words: told?.words ?? sentences.filter(Boolean).join(' '),
    /** The service's message, if the text quotes it. */
    said: told?.said ?? said,
    requestId: told?.requestId ?? failure?.requestId ?? requestId,
  };
}

/** The values that another user changed, in words. Includes the lock if it changed, or if no reported value differs. */
function storedWords(baseline: GroupSnapshot, stored: GroupSnapshot): string {
  const { different } = diffGroup(baseline, stored, updateKeys);
  const others = different
    .filter((key) => !groupFields[key].isOfLock)
    .map((key) => `${isFlag(key) ? '' : `${nameOf(key)} `}${fieldWords(key, stored)}`);
  const isLockAsBefore = others.length > 0 && others.length === different.length;
  return [...others, ...(isLockAsBefore ? [] : [lockWords(stored)])].join(' · ');
}

/** Whether the next group may be sent after this one. */
export function wentWell(outcome: SaveOutcome): boolean {
  return isAsSent(outcome) || outcome.why === 'unchanged';
}

/** Whether a group was not sent because its turn had not come or the user stopped the run. */
export function isUnsent({ outcome, isUnderWay, why = 'left' }: SaveOutcome): boolean {
  return outcome === 'not-sent' && !isUnderWay && (why === 'left' || why === 'cancelled');
}

/** Rows that were not sent before a reload, so that they can be selected again. */
export function formerUnsent(rows: readonly RunRow[]): readonly RunRow[] {
  return unsentRows(rows).filter(isFormer);
}

/** Ids of unsent groups, except those left over from before a reload: they must be selected again. */
export function unsent(rows: readonly RunRow[]): readonly string[] {
  const ofThisRun = unsentRows(rows).filter((row) => !isFormer(row));
  return ofThisRun.map(({ groupId }) => groupId);
}

function unsentRows(rows: readonly RunRow[]): readonly RunRow[] {
  return rows.filter(({ state, isUndo }) => !isUndo && isUnsent(outcomeOf(state)));
}

/** Whether a row has not been touched since a reload. */
function isFormer({ state }: RunRow): boolean {
  return outcomeOf(state).told !== undefined;
}

/** Whether a row stopped the run without storing anything, so that it can be resent. */
export function mayGoAgain(row: RunRow): boolean {
  const outcome = outcomeOf(row.state);
  return !isFormer(row) && !row.isUndo && maySendAgain(outcome) && !isUnsent(outcome);
}

/** The values an undo would store; null if unknown, undefined if there is nothing to undo. */
export function formerChoice(row: RunRow): GroupChoice | null | undefined {
  const { decision, state, isUndo } = row;
  const outcome = outcomeOf(state);
  if (isFormer(row) && (isUndo || !isAsSent(outcome))) return undefined;
  if (isUndo) return maySendAgain(outcome) ? choiceOf(decision.baseline) : undefined;
  return undoOf(shownState(state));
}

/** The service's values after the save that an undo would revert. */
export function storedSnapshot({ decision, state, isUndo }: RunRow): GroupSnapshot {
  const { baseline, choice } = decision;
  if (isUndo && 'decision' in state) return touchedSnapshot(state) ?? state.decision.baseline;
  return outcomeOf(state).stored ?? expectedSnapshot(baseline, choice);
}

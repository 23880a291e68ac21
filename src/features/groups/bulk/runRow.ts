import { choiceOf, type GroupChoice, type GroupSnapshot } from '#api/groupSettings.ts';

import { formValues } from '../edit/groupForm.ts';
import type { Decision } from '../edit/saveGroup.ts';
import { isRunning, undoOf, type SaveState } from '../edit/saveMachine.ts';
import { expectedReading } from '../edit/saveOutcome.ts';
import { reportOf, rowLabels, type RowReport } from './runReport.ts';

/** One group of a run: what its person saw and decided, and where its save stands. */
export interface RunRow {
  readonly groupId: string;
  readonly name: string;
  readonly decision: Pick<Decision, 'baseline' | 'choice'>;
  readonly state: SaveState;
  /** The state is that of an undo. */
  readonly isUndo: boolean;
  /** Of the service's answer to what was sent last. */
  readonly requestId?: string | undefined;
  /** What is known of a run from before the page was loaded again. */
  readonly former?: {
    readonly report: RowReport;
    /** The report is that of an undo. */
    readonly isUndo: boolean;
    readonly stored?: GroupSnapshot | undefined;
  };
}

/** What a row says: of this page's run, or of the one before the page was loaded again. */
export function rowReportOf(row: RunRow): RowReport {
  const shown = beforeQuestion(row.state);
  return showsFormer(row) ? row.former.report : { requestId: row.requestId, ...reportOf(shown) };
}

/** Whether nothing was done with a row since the page was loaded again. */
function showsFormer(row: RunRow): row is RunRow & Required<Pick<RunRow, 'former'>> {
  const shown = beforeQuestion(row.state);
  return row.former !== undefined && !row.isUndo && shown.step === 'editing' && !shown.isNothingNew;
}

/** The state of a row in a few words, for example "Saved" or "Undone". */
export function rowLabelOf(row: RunRow): string {
  const { kind } = rowReportOf(row);
  const isUndo = showsFormer(row) ? row.former.isUndo : row.isUndo;
  if (!isUndo) return rowLabels[kind];
  return kind === 'saved' ? 'Undone' : `Undo: ${rowLabels[kind]}`;
}

/** Rows of which nothing was sent before the page was loaded again, so that they can be chosen again. */
export function formerUnsent(rows: readonly RunRow[]): readonly RunRow[] {
  return rows.filter(
    (row) => showsFormer(row) && !row.former.isUndo && row.former.report.kind === 'notSent',
  );
}

/** What is known of a row does not change while its undo waits to be confirmed. */
function beforeQuestion(state: SaveState): SaveState {
  return state.step === 'confirming' ? state.before : state;
}

/** Groups of which nothing was sent. Those of a run before the page was loaded again have to be chosen again. */
export function unsent(rows: readonly RunRow[]): readonly string[] {
  return rows
    .filter((row) => !row.former && !row.isUndo && rowReportOf(row).kind === 'notSent')
    .map(({ groupId }) => groupId);
}

/** Whether a row stopped the run with nothing stored, so that it can be sent again. */
export function mayGoAgain({ state, former, isUndo }: RunRow): boolean {
  return !former && !isUndo && isNotStored(state) && reportOf(state).kind !== 'notSent';
}

/** Whether it is certain that a save stored nothing, and it may be tried again. */
function isNotStored(state: SaveState): boolean {
  if (state.step === 'failed') return true;
  return state.step === 'done' && ['cancelled', 'touched', 'notSaved'].includes(state.outcome.kind);
}

/** What an undo would store; null where it is not known, undefined where there is nothing to undo. */
export function formerChoice(row: RunRow): GroupChoice | null | undefined {
  const { decision, state, former, isUndo } = row;
  const shown = beforeQuestion(state);
  if (isRunning(shown)) return undefined;
  if (isUndo) return isNotStored(shown) ? choiceOf(decision.baseline) : undefined;
  if (former && shown.step === 'editing') {
    return former.stored && (choiceOf(decision.baseline) ?? null);
  }
  return undoOf(shown, { isDirty: false, values: formValues(decision.choice) });
}

/** What the service had after the save that an undo takes back. */
export function storedReading({ decision, state, former, isUndo }: RunRow): GroupSnapshot {
  const { baseline, choice } = decision;
  if (isUndo && 'decision' in state) return touchedReading(state) ?? state.decision.baseline;
  const isAccepted = state.step === 'done' && state.outcome.kind === 'accepted';
  const stored = isAccepted ? state.outcome.stored : former?.stored;
  return stored ?? expectedReading(baseline, choice);
}

/** Only the date of the group differed: sending it again starts from what was read then. */
export function touchedReading(state: SaveState): GroupSnapshot | undefined {
  return state.step === 'done' && state.outcome.kind === 'touched'
    ? state.outcome.stored
    : undefined;
}

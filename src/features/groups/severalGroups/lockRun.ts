import { ApiError } from '#api/errors.ts';
import type { Clock } from '#lib/clock.ts';
import { createListeners } from '#lib/listeners.ts';

import { formValues } from '../groupForm.ts';
import { choiceOf, type GroupChoice, type GroupReading } from '../groupSettings.ts';
import { saveGroup, type Decision, type SaveCalls } from '../saveGroup.ts';
import { isRunning, nextState, undoOf, type SaveEvent, type SaveState } from '../saveMachine.ts';
import { expectedReading } from '../saveOutcome.ts';
import { createRunCalls } from './runCalls.ts';
import { reportOf, wentWell, type RowReport } from './runReport.ts';

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
  readonly former?: { readonly report: RowReport; readonly stored?: GroupReading | undefined };
}

export interface RunState {
  readonly rows: readonly RunRow[];
  readonly isRunning: boolean;
  /** Nothing more is sent; what was sent is followed to its end. */
  readonly isStopping?: boolean;
  /** Until when reading back a save has to wait, in milliseconds since the epoch. */
  readonly pauseUntil?: number | undefined;
}

/** Saves several groups in turn; lives outside React, so that its record is kept when the page is left. */
export type LockRun = ReturnType<typeof createLockRun>;

interface LockRunOptions {
  readonly calls: SaveCalls;
  readonly clock: Clock;
  /** Called with each change, so that what was sent is known after the page was loaded again. */
  readonly keep: (state: RunState) => void;
  /** Called when the service has accepted what was sent of a group. */
  readonly onAccepted: (groupId: string, choice: GroupChoice) => void;
}

/**
 * Saves several groups one after the other, each by the same steps as one alone: read again, stop at any
 * difference, one PUT, read back. It stops at the first that is not saved; what was not sent stays so until
 * its person sends it. Nothing is repeated whose outcome is not known.
 */
export function createLockRun(rows: readonly RunRow[], given: LockRunOptions) {
  const { calls, clock, keep, onAccepted } = given;
  const listeners = createListeners();
  let state: RunState = { rows, isRunning: false };
  /** Aborted when nothing more may be sent. */
  let stopped = new AbortController();
  /** Aborted when nobody is there any more to see what was stored. */
  let left = new AbortController();
  let turn: Promise<void> | undefined;

  function update(change: Partial<RunState>) {
    state = { ...state, ...change };
    keep(state);
    listeners.notify();
  }

  function updateRow(groupId: string, change: Partial<RunRow>) {
    update({
      rows: state.rows.map((row) => (row.groupId === groupId ? { ...row, ...change } : row)),
    });
  }

  function rowOf(groupId: string): RunRow {
    const row = state.rows.find((candidate) => candidate.groupId === groupId);
    if (!row) throw new Error(`The run has no group ${groupId}`);
    return row;
  }

  function send(groupId: string, event: SaveEvent): SaveState {
    const next = nextState(rowOf(groupId).state, event);
    updateRow(groupId, { state: next });
    return next;
  }

  /** Follows one save to its end; without effect if there is nothing to save. */
  async function follow(groupId: string, runCalls: SaveCalls) {
    const { state: started } = rowOf(groupId);
    if (started.step !== 'sending') return;
    try {
      const outcome = await saveGroup(
        runCalls,
        { groupId, ...started.decision },
        {
          clock,
          signal: stopped.signal,
          left: left.signal,
          onSend: () => send(groupId, { type: 'sent' }),
          onWait: (wait) => send(groupId, { type: 'waiting', wait }),
        },
      );
      const isAccepted = outcome.kind === 'accepted' && outcome.result !== 'otherGroup';
      if (isAccepted) onAccepted(groupId, started.decision.choice);
      send(groupId, { type: 'ended', outcome });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      send(groupId, { type: 'refused', error });
    }
  }

  /** @param groupIds sent in this order, up to the first that is not saved */
  async function saveInTurn(
    groupIds: () => readonly string[],
    begin: (groupId: string) => void,
  ): Promise<void> {
    // What was stopped comes to its end before anything else begins.
    if (stopped.signal.aborted) await turn;
    if (state.isRunning) return;
    turn = saveEach(groupIds(), begin);
    await turn;
  }

  async function saveEach(groupIds: readonly string[], begin: (groupId: string) => void) {
    stopped = new AbortController();
    left = new AbortController();
    const { signal } = stopped;
    update({ isRunning: true });
    const runCalls = createRunCalls(calls, {
      clock,
      signal,
      onPause: (pauseUntil) => update({ pauseUntil }),
      onAnswer: (groupId, requestId) => updateRow(groupId, { requestId }),
    });
    try {
      for (const groupId of groupIds) {
        if (signal.aborted) break;
        begin(groupId);
        // oxlint-disable-next-line no-await-in-loop -- one after the other, up to the first failure
        await follow(groupId, runCalls);
        if (!wentWell(reportOf(rowOf(groupId).state))) break;
      }
    } finally {
      update({ isRunning: false, isStopping: false, pauseUntil: undefined });
    }
  }

  /** Who sends the run has confirmed all of its groups. */
  function beginSave(groupId: string) {
    const { decision, state: before } = rowOf(groupId);
    const baseline = touchedReading(before) ?? decision.baseline;
    updateRow(groupId, { decision: { ...decision, baseline }, requestId: undefined });
    send(groupId, { type: 'submitted', ...decision, baseline });
    send(groupId, { type: 'confirmed' });
  }

  function beginUndo(groupId: string) {
    updateRow(groupId, { isUndo: true, requestId: undefined });
    send(groupId, { type: 'confirmed' });
  }

  function stop() {
    const isFirst = state.isRunning && !stopped.signal.aborted;
    stopped.abort();
    if (isFirst) update({ isStopping: true });
  }

  return {
    getSnapshot: () => state,
    subscribe: listeners.subscribe,
    /** Sends the groups that were not sent yet. */
    start: () => saveInTurn(() => unsent(state.rows), beginSave),
    /** Sends one group again, of which nothing was stored, and then those that were not sent. */
    again: (groupId: string) =>
      saveInTurn(() => [groupId, ...unsent(state.rows).filter((id) => id !== groupId)], beginSave),
    /** Nothing more is sent; what was sent is followed to its end. */
    stop,
    /** As `stop`, for somebody who is no longer there to see what was stored. */
    leave() {
      left.abort();
      stop();
    },
    /** A new sign-in is as good as the renewal that a save waits for. */
    endWaitForRenewal() {
      for (const { state: saving } of state.rows) {
        if (saving.step === 'waiting' && saving.wait.error.waitsForRenewal) saving.wait.endEarly();
      }
    },
    /** Asks to store again what was there before. */
    async undo(groupId: string) {
      const row = rowOf(groupId);
      const former = formerChoice(row);
      if (!former || state.isRunning) return;
      const baseline = storedReading(row);
      const next = send(groupId, { type: 'submitted', baseline, choice: former });
      // Nothing but a lock or a prefix is set here, and a change of those is confirmed.
      if (next.step === 'sending') await saveInTurn(() => [groupId], beginUndo);
    },
    confirmUndo: (groupId: string) => saveInTurn(() => [groupId], beginUndo),
    dismissUndo: (groupId: string) => void send(groupId, { type: 'dismissed' }),
  };
}

/** What a row says: of this page's run, or of the one before the page was loaded again. */
export function rowReportOf({ state, former, isUndo, requestId }: RunRow): RowReport {
  const shown = beforeQuestion(state);
  const isFormer = former && !isUndo && shown.step === 'editing' && !shown.isNothingNew;
  return isFormer ? former.report : { requestId, ...reportOf(shown) };
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
function storedReading({ decision, state, former, isUndo }: RunRow): GroupReading {
  const { baseline, choice } = decision;
  if (isUndo && 'decision' in state) return touchedReading(state) ?? state.decision.baseline;
  const isAccepted = state.step === 'done' && state.outcome.kind === 'accepted';
  const stored = isAccepted ? state.outcome.stored : former?.stored;
  return stored ?? expectedReading(baseline, choice);
}

/** Only the date of the group differed: sending it again starts from what was read then. */
function touchedReading(state: SaveState): GroupReading | undefined {
  return state.step === 'done' && state.outcome.kind === 'touched'
    ? state.outcome.stored
    : undefined;
}

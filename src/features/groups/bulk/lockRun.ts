import { lockKeys, pickFields, settingKeys } from '#api/groupFields.ts';
import { choiceOf } from '#api/groupSettings.ts';
import { createJob } from '#api/jobs/job.ts';
import type { Clock } from '#lib/clock.ts';
import { createListeners } from '#lib/listeners.ts';

import { saveGroup, type SaveCalls } from '../edit/saveGroup.ts';
import {
  nextState,
  outcomeOf,
  type SaveEvent,
  type SaveState,
  sending,
  touchedSnapshot,
} from '../edit/saveMachine.ts';
import { createRunCalls } from './runCalls.ts';
import { formerChoice, storedSnapshot, unsent, wentWell, type RunRow } from './runRow.ts';

export interface RunState {
  readonly rows: readonly RunRow[];
  readonly isRunning: boolean;
  /** Nothing more is sent, but the outcome of a change already sent is still awaited. */
  readonly isStopping?: boolean;
  /** When the read-back of a save may continue, in milliseconds since the epoch. */
  readonly pauseUntil?: number | undefined;
}

/** Saves several groups in turn. It lives outside React, so that its record survives leaving the page. */
export type LockRun = ReturnType<typeof createLockRun>;

interface LockRunOptions {
  readonly calls: SaveCalls;
  readonly clock: Clock;
  /** Called on each change, so that a reloaded page knows what was sent. */
  readonly keep: (state: RunState) => void;
}

/**
 * Saves several groups one after the other, each with the same steps as a single save: read again, stop at any
 * difference, one PUT, read back. It stops at the first group that is not saved; the remaining groups stay unsent
 * until the user sends them. A change whose outcome is unknown is never resent.
 */
export function createLockRun(rows: readonly RunRow[], given: LockRunOptions) {
  const { calls, clock, keep } = given;
  const listeners = createListeners();
  let state: RunState = { rows, isRunning: false };
  const job = createJob<object, void>({ clock });
  job.subscribe(() => {
    const saving = job.getSnapshot();
    const isRunning = saving.step === 'running';
    const isStopping = isRunning && saving.isCancelled;
    update({ isRunning, isStopping, ...(!isRunning && { pauseUntil: undefined }) });
  });
  /** Aborted when the user leaves, so that stored changes are not read back. */
  let left = new AbortController();

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

  /** Runs one save to completion; does nothing if there is nothing to save. */
  async function follow(groupId: string, runCalls: SaveCalls, signal: AbortSignal) {
    const { state: started } = rowOf(groupId);
    if (started.step !== 'sending') return;
    const outcome = await saveGroup(
      runCalls,
      { groupId, ...started.decision },
      { clock, signal, left: left.signal, tell: (step) => send(groupId, step) },
    );
    send(groupId, { type: 'ended', outcome });
  }

  /** @param groupIds saved in this order, up to the first failure */
  function saveInTurn(groupIds: () => readonly string[], begin: (groupId: string) => void) {
    return job.start({
      begin: {},
      async run(signal) {
        left = new AbortController();
        const runCalls = createRunCalls(calls, {
          clock,
          signal,
          onPause: (pauseUntil) => update({ pauseUntil }),
          onAnswer: (groupId, requestId) => updateRow(groupId, { requestId }),
        });
        for (const groupId of groupIds()) {
          if (signal.aborted) return;
          begin(groupId);
          // oxlint-disable-next-line no-await-in-loop -- one after the other, up to the first failure
          await follow(groupId, runCalls, signal);
          if (!wentWell(outcomeOf(rowOf(groupId).state))) return;
        }
      },
    });
  }

  /** The user who starts the run has confirmed all of its groups. */
  function beginSave(groupId: string) {
    const { decision, state: before } = rowOf(groupId);
    const choice = choiceOf(decision.choice);
    // Rows from an earlier version are never sent: the user has to select them again.
    if (!choice) return;
    const touched = touchedSnapshot(before);
    const next = { choice, baseline: touched ?? decision.baseline };
    // The group is read even if the list on screen, which may be old, already shows these values.
    const begun = sending({ ...next, ignoresDate: touched !== undefined });
    updateRow(groupId, { decision: next, state: begun, requestId: undefined });
  }

  function beginUndo(groupId: string) {
    updateRow(groupId, { isUndo: true, requestId: undefined });
    send(groupId, { type: 'confirmed' });
  }

  return {
    getSnapshot: () => state,
    subscribe: listeners.subscribe,
    /** Sends the groups that have not been sent yet. */
    start: () => saveInTurn(() => unsent(state.rows), beginSave),
    /** Resends a group for which nothing was stored, then the unsent groups. */
    again: (groupId: string) =>
      saveInTurn(() => [groupId, ...unsent(state.rows).filter((id) => id !== groupId)], beginSave),
    /** Sends nothing more, but still waits for the outcome of a change already sent. */
    stop: job.cancel,
    /** Like `stop`, for a user who has left. */
    leave() {
      left.abort();
      job.cancel();
    },
    /** A new sign-in supplies the tokens that a save is waiting for. */
    endWaitForRenewal() {
      for (const { state: saving } of state.rows) {
        if (saving.step === 'waiting' && saving.wait.error.waitsForRenewal) saving.wait.endEarly();
      }
    },
    /** Asks to restore the previous lock and prefix, the only values that a run sets. */
    async undo(groupId: string) {
      const row = rowOf(groupId);
      const former = formerChoice(row);
      if (!former || state.isRunning) return;
      const baseline = storedSnapshot(row);
      const theirs = pickFields(baseline, settingKeys);
      const choice = { ...former, ...theirs, ...pickFields(former, lockKeys) };
      const next = send(groupId, { type: 'submitted', baseline, choice });
      // A change to these needs a confirmation.
      if (next.step === 'sending') await saveInTurn(() => [groupId], beginUndo);
    },
    confirmUndo: (groupId: string) => saveInTurn(() => [groupId], beginUndo),
    dismissUndo: (groupId: string) => void send(groupId, { type: 'dismissed' }),
  };
}

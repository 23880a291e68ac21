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
  touchedSnapshot,
} from '../edit/saveMachine.ts';
import { createRunCalls } from './runCalls.ts';
import { formerChoice, storedSnapshot, unsent, wentWell, type RunRow } from './runRow.ts';

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
}

/**
 * Saves several groups one after the other, each by the same steps as one alone: read again, stop at any
 * difference, one PUT, read back. It stops at the first that is not saved; what was not sent stays so until
 * its user sends it. Nothing is repeated whose outcome is not known.
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
  /** Aborted when the user has left, so that what was stored is not read again. */
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

  /** Follows one save to its end; without effect if there is nothing to save. */
  async function follow(groupId: string, runCalls: SaveCalls, signal: AbortSignal) {
    const { state: started } = rowOf(groupId);
    if (started.step !== 'sending') return;
    const outcome = await saveGroup(
      runCalls,
      { groupId, ...started.decision },
      {
        clock,
        signal,
        left: left.signal,
        tell: (step) => send(groupId, step),
      },
    );
    send(groupId, { type: 'ended', outcome });
  }

  /** @param groupIds sent in this order, up to the first that is not saved */
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

  /** Who sends the run has confirmed all of its groups. */
  function beginSave(groupId: string) {
    const { decision, state: before } = rowOf(groupId);
    const choice = choiceOf(decision.choice);
    // Rows of an earlier version are never sent: they are chosen again instead.
    if (!choice) return;
    const baseline = touchedSnapshot(before) ?? decision.baseline;
    updateRow(groupId, { decision: { choice, baseline }, requestId: undefined });
    send(groupId, { type: 'submitted', choice, baseline });
    send(groupId, { type: 'confirmed' });
  }

  function beginUndo(groupId: string) {
    updateRow(groupId, { isUndo: true, requestId: undefined });
    send(groupId, { type: 'confirmed' });
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
    stop: job.cancel,
    /** As `stop`, for a user who has left. */
    leave() {
      left.abort();
      job.cancel();
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
      const baseline = storedSnapshot(row);
      const next = send(groupId, { type: 'submitted', baseline, choice: former });
      // Nothing but a lock or a prefix is set here, and a change of those is confirmed.
      if (next.step === 'sending') await saveInTurn(() => [groupId], beginUndo);
    },
    confirmUndo: (groupId: string) => saveInTurn(() => [groupId], beginUndo),
    dismissUndo: (groupId: string) => void send(groupId, { type: 'dismissed' }),
  };
}

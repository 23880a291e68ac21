import { useEffect, useReducer, useRef } from 'react';

import type { SaveOutcome } from '#api/saveOutcome.ts';
import { useOnSignIn, useSessionPhase } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';

import { saveCalls } from './saveCalls.ts';
import { saveGroup, type Decision } from './saveGroup.ts';
import { isRunning, nextState, type SaveEvent } from './saveMachine.ts';

interface SaveRunHandlers {
  /** Called before anything is read or sent. */
  readonly onStart: () => void;
  readonly onOutcome: (outcome: SaveOutcome, decision: Decision) => void;
}

/** Runs the saves of one group and holds their state: one save at a time, and only while the user is on the page. */
export function useSaveRun(groupId: string, { onStart, onOutcome }: SaveRunHandlers) {
  const services = useUserServices();
  const phase = useSessionPhase();
  const [state, dispatch] = useReducer(nextState, { step: 'editing' });
  const running = useRef<AbortController>(undefined);

  // Nothing is sent after the user has left the page or the session has ended.
  useEffect(() => {
    if (phase !== 'live') running.current?.abort();
  }, [phase]);
  useEffect(() => () => running.current?.abort(), []);

  // A new sign-in supplies the tokens that a save is waiting for. Nothing has been sent yet.
  useOnSignIn(() => {
    if (state.step === 'waiting' && state.wait.error.waitsForRenewal) state.wait.endEarly();
  });

  async function save(decision: Decision) {
    // A double click sends one PUT.
    if (running.current) return;
    const abort = new AbortController();
    running.current = abort;
    onStart();
    try {
      const outcome = await saveGroup(
        saveCalls(services),
        { groupId, ...decision },
        { clock: systemClock, signal: abort.signal, tell: dispatch },
      );
      onOutcome(outcome, decision);
      dispatch({ type: 'ended', outcome });
    } catch (error) {
      dispatch({ type: 'broke', error });
    } finally {
      running.current = undefined;
    }
  }

  return {
    state,
    /** Handles an event that does not start a save. */
    dispatch,
    /** Handles the event, and runs the save if it starts one. */
    send(event: SaveEvent) {
      const next = nextState(state, event);
      dispatch(event);
      if (next.step === 'sending' && !isRunning(state)) void save(next.decision);
    },
    cancel: () => running.current?.abort(),
  };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import type { ApiError } from '#api/errors.ts';
import { useOnSignIn, usePersonIsGone, useSessionPhase } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';

import type { Baseline } from '../editor/groupForm.ts';
import { groupsQuery } from '../groupsQueries.ts';
import { saveCalls } from './saveCalls.ts';
import { saveGroup, type Save, type SaveWait } from './saveGroup.ts';
import { useSaveNote } from './saveNote.ts';
import type { SaveOutcome } from './saveOutcome.ts';

/** What a person decided to store, and what they saw when they did. */
export type Decision = Omit<Save, 'groupId'>;

interface Reactions {
  onChanged: (conflict: { stored: Baseline; decision: Decision; error?: ApiError }) => void;
  onTouched: (stored: Baseline) => void;
  /** What the service reports now; the form goes on from there. */
  onStored: (stored: Baseline) => void;
  /** What the service reports now is not, or not surely, what was sent. */
  onDifferent: (stored: Baseline) => void;
  onRefused: (error: ApiError) => void;
}

/** One save of a group at a time, and how the last one ended. */
export function useSaveGroup(groupId: string, reactions: Reactions) {
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const note = useSaveNote(groupId);
  const running = useRef<AbortController>(undefined);
  const [waiting, setWaiting] = useState<SaveWait>();
  const [isSent, setSent] = useState(false);
  const phase = useSessionPhase();
  const isGone = usePersonIsGone();

  // Nothing is sent for somebody who has gone: from the page, out of the session, or for somebody else.
  useEffect(() => {
    if (phase !== 'live') running.current?.abort();
  }, [phase]);
  useEffect(() => () => running.current?.abort(), []);

  // A new sign-in is as good as the renewal that a save waits for. Nothing of it was sent yet.
  useOnSignIn(() => {
    if (waiting?.error.waitsForRenewal) waiting.goOn();
  });

  const mutation = useMutation({
    mutationFn: ({ decision, signal }: { decision: Decision; signal: AbortSignal }) =>
      saveGroup(
        saveCalls(api, queryClient),
        { groupId, ...decision },
        { clock: systemClock, signal, onWait: setWaiting, onSend: () => setSent(true) },
      ),
    onSuccess: (outcome: SaveOutcome, { decision }) => {
      if (outcome.kind === 'changed') reactions.onChanged({ ...outcome, decision });
      if (outcome.kind === 'touched') reactions.onTouched(outcome.stored);
      if (outcome.kind !== 'accepted') return;
      if (outcome.result !== 'otherGroup') note.keep(decision.choice, systemClock.now());
      if (outcome.result === 'notReRead') {
        reactions.onStored(expected(decision));
        // The page reads it then, as patiently as any read.
        if (!isGone()) void queryClient.invalidateQueries({ queryKey: groupsQuery(api).queryKey });
      }
      if (!outcome.stored) return;
      const isAsSent = outcome.result === 'saved' || outcome.result === 'unconfirmed';
      if (isAsSent) reactions.onStored(outcome.stored);
      else reactions.onDifferent(outcome.stored);
    },
    onError: (error) => reactions.onRefused(error),
    onSettled: () => {
      running.current = undefined;
    },
  });
  return {
    isRunning: mutation.isPending,
    outcome: mutation.data,
    error: mutation.error,
    /** What the last save was to store, or the one that runs. */
    decision: mutation.variables?.decision,
    /** The service asked for a pause; the save goes on by itself when it is over. */
    waiting,
    /** The change is on its way, and cannot be called off. */
    isSent,
    /** Calls off a save of which nothing is sent yet. */
    cancel: () => running.current?.abort(),
    /** Takes back what was said of the last save. */
    forget: () => mutation.reset(),
    /** Ignored while a save runs: a double click sends one PUT. */
    start(decision: Decision) {
      if (running.current) return;
      running.current = new AbortController();
      setSent(false);
      mutation.mutate({ decision, signal: running.current.signal });
    },
  };
}

/**
 * What the service should have after it accepted a save and could not be read. What it never reported
 * stays not reported; the date of the change is not known, so the next save looks twice.
 */
function expected({ baseline, choice }: Decision): Baseline {
  return {
    name: choice.name,
    profileId: baseline.profileId,
    prefix: baseline.prefix === undefined ? undefined : choice.prefix,
    lock: baseline.lock === undefined ? undefined : choice.lock,
    modified: undefined,
  };
}

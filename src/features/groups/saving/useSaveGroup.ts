import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { useApi } from '#api/ApiProvider.tsx';
import { keys } from '#api/keys.ts';
import { systemClock } from '#lib/clock.ts';

import type { Baseline, GroupChoice } from '../editor/groupForm.ts';
import { groupsQuery } from '../groupsQueries.ts';
import {
  saveGroup,
  type Save,
  type SaveCalls,
  type SaveOutcome,
  type SaveWait,
} from './saveGroup.ts';

interface Reactions {
  onChanged: (stored: Baseline, choice: GroupChoice) => void;
  onTouched: (stored: Baseline) => void;
  /** What the service reports now; the form goes on from there. */
  onStored: (stored: Baseline) => void;
  /** What the service reports now is not what was sent. */
  onDifferent: (stored: Baseline) => void;
}

/** One save of a group at a time, and how the last one ended. */
export function useSaveGroup(groupId: string, reactions: Reactions) {
  const api = useApi();
  const queryClient = useQueryClient();
  const calls: SaveCalls = {
    update: api.groups.update,
    // Through the cache, so that every page shows what the save has read.
    list: () => queryClient.query({ ...groupsQuery(api), staleTime: 0 }),
  };
  const running = useRef<AbortController>(undefined);
  const [waiting, setWaiting] = useState<SaveWait>();
  const mutation = useMutation({
    mutationFn: ({ save, signal }: { save: Save; signal: AbortSignal }) =>
      saveGroup(calls, save, { clock: systemClock, signal, onWait: setWaiting }),
    // The list of groups is read anew by the save itself.
    meta: { invalidates: [keys.things] },
    onSuccess: (outcome: SaveOutcome, { save: { choice } }) => {
      if (outcome.kind === 'changed') reactions.onChanged(outcome.stored, choice);
      if (outcome.kind === 'touched') reactions.onTouched(outcome.stored);
      if (outcome.kind !== 'accepted' || !outcome.stored) return;
      if (outcome.result === 'different') reactions.onDifferent(outcome.stored);
      else reactions.onStored(outcome.stored);
    },
    onSettled: () => {
      running.current = undefined;
    },
  });
  return {
    isRunning: mutation.isPending,
    outcome: mutation.data,
    error: mutation.error,
    /** The service asked for a pause; the save goes on by itself when it is over. */
    waiting,
    /** Calls off a save that waits. */
    cancel: () => running.current?.abort(),
    /** Ignored while a save runs: a double click sends one PUT. */
    start(decision: Omit<Save, 'groupId'>) {
      if (running.current) return;
      running.current = new AbortController();
      mutation.mutate({ save: { groupId, ...decision }, signal: running.current.signal });
    },
  };
}

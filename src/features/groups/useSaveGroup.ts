import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { useApi } from '#api/ApiProvider.tsx';
import { keys } from '#api/keys.ts';

import type { Baseline, GroupChoice } from './groupForm.ts';
import { saveGroup, type SaveOutcome } from './saveGroup.ts';

interface Save {
  readonly baseline: Baseline;
  readonly choice: GroupChoice;
}

interface Reactions {
  onChanged: (stored: Baseline, choice: GroupChoice) => void;
  onTouched: (stored: Baseline) => void;
  onAccepted: (choice: GroupChoice) => void;
}

/** One save of a group at a time, and how the last one ended. */
export function useSaveGroup(groupId: string, reactions: Reactions) {
  const api = useApi();
  const running = useRef(false);
  const [blockedUntil, setBlockedUntil] = useState<number>();
  const mutation = useMutation({
    mutationFn: ({ baseline, choice }: Save) => saveGroup(api, { groupId, baseline, choice }),
    meta: { invalidates: [keys.groups, keys.things] },
    onSuccess: (outcome: SaveOutcome, { choice }) => {
      if (outcome.kind === 'changed') reactions.onChanged(outcome.stored, choice);
      if (outcome.kind === 'touched') reactions.onTouched(outcome.stored);
      if (outcome.kind === 'accepted') reactions.onAccepted(choice);
    },
    onError: ({ retryAfterMs }) => {
      setBlockedUntil(retryAfterMs === undefined ? undefined : Date.now() + retryAfterMs);
    },
    onSettled: () => {
      running.current = false;
    },
  });
  return {
    isRunning: mutation.isPending,
    outcome: mutation.data,
    error: mutation.error,
    /** After a 429: milliseconds since the epoch from which the service takes another save. */
    blockedUntil,
    /** Ignored while a save runs: a double click sends one PUT. */
    start(save: Save) {
      if (running.current) return;
      running.current = true;
      mutation.mutate(save);
    },
  };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Alert, AlertsApi } from '#api/alerts.ts';
import { ApiError, orApiError } from '#api/errors.ts';
import { keys } from '#api/keys.ts';
import { noteDrafts } from '#api/noteKeys.ts';
import { useUserServices } from '#api/userServices.tsx';

/**
 * Acknowledges an alert as the user has read it. If it has changed by then, nothing is done, and the caller shows what
 * has changed. A call whose response was lost can be retried: the gateway gives the same answer as the first time.
 */
export function useAcknowledge(alerts: AlertsApi, opened: Alert, onDone: (alert: Alert) => void) {
  const [read, setRead] = useState<{ readonly alert: Alert; readonly before?: Alert }>({
    alert: opened,
  });
  const { alert } = read;
  const queryClient = useQueryClient();
  const { drafts } = useUserServices().work;

  async function acknowledge(note: string): Promise<Alert> {
    try {
      return await alerts.acknowledge(alert.id, { note, revision: alert.revision });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const current = error.kind === 'conflict' ? await lookUp() : undefined;
      if (current) setRead({ alert: current, before: alert });
      throw error;
    }
  }

  /** If it cannot be read, the first error is enough. */
  async function lookUp(): Promise<Alert | undefined> {
    const found = await orApiError(alerts.find(alert, new AbortController().signal));
    return found instanceof ApiError ? undefined : found;
  }

  const { mutate, error, isPending } = useMutation({
    mutationFn: acknowledge,
    onSuccess(_, note) {
      // Even if the dialog has been closed since then. What has been typed meanwhile stays.
      const draft = noteDrafts.forAlert(opened.id);
      if (String(drafts.read(draft)).trim() === note) drafts.drop(draft);
      void queryClient.invalidateQueries({ queryKey: keys.alerts });
    },
    // Anything else is a bug, and goes to the page's error boundary.
    throwOnError: (failure) => !(failure instanceof ApiError),
  });
  return {
    ...read,
    error,
    isRunning: isPending,
    acknowledge: (note: string) => {
      // Not called once the dialog has been closed: by then, another one may be open.
      if (!isPending) mutate(note, { onSuccess: onDone });
    },
  };
}

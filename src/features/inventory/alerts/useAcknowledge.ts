import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Alert, AlertsApi } from '#api/alerts.ts';
import { ApiError, orApiError } from '#api/errors.ts';
import { keys } from '#api/keys.ts';
import { noteDrafts } from '#api/noteKeys.ts';
import { useUserServices } from '#api/userServices.tsx';
import { useWrite } from '#api/useWrite.ts';

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
  const call = useWrite();

  async function acknowledge(note: string): Promise<void> {
    const answer = await orApiError(
      alerts.acknowledge(alert.id, { note, revision: alert.revision }),
    );
    if (answer instanceof ApiError) {
      const current = answer.kind === 'conflict' ? await lookUp() : undefined;
      if (current) setRead({ alert: current, before: alert });
      throw answer;
    }
    // Even if the dialog has been closed since then. What has been typed meanwhile stays.
    const draft = noteDrafts.forAlert(opened.id);
    const typed = drafts.read(draft);
    const isAsSent = typeof typed !== 'string' || typed.trim() === note;
    if (isAsSent) drafts.drop(draft);
    void queryClient.invalidateQueries({ queryKey: keys.alerts });
    // Once the dialog has been closed, another one may be open.
    if (isAsSent && call.isShown()) onDone(answer);
  }

  /** If it cannot be read, the first error is enough. */
  async function lookUp(): Promise<Alert | undefined> {
    const found = await orApiError(alerts.find(alert, new AbortController().signal));
    return found instanceof ApiError ? undefined : found;
  }

  return {
    ...read,
    call,
    acknowledge: (note: string) => call.run(async () => acknowledge(note)),
  };
}

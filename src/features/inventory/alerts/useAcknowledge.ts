import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import type { Alert, AlertsApi } from '#api/alerts.ts';
import { ApiError } from '#api/errors.ts';
import { useUserServices } from '#api/userServices.tsx';

/**
 * Acknowledges an alert as the user has read it. If it has changed by then, nothing is done, and the caller shows what
 * has changed.
 *
 * @param onDone called when it is acknowledged, even if the response was lost
 */
export function useAcknowledge(alerts: AlertsApi, opened: Alert, onDone: (alert: Alert) => void) {
  const { username } = useUserServices().info;
  const [read, setRead] = useState<{ readonly alert: Alert; readonly before?: Alert }>({
    alert: opened,
  });
  const { alert } = read;

  async function acknowledge(note: string): Promise<Alert> {
    try {
      return await alerts.acknowledge(alert.id, { note, revision: alert.revision });
    } catch (error) {
      if (!(error instanceof ApiError) || !mayBeOutdated(error)) throw error;
      const current = await lookUp();
      if (!current || current.revision === alert.revision) throw error;
      const { acknowledged } = current;
      const isOurs = acknowledged?.username === username && isAlike(acknowledged.note, note);
      if (isOurs && acknowledged.at !== alert.acknowledged?.at) return current;
      setRead({ alert: current, before: alert });
      throw error;
    }
  }

  /** If it cannot be read, the first error says enough. */
  async function lookUp(): Promise<Alert | undefined> {
    try {
      return await alerts.find(alert, new AbortController().signal);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  const { mutate, error, isPending } = useMutation({
    mutationFn: acknowledge,
    onSuccess: onDone,
    // Anything else is a bug, and goes to the page's error boundary.
    throwOnError: (failure) => !(failure instanceof ApiError),
  });
  return {
    ...read,
    error,
    isRunning: isPending,
    acknowledge: (note: string) => {
      if (!isPending) mutate(note);
    },
  };
}

/** Whether the alert has changed, or it is unknown whether it was acknowledged. */
function mayBeOutdated({ kind, status }: ApiError): boolean {
  return kind === 'conflict' || kind === 'server' || kind === 'malformed' || status === undefined;
}

/** The gateway leaves out what a text does not show, such as control characters. */
function isAlike(stored: string, sent: string): boolean {
  const shown = (text: string) => text.replaceAll(/[\s\p{C}]/gu, '');
  return shown(stored) === shown(sent);
}

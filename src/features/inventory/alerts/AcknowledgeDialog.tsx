import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { maxAlertNote, type Alert, type AlertsApi } from '#api/alerts.ts';
import { describeError } from '#api/describeError.ts';
import { ApiError, orApiError } from '#api/errors.ts';
import { checkLabels } from '#api/inventoryWords.ts';
import { keys } from '#api/keys.ts';
import { noteDrafts } from '#api/noteKeys.ts';
import { useIsSignedOut } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
import { useWrite } from '#api/useWrite.ts';
import { systemClock } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Notice } from '#ui/Notice.tsx';
import { pressedOnce } from '#ui/pressedOnce.ts';
import { useUnsavedChanges } from '#ui/unsavedChanges.ts';
import { useCloseGuard } from '#ui/useLeaveGuard.ts';
import { WriteWait } from '#ui/WriteWait.tsx';

import { changedWords } from './alertWords.ts';

import records from '#ui/records/records.module.css';
import styles from './Alerts.module.css';

interface AcknowledgeDialogProps {
  alerts: AlertsApi;
  alert: Alert;
  onDone: (alert: Alert) => void;
  onClose: () => void;
}

/** Records that somebody is handling an alert, with a note for everybody else. */
export function AcknowledgeDialog(props: AcknowledgeDialogProps) {
  const { alerts, onDone, onClose } = props;
  const id = useId();
  const [note, type] = useNote(props.alert.id);
  const { alert, before, call, acknowledge } = useAcknowledge(alerts, props.alert, onDone);
  const { error, isRunning } = call;
  const length = note.trim().length;
  const isTooLong = length > maxAlertNote;
  const isResolved = alert.state === 'resolved';
  const isOff = isTooLong || isResolved || isRunning;
  useUnsavedChanges(length > 0);
  useCloseGuard(length > 0, useIsSignedOut());

  function submit() {
    if (!isOff) acknowledge(note.trim());
  }

  return (
    <Dialog
      heading="Acknowledge alert"
      width="sm"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{isResolved ? 'Close' : 'Cancel'}</Button>
          <Button {...pressedOnce} variant="primary" aria-disabled={isOff} onClick={submit}>
            {isRunning ? 'Acknowledging…' : 'Acknowledge'}
          </Button>
        </>
      }
    >
      <p>
        <b>{checkLabels[alert.check]}</b>
        {`: ${counted(alert.sims, 'SIM')}, ${formatNumber(alert.fresh)} of them new. The alert stays quiet until more SIMs are found.`}
      </p>
      <div className={styles.field}>
        <label htmlFor={id}>Note</label>
        <textarea
          id={id}
          rows={3}
          dir="auto"
          value={note}
          // What is typed during a call would not be part of it.
          readOnly={isRunning}
          aria-invalid={isTooLong || undefined}
          aria-describedby={`${id}-length`}
          onChange={({ target }) => type(target.value)}
        />
        <p id={`${id}-length`} className={isTooLong ? styles.tooLong : records.quiet}>
          {isTooLong
            ? `${formatNumber(length)} of ${maxAlertNote} characters. Shorten the note.`
            : `Optional, for everyone with access to this customer’s SIMs. Up to ${maxAlertNote} characters.`}
        </p>
      </div>
      <WriteWait call={call} />
      {before && (
        <Notice tone="warning" isAlert>
          <ul className={styles.list}>
            <li>
              <b>Not acknowledged: the alert has changed since you opened it.</b>
            </li>
            {changedWords(before, alert, systemClock.now()).map((words) => (
              <li key={words}>{words}</li>
            ))}
            <li>{nextWords(alert)}</li>
          </ul>
        </Notice>
      )}
      {error && !(before && error.kind === 'conflict') && (
        <ErrorNotice {...describeError(error, 'acknowledge the alert')}>
          Your note is kept. You can safely press the button again.
        </ErrorNotice>
      )}
    </Dialog>
  );
}

/**
 * Acknowledges an alert as the user has read it. If it has changed by then, nothing is done, and the caller shows what
 * has changed. A call whose response was lost can be retried: the gateway gives the same answer as the first time.
 */
function useAcknowledge(alerts: AlertsApi, opened: Alert, onDone: (alert: Alert) => void) {
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

/** The typed note, which stays in this tab until it is sent, also if the user looks at another page first. */
function useNote(alertId: string): [string, (text: string) => void] {
  const { drafts } = useUserServices().work;
  const name = noteDrafts.forAlert(alertId);
  const [note, setNote] = useState(() => {
    const kept = drafts.read(name);
    return typeof kept === 'string' ? kept : '';
  });
  function type(text: string) {
    setNote(text);
    if (text === '') drafts.drop(name);
    else drafts.keep(name, text);
  }
  return [note, type];
}

function nextWords({ state }: Alert): string {
  if (state === 'resolved') return 'There is nothing left to acknowledge.';
  return state === 'acknowledged'
    ? 'Acknowledge it again to replace that note.'
    : 'Acknowledge it again if you have seen this.';
}

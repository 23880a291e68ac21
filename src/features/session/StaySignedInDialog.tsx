import { useState } from 'react';

import { describeError } from '#api/describeError.ts';
import { ApiError } from '#api/errors.ts';
import type { SessionExpiry } from '#api/session/expiryTimer.ts';
import { useSession } from '#api/session/SessionProvider.tsx';
import { Button } from '#ui/Button.tsx';
import { Countdown } from '#ui/Countdown.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';

import { messages } from './messages.ts';

interface StaySignedInDialogProps {
  expiry: SessionExpiry;
  onStay: () => Promise<void>;
}

/** Two minutes before the session ends by itself, so that nobody is signed out by reading (T20). */
export function StaySignedInDialog({ expiry, onStay }: StaySignedInDialogProps) {
  const session = useSession();
  const [isDismissed, setDismissed] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<{ readonly error: ApiError; readonly doing: string }>();
  if (isDismissed) return null;

  async function run(doing: string, call: () => Promise<void>) {
    if (isRunning) return;
    setRunning(true);
    setFailure(undefined);
    try {
      await call();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure({ error, doing });
    } finally {
      setRunning(false);
    }
  }

  const { at, canStay } = expiry;
  return (
    <Dialog
      role="alertdialog"
      heading={canStay ? messages.stayHeading : messages.endHeading}
      describedBy="session-ends"
      width="xs"
      actions={
        canStay ? (
          <>
            <Button
              aria-disabled={isRunning}
              onClick={() => void run(messages.signOutDoing, () => session.signOut())}
            >
              {messages.signOut}
            </Button>
            <Button
              variant="primary"
              aria-disabled={isRunning}
              onClick={() => void run(messages.stayDoing, onStay)}
            >
              {messages.stay}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={() => setDismissed(true)}>
            {messages.understood}
          </Button>
        )
      }
    >
      <p id="session-ends">
        {canStay ? messages.stayLead : messages.endLead} <Countdown until={at} />.
      </p>
      {!canStay && <p>{messages.endAdvice}</p>}
      {failure && <ErrorNotice {...describeError(failure.error, failure.doing)} />}
    </Dialog>
  );
}

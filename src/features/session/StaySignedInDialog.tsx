import { useState } from 'react';

import { describeError } from '#api/describeError.ts';
import { ApiError } from '#api/errors.ts';
import type { SessionExpiry } from '#api/session/expiryTimer.ts';
import { useSession } from '#api/session/SessionProvider.tsx';
import { Button } from '#ui/Button.tsx';
import { Countdown } from '#ui/Countdown.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';

interface StaySignedInDialogProps {
  expiry: SessionExpiry;
  onStay: () => Promise<void>;
}

/** Warns two minutes before the session expires, so that nobody is signed out in the middle of reading (T20). */
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
      heading={canStay ? 'Stay signed in?' : 'Your session is about to end'}
      describedBy="session-ends"
      width="xs"
      actions={
        canStay ? (
          <>
            <Button
              aria-disabled={isRunning}
              onClick={() => void run('sign out', () => session.signOut())}
            >
              Sign out
            </Button>
            <Button
              variant="primary"
              aria-disabled={isRunning}
              onClick={() => void run('extend the session', onStay)}
            >
              Stay signed in
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={() => setDismissed(true)}>
            Close
          </Button>
        )
      }
    >
      <p id="session-ends">
        {canStay
          ? 'The console has not been used for a while. It will sign you out'
          : 'This session has reached its maximum length and cannot be extended. It will end'}{' '}
        <Countdown until={at} />.
      </p>
      {!canStay && (
        <p>
          Save your work now. You will then be asked to sign in again over this page. Nothing you
          typed will be lost.
        </p>
      )}
      {failure && <ErrorNotice {...describeError(failure.error, failure.doing)} />}
    </Dialog>
  );
}

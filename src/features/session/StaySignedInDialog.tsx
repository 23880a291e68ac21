import { useState } from 'react';

import { describeError } from '#api/describeError.ts';
import { noteDrafts } from '#api/noteKeys.ts';
import type { SessionExpiry } from '#api/session/expiryTimer.ts';
import { useSession } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
import { useWrite } from '#api/useWrite.ts';
import { Button } from '#ui/Button.tsx';
import { Countdown } from '#ui/Countdown.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { pressedOnce } from '#ui/pressedOnce.ts';
import { hasUnsavedChanges } from '#ui/unsavedChanges.ts';
import { WriteWait } from '#ui/WriteWait.tsx';

interface StaySignedInDialogProps {
  expiry: SessionExpiry;
  onStay: () => Promise<void>;
}

/** Warns two minutes before the session expires, so that nobody is signed out in the middle of reading (T20). */
export function StaySignedInDialog({ expiry, onStay }: StaySignedInDialogProps) {
  const session = useSession();
  const { drafts } = useUserServices().work;
  /** Whether the user has been told that signing out discards something. */
  const [isAsking, setAsking] = useState(false);
  const [isDismissed, setDismissed] = useState(false);
  const [doing, setDoing] = useState<'sign out' | 'extend the session'>('extend the session');
  const call = useWrite();
  if (isDismissed) return null;

  const isSigningOut = call.isRunning && doing === 'sign out';
  const isStaying = call.isRunning && !isSigningOut;
  function run(what: typeof doing, write: () => Promise<void>) {
    if (call.isRunning) return;
    setDoing(what);
    call.run(write);
  }

  function signOut() {
    const hasUnsaved = hasUnsavedChanges() || drafts.names().some(noteDrafts.has);
    if (hasUnsaved && !isAsking) setAsking(true);
    else run('sign out', () => session.signOut());
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
            <Button {...pressedOnce} aria-disabled={call.isRunning} onClick={signOut}>
              {isSigningOut
                ? 'Signing out…'
                : isAsking
                  ? 'Sign out and discard changes'
                  : 'Sign out'}
            </Button>
            <Button
              variant="primary"
              aria-disabled={call.isRunning}
              onClick={() => run('extend the session', onStay)}
            >
              {isStaying ? 'Staying signed in…' : 'Stay signed in'}
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
      <p role="status">
        {isAsking &&
          'You have changes or a typed note that are not saved. Signing out discards them.'}
      </p>
      <WriteWait call={call} />
      {call.error && <ErrorNotice {...describeError(call.error, doing)} />}
    </Dialog>
  );
}

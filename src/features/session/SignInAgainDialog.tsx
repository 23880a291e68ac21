import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';

import { ifThatFails } from '#api/ownWording.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { Button } from '#ui/Button.tsx';
import { MuiTheme } from '#ui/MuiTheme.tsx';

import { CustomerForm } from './CustomerForm.tsx';
import { messages } from './messages.ts';
import { SignInForm } from './SignInForm.tsx';

import styles from './SignInPage.module.css';

interface SignInAgainDialogProps {
  before: SessionInfo;
  /** The service went on refusing the former session, though it was renewed. */
  wasUseless: boolean;
  /** Closes it; left out where the session is over, since behind the dialog nothing works then. */
  onDismiss?: () => void;
}

/**
 * Signs in again without leaving the page, so that nothing typed is lost. It goes when the session's
 * monitor says that there is a new session.
 */
export function SignInAgainDialog({ before, wasUseless, onDismiss }: SignInAgainDialogProps) {
  const [asksCustomer, setAsksCustomer] = useState(false);
  const [isSamePerson, setSamePerson] = useState(false);

  function look({ username, customerId }: SessionInfo) {
    setSamePerson(username === before.username);
    setAsksCustomer(customerId === null);
  }

  const lead = wasUseless ? messages.uselessLead(ifThatFails) : messages.againLead;
  return (
    <MuiTheme>
      <Dialog
        open
        aria-labelledby="sign-in-again"
        maxWidth="xs"
        fullWidth
        {...(onDismiss && { onClose: onDismiss })}
      >
        <DialogTitle id="sign-in-again">
          {asksCustomer ? messages.customerHeading : messages.againHeading}
        </DialogTitle>
        <DialogContent>
          {asksCustomer ? (
            <CustomerForm
              onDone={look}
              onSessionEnded={() => setAsksCustomer(false)}
              heading={null}
              // A slip would make them somebody else, for whom nothing that was typed is kept.
              initialCustomerId={isSamePerson ? (before.customerId ?? '') : ''}
            />
          ) : (
            <SignInForm
              onDone={look}
              heading={null}
              lead={onDismiss ? messages.fasterLead : lead}
              initialUsername={before.username}
            />
          )}
        </DialogContent>
        {onDismiss && (
          <div className={styles.dismiss}>
            <Button onClick={onDismiss}>{messages.keepWaiting}</Button>
          </div>
        )}
      </Dialog>
    </MuiTheme>
  );
}

import { useState } from 'react';

import { ifThatFails } from '#api/ownWording.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

import { CustomerForm } from './CustomerForm.tsx';
import { messages } from './messages.ts';
import { SignInForm } from './SignInForm.tsx';

interface SignInAgainDialogProps {
  before: SessionInfo;
  /** The service went on refusing the former session, though it was renewed. */
  wasUseless: boolean;
  /** Closes it; left out where the session is over, since behind the dialog nothing works then. */
  onDismiss?: () => void;
}

/**
 * Signs in again without leaving the page, so that nothing typed is lost. It closes when the session
 * monitor reports that there is a new session.
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
    <Dialog
      heading={asksCustomer ? messages.customerHeading : messages.againHeading}
      width="xs"
      {...(onDismiss && {
        onClose: onDismiss,
        actions: <Button onClick={onDismiss}>{messages.keepWaiting}</Button>,
      })}
    >
      {asksCustomer ? (
        <CustomerForm
          onDone={look}
          onSessionEnded={() => setAsksCustomer(false)}
          heading={null}
          // A different customer would lose everything typed on the page, so a typo is expensive.
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
    </Dialog>
  );
}

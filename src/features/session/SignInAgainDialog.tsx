import { useState } from 'react';

import { ifThatFails } from '#api/ownWording.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { Button } from '#ui/Button.tsx';
import { Details } from '#ui/Details.tsx';
import { Dialog } from '#ui/Dialog.tsx';

import { CustomerForm, customerHeading } from './CustomerForm.tsx';
import { offeredUsers } from './offeredUsers.tsx';
import { SignInForm } from './SignInForm.tsx';

const howToContinue =
  'Sign in to continue. This page stays as it is, and nothing is saved until you save it.';
const fasterLead =
  'Instead of waiting for the renewal, you can sign in again now. This page stays as it is, and pending calls continue.';

interface SignInAgainDialogProps {
  before: SessionInfo;
  /** The service kept rejecting the previous session although it was renewed. */
  wasUseless: boolean;
  /** Omitted if the session is over, because the page is useless without one. */
  onDismiss?: () => void;
}

/**
 * Signs in again without leaving the page, so that nothing typed is lost. It closes when the session monitor reports a
 * new session.
 */
export function SignInAgainDialog({ before, wasUseless, onDismiss }: SignInAgainDialogProps) {
  const [asksCustomer, setAsksCustomer] = useState(false);
  const [isSamePerson, setSamePerson] = useState(false);

  function handleSession({ username, customerId }: SessionInfo) {
    setSamePerson(username === before.username);
    setAsksCustomer(customerId === null);
  }

  const lead = wasUseless
    ? `Your session is over: the service kept refusing it even after several renewals. ${howToContinue}`
    : `Your session is over. ${howToContinue}`;
  return (
    <Dialog
      heading={asksCustomer ? customerHeading : 'Sign in again'}
      width="xs"
      {...(onDismiss && {
        onClose: onDismiss,
        actions: <Button onClick={onDismiss}>Keep waiting</Button>,
      })}
    >
      {wasUseless && !asksCustomer && (
        <Details label="If that fails">
          <p>{ifThatFails}</p>
        </Details>
      )}
      {asksCustomer ? (
        <CustomerForm
          onDone={handleSession}
          onSessionEnded={() => setAsksCustomer(false)}
          hasHeading={false}
          // Another customer ID would discard everything typed on the page, so a typo would be costly.
          initialCustomerId={isSamePerson ? (before.customerId ?? '') : ''}
        />
      ) : (
        <SignInForm
          onDone={handleSession}
          heading={null}
          lead={onDismiss ? fasterLead : lead}
          initialUsername={before.username}
        />
      )}
      {/* Somebody who signed in with one press has not seen a password. Signing in as any other user would discard the page. */}
      {!asksCustomer && offeredUsers(before.username)}
    </Dialog>
  );
}

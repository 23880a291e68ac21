import { useState } from 'react';

import type { SessionInfo } from '#contract/sessionBodies.ts';
import { Dialog } from '#ui/Dialog.tsx';

import { CustomerForm } from './CustomerForm.tsx';
import { messages } from './messages.ts';
import { SignInForm } from './SignInForm.tsx';

/**
 * Signs in again without leaving the page, so that nothing typed is lost. It cannot be dismissed, since
 * nothing works behind it; it closes when the session monitor reports that there is a session again.
 */
export function SignInAgainDialog({ before }: { before: SessionInfo }) {
  const [asksCustomer, setAsksCustomer] = useState(false);
  const [isSamePerson, setSamePerson] = useState(false);

  function look({ username, customerId }: SessionInfo) {
    setSamePerson(username === before.username);
    setAsksCustomer(customerId === null);
  }

  return (
    <Dialog heading={asksCustomer ? messages.customerHeading : messages.againHeading} width="xs">
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
          lead={messages.againLead}
          initialUsername={before.username}
        />
      )}
    </Dialog>
  );
}

import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';

import type { SessionInfo } from '#contract/sessionBodies.ts';
import { MuiTheme } from '#ui/MuiTheme.tsx';

import { CustomerForm } from './CustomerForm.tsx';
import { messages } from './messages.ts';
import { SignInForm } from './SignInForm.tsx';

/**
 * Signs in again without leaving the page, so that nothing typed is lost. Cannot be put aside: behind
 * it nothing works. It goes when the session's monitor says that the session lives again.
 */
export function SignInAgainDialog({ before }: { before: SessionInfo }) {
  const [asksCustomer, setAsksCustomer] = useState(false);
  const [isSamePerson, setSamePerson] = useState(false);

  function look({ username, customerId }: SessionInfo) {
    setSamePerson(username === before.username);
    setAsksCustomer(customerId === null);
  }

  return (
    <MuiTheme>
      <Dialog open aria-labelledby="sign-in-again" maxWidth="xs" fullWidth>
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
              lead={messages.againLead}
              initialUsername={before.username}
            />
          )}
        </DialogContent>
      </Dialog>
    </MuiTheme>
  );
}

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { SessionProvider } from '#api/session/SessionProvider.tsx';
import { createSandbox } from '#sandbox/sandbox.ts';
import { sandboxServices } from '#testing/fixtures/sandboxServices.ts';

import { SignInAgainDialog } from './SignInAgainDialog.tsx';

/** Signs in again in the dialog over the page of `writer`; the service does not provide that user's customer id. */
async function signInAgain(username: string) {
  const sandbox = createSandbox({ things: 1, customerIdClaim: 'none' });
  const { session, monitor } = sandboxServices(sandbox);
  render(
    <SessionProvider session={session} monitor={monitor}>
      <SignInAgainDialog
        before={{ username: 'writer', customerId: 'cid_before', mayChangeCustomer: true }}
        wasUseless={false}
      />
    </SessionProvider>,
  );
  const user = userEvent.setup();
  const name = screen.getByRole('textbox', { name: 'Username' });
  await user.clear(name);
  await user.type(name, username);
  await user.type(screen.getByLabelText('Password'), `sandbox-${username}{Enter}`);
  return screen.findByRole('textbox', { name: 'Customer ID' });
}

describe('T16: the customer ID in the sign-in dialog over a page', () => {
  it('is prefilled for the user who opened the page', async () => {
    expect(await signInAgain('writer')).toHaveValue('cid_before');
  });

  it('T17: is not shown to another user', async () => {
    expect(await signInAgain('other')).toHaveValue('');
  });
});

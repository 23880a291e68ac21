import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished } from 'vitest';

import { SessionProvider } from '#api/session/SessionProvider.tsx';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { sandboxServices } from '#testing/fixtures/sandboxServices.ts';

import { SignInAgainDialog } from './SignInAgainDialog.tsx';

/** Shows the dialog over `writer`'s page. */
function showDialog(sandbox: Sandbox) {
  const { session, monitor } = sandboxServices(sandbox);
  render(
    <SessionProvider session={session} monitor={monitor}>
      <SignInAgainDialog
        before={{ username: 'writer', customerId: 'cid_before', mayChangeCustomer: true }}
        wasUseless={false}
      />
    </SessionProvider>,
  );
}

/** Signs in again; the service does not provide the user's customer id. */
async function signInAgain(username: string) {
  showDialog(createSandbox({ things: 1, customerIdClaim: 'none' }));
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

it('T17: the dialog offers no other sandbox user, because one press would discard the page', async () => {
  const sandbox = createSandbox({ things: 1 });
  const meta = document.createElement('meta');
  meta.name = 'sim-console-sandbox-users';
  meta.content = JSON.stringify({ about: 'About it.', users: sandbox.users });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  showDialog(sandbox);
  const offered = await screen.findAllByRole('button', { name: /^Sign in as/ });
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Sign in as writer']);
});

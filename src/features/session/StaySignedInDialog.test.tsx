import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { ApiError } from '#api/errors.ts';
import { SessionProvider } from '#api/session/SessionProvider.tsx';
import { createSandbox } from '#sandbox/sandbox.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { hold } from '#testing/fixtures/hold.ts';
import { sandboxServices } from '#testing/fixtures/sandboxServices.ts';

import { StaySignedInDialog } from './StaySignedInDialog.tsx';

const pass = fakeTime();

function open(onStay: () => Promise<void>) {
  const { session, monitor } = sandboxServices(createSandbox({ things: 1 }));
  render(
    <SessionProvider session={session} monitor={monitor}>
      <StaySignedInDialog expiry={{ at: Date.now() + 60_000, canStay: true }} onStay={onStay} />
    </SessionProvider>,
  );
  return { user: userEvent.setup(), stay: screen.getByRole('button', { name: 'Stay signed in' }) };
}

it('T20: if staying signed in fails, the dialog says so and allows another try', async () => {
  let presses = 0;
  const { user, stay } = open(async () => {
    if (++presses > 1) return;
    throw new ApiError({ kind: 'network', method: 'GET', route: '/session', requestId: 'id-7' });
  });
  await user.click(stay);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('extend the session');
  expect(alert).toHaveTextContent('id-7');
  await user.click(stay);
  expect(screen.queryByRole('alert')).toBe(null);
  expect(presses).toBe(2);
});

it('H11: shows how long staying signed in takes, and lets the user sign out instead', async () => {
  const held = hold();
  const { user, stay } = open(held.pass);
  await user.click(stay);
  expect(stay).toHaveTextContent('Staying signed in…');
  const signOut = screen.getByRole('button', { name: 'Sign out' });
  expect(signOut).toHaveAttribute('aria-disabled', 'true');
  await pass(11_000);
  expect(screen.getByText(/^Still waiting/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop waiting' }));
  expect(screen.getByText('You stopped waiting. It may still be done.')).toBeVisible();
  expect(signOut).toHaveAttribute('aria-disabled', 'false');
});

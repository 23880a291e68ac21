import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { ApiError } from '#api/errors.ts';
import { SessionProvider } from '#api/session/SessionProvider.tsx';
import { createSandbox } from '#sandbox/sandbox.ts';
import { sandboxServices } from '#testing/fixtures/sandboxServices.ts';

import { StaySignedInDialog } from './StaySignedInDialog.tsx';

it('T20: if staying signed in fails, the dialog says so and allows another try', async () => {
  const { session, monitor } = sandboxServices(createSandbox({ things: 1 }));
  let presses = 0;
  render(
    <SessionProvider session={session} monitor={monitor}>
      <StaySignedInDialog
        expiry={{ at: Date.now() + 60_000, canStay: true }}
        onStay={async () => {
          if (++presses > 1) return;
          throw new ApiError({
            kind: 'network',
            method: 'GET',
            route: '/session',
            requestId: 'id-7',
          });
        }}
      />
    </SessionProvider>,
  );
  const user = userEvent.setup();
  const stay = screen.getByRole('button', { name: 'Stay signed in' });
  await user.click(stay);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('extend the session');
  expect(alert).toHaveTextContent('id-7');
  await user.click(stay);
  expect(screen.queryByRole('alert')).toBe(null);
  expect(presses).toBe(2);
});

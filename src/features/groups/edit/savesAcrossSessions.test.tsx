import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Fault } from '#sandbox/faultInjection.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { button, form, openGroup, put } from '#testing/fixtures/openGroup.tsx';

const pass = fakeTime();

/** Saves a new name, and signs in again in the dialog as soon as the PUT has reached the service. */
async function signInDuringSave(faults: readonly Fault[]) {
  const page = await openGroup();
  const { user, monitor, sandbox } = page;
  const puts = () => page.puts().length;
  await user.type(form.name(), ' 2');
  for (const fault of faults) sandbox.faults.add(fault);
  await user.click(button('Save'));
  await waitFor(() => expect(puts()).toBe(1));
  act(() => monitor.openSignIn());
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }));
  await user.type(dialog.getByLabelText('Password'), 'sandbox-writer{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await pass(9_000);
  return { ...page, puts };
}

it('T24: a save during which the user signs in again is reported as saved if it was stored, although the response came after the session ended', async () => {
  const { sandbox } = await signInDuringSave([{ route: put, slowBodyMs: 8_000 }]);
  await expectTextSoon(/^Saved\. The service reports/);
  expect(sandbox.state.puts()).toHaveLength(1);
});

it('T24: a save during which the user signs in again is not resent if the first attempt was refused: it waits for the user', async () => {
  const { user, sandbox, puts } = await signInDuringSave([
    { route: put, status: 401 },
    { route: 'POST /v1/auth/refresh', delayMs: 8_000 },
  ]);
  await expectTextSoon(/^You are signed in again\. Your edits are/);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect([puts(), sandbox.state.puts().length]).toEqual([1, 0]);
  expect(form.name()).toHaveValue('Scooter Sharing 2');
  await user.click(button('Save'));
  await expectTextSoon(/^Saved\. The service reports/);
  expect(sandbox.state.puts()).toHaveLength(1);
});

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const pass = fakeTime();

const waiting = () => screen.findByText(/own database, not the service, is not responding\./);

async function openAddress(
  address: (groupId: string) => string,
  { as = 'writer', isAway = false }: { as?: string | null; isAway?: boolean } = {},
) {
  const store = { isAway };
  const sandbox = createSandbox({ things: 60 });
  const group = sandbox.state.groups().find(({ name }) => name === 'Scooter Sharing');
  const isStoreAway = () => store.isAway;
  const page = await renderRoute(address(group?.id ?? ''), { sandbox, as, isStoreAway });
  return { ...page, store, button: (name: string) => screen.getByRole('button', { name }) };
}

async function typeSignIn() {
  const page = await openAddress(() => paths.signIn(), { as: null, isAway: true });
  await page.user.type(await screen.findByRole('textbox', { name: 'Username' }), 'writer');
  await page.user.type(screen.getByLabelText('Password'), 'sandbox-writer{Enter}');
  expect(await waiting()).toHaveTextContent(
    /^Could not sign in: .* Trying again in \d+ s\. Request ID gateway-1$/,
  );
  return page;
}

describe('S8: a sign-in while the store is unavailable', () => {
  it('continues automatically, with a single call to the service', async () => {
    const { store, sandbox } = await typeSignIn();
    await pass(10_000);
    expect(await waiting()).toBeVisible();
    expect(sandbox.state.requests()).toEqual([]);
    store.isAway = false;
    await pass(4_000);
    expect(await screen.findByRole('heading', { name: 'Things' })).toBeVisible();
    const asked = sandbox.state.requests().map(({ route }) => route);
    expect(asked.filter((route) => route === 'POST /v1/auth/token')).toHaveLength(1);
  });

  it('sends nothing after it is cancelled, and keeps the typed text', async () => {
    const { store, sandbox, user, button } = await typeSignIn();
    await user.click(button('Cancel'));
    store.isAway = false;
    await pass(10_000);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(button('Sign in')).toBeEnabled();
    expect(screen.getByLabelText('Password')).toHaveValue('sandbox-writer');
    expect(sandbox.state.requests()).toEqual([]);
  });

  it('is cancelled by typing, because that changes the values to be sent', async () => {
    const { store, sandbox, user, button } = await typeSignIn();
    await user.type(screen.getByRole('textbox', { name: 'Username' }), '2');
    store.isAway = false;
    await pass(10_000);
    expect(button('Sign in')).toBeEnabled();
    expect(sandbox.state.requests()).toEqual([]);
  });
});

it('S8: a save while the store is unavailable says that nothing was stored, and continues automatically with a single PUT', async () => {
  const { store, sandbox, user, button } = await openAddress(paths.group);
  await user.type(await screen.findByRole('textbox', { name: 'Group name' }), ' 2');
  store.isAway = true;
  await user.click(button('Save'));
  await expectTextSoon(/is not responding\. Nothing has been stored yet\./);
  await pass(10_000);
  expect(sandbox.state.puts()).toEqual([]);
  store.isAway = false;
  await pass(6_000);
  expect(await screen.findByText(/^Saved\. The service reports/)).toBeVisible();
  expect(sandbox.state.puts()).toHaveLength(1);
});

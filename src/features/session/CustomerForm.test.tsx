import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const field = () => screen.findByRole('textbox', { name: 'Customer ID' });
const groups = { name: 'Thing Groups' };

/** Signs in at the list of groups, at a service that does not say which customer the user belongs to. */
async function signIn() {
  const sandbox = createSandbox({ things: 60, customerIdClaim: 'none' });
  const page = await renderRoute(paths.groups(), { as: null, sandbox });
  const { user } = page;
  await user.type(await screen.findByRole('textbox', { name: 'Username' }), 'writer');
  await user.type(screen.getByLabelText('Password'), 'sandbox-writer{Enter}');
  await field();
  return {
    ...page,
    own: sandbox.users[0]?.customerId ?? '',
    async choose(customerId: string) {
      await user.clear(await field());
      await user.type(await field(), customerId);
      await user.click(screen.getByRole('button', { name: 'Continue' }));
    },
    async change() {
      await user.click(screen.getByRole('button', { name: 'Account' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Change customer ID' }));
    },
  };
}

it('asks for a customer ID that the service does not reveal, and checks it before any call', async () => {
  const { sandbox, own, choose } = await signIn();
  expect(screen.getByRole('heading', { name: 'Which customer?' })).toBeVisible();
  expect(await field()).toHaveFocus();
  await choose('two words');
  expect(await field()).toHaveAccessibleDescription(/Enter a customer ID/);
  expect(await field()).toHaveFocus();
  expect(sandbox.state.requests().map(({ route }) => route)).toEqual(['POST /v1/auth/token']);
  await choose(own);
  expect(await screen.findByRole('table', groups)).toBeVisible();
});

it('another customer ID needs no new sign-in, and keeps none of the previous customer’s data', async () => {
  const { sandbox, own, choose, change } = await signIn();
  await choose(own);
  await screen.findByRole('table', groups);
  await change();
  await choose('cid_nobody');
  expect(await screen.findByRole('alert')).toHaveTextContent('403');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  await change();
  await choose(own);
  expect(await screen.findByRole('table', groups)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  const signIns = sandbox.state.requests().filter(({ route }) => route === 'POST /v1/auth/token');
  expect(signIns).toHaveLength(1);
});

it('asks before another customer ID would discard the work set', async () => {
  const { user, own, router, choose, change } = await signIn();
  await choose(own);
  await screen.findByRole('table', groups);
  await router.navigate(paths.things());
  const [first] = await screen.findAllByRole('checkbox', { name: /^Select \d+$/ });
  if (first) await user.click(first);
  await user.click(await screen.findByRole('button', { name: 'Add to work set' }));
  await change();
  expect(await screen.findByText(/^Another customer ID discards the work set/)).toBeVisible();
  expect(screen.getByRole('menuitem', { name: 'Stay' })).toHaveFocus();
  await user.click(screen.getByRole('menuitem', { name: 'Change customer ID anyway' }));
  expect(await field()).toBeVisible();
});

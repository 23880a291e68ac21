import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const list = 'GET /things';
const drawer = () => screen.findByRole('dialog', { name: 'Calls' });
const items = async () => within(await drawer()).getAllByRole('listitem');

async function openThings(address = paths.things('size=10')) {
  const page = await renderRoute(address, { sandbox: createSandbox({ things: 30 }) });
  await screen.findByRole('table', { name: 'Things' });
  return page;
}

it('Calls opens from the account menu, and returns the focus to it', async () => {
  const { user } = await openThings();
  await user.click(screen.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Calls' }));
  const [last] = (await items()).slice(-1);
  expect(last).toHaveTextContent(/Sign-in.*OK \(200\).*\d+ ms.*Calls left: 4 of 5Request ID/);
  expect(screen.getByRole('list', { name: 'Calls' })).toHaveTextContent('List of Things');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Account' })).toHaveFocus();
});

it('Calls lists new calls on top while open, without moving the focus', async () => {
  const { user, router } = await openThings();
  await user.keyboard('c');
  const before = (await items()).length;
  const copyAll = screen.getByRole('button', { name: 'Copy all' });
  copyAll.focus();
  await act(() => router.navigate(paths.things('size=10&State=ACTIVE')));
  await waitFor(async () => expect((await items()).length).toBeGreaterThan(before));
  expect(screen.getByRole('list', { name: 'Calls' })).toHaveTextContent('List of Things, filtered');
  expect(copyAll).toHaveFocus();
});

it('Calls opens from an error, and lists its request id', async () => {
  // A list without a next page, whose prefetch could meet the fault.
  const { user, sandbox } = await openThings(paths.things('size=50'));
  sandbox.faults.add({ route: list, status: 400 });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  const alert = await screen.findByRole('alert');
  const requestId = within(alert).getByText(/./, { selector: 'code' }).textContent;
  await user.click(within(alert).getByRole('button', { name: 'Show recent calls' }));
  const failed = (await items()).find((item) => item.textContent.includes('(400)'));
  expect(failed).toHaveTextContent('Error: Not accepted (400)');
  expect(failed).toHaveTextContent(requestId);
});

it('Calls copies one call or all calls, and shows the endpoint on demand', async () => {
  const { user } = await openThings();
  await user.keyboard('c');
  const [first] = await items();
  if (!first) throw new Error('No call is listed');
  await user.click(screen.getByRole('button', { name: 'Copy all' }));
  await expectTextSoon('Copied');
  const text = await navigator.clipboard.readText();
  expect(text).toContain('version 0.0.0, environment Sandbox');
  expect(text).not.toContain('sandbox-writer');
  expect(first).not.toHaveTextContent('GET /things');
  await user.click(within(first).getByRole('button', { name: 'Endpoint' }));
  expect(first).toHaveTextContent(/GET \/things\?.*limit=/);
  await user.click(within(first).getByRole('button', { name: /^Copy call at / }));
  expect(await navigator.clipboard.readText()).toMatch(/^\d{4}-\d\d-\d\dT.*Z {2}GET \/things\?/);
});

it('Calls has a button of its own where the account bar is hidden', async () => {
  const { user } = await openThings(paths.things('size=10&embed=1'));
  expect(screen.queryByRole('button', { name: 'Account' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Calls' }));
  expect(await drawer()).toBeVisible();
});

it('Calls starts empty for the next user who signs in', async () => {
  const { user } = await openThings();
  await user.click(screen.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await user.type(await screen.findByLabelText('Username'), 'admin');
  await user.type(screen.getByLabelText('Password'), 'sandbox-admin{Enter}');
  await screen.findByRole('table', { name: 'Things' });
  await user.keyboard('c');
  expect((await items()).filter((item) => item.textContent.includes('Sign-in'))).toHaveLength(1);
});

import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { paths } from '#paths.ts';
import type { Fault } from '#sandbox/faultInjection.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { put } from '#testing/fixtures/groupSaves.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

/** API document 8.6. */
const accessTokenLifeMs = 4 * 60 * 60 * 1000;
const refresh = 'POST /v1/auth/refresh';
const pass = fakeTime(500);

/** A page with an access token that can expire. Refreshes then fail with this fault, by default a 429. */
async function openPage(fault: Fault, address = (_groupId: string) => paths.things('size=10')) {
  const sandbox = createSandbox({ things: 25 });
  const group = sandbox.state.groups().find(({ name }) => name === 'Scooter Sharing');
  const page = await renderRoute(address(group?.id ?? ''), { sandbox });
  const count = (wanted: string) =>
    sandbox.state.requests().filter(({ route }) => route === wanted).length;
  return {
    ...page,
    count,
    expireToken() {
      vi.setSystemTime(Date.now() + accessTokenLifeMs + 60_000);
      sandbox.faults.add({ route: refresh, status: 429, retryAfter: '30', ...fault });
    },
    button: (name: string) => screen.getByRole('button', { name }),
    async signInAgain(username = 'writer') {
      const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }));
      const name = dialog.getByRole('textbox', { name: 'Username' });
      await page.user.clear(name);
      await page.user.type(name, username);
      await page.user.type(dialog.getByLabelText('Password'), `sandbox-${username}{Enter}`);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    },
  };
}

/** The list while it waits for its next page. */
async function openNextPage(fault: Fault) {
  const page = await openPage(fault);
  await screen.findByText(/^Rows 1–10/);
  page.expireToken();
  await page.user.click(page.button('Next page'));
  return page;
}

const waiting = () => screen.findByText(/your sign-in is queued for renewal \(you are next\)\./);

describe('T12: a read that waits for a sign-in renewal', () => {
  it('shows its place in the queue and a countdown, and continues automatically', async () => {
    const { count } = await openNextPage({ count: 5 });
    expect(await waiting()).toHaveTextContent(
      /^Could not load the Things: .* Trying again in \d+ s\. Signing in again is often faster, .* Request ID \S+$/,
    );
    await pass(4 * 31_000);
    expect(await waiting()).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await pass(2 * 31_000);
    expect(await screen.findByText(/^Rows 11–20/)).toBeVisible();
    expect(count(refresh)).toBe(6);
  });

  it('continues immediately when the user signs in again over the page, and keeps the typed text', async () => {
    const { user, expireToken, button, count, signInAgain } = await openPage({ count: 99 });
    await screen.findByText(/^Rows 1–10/);
    await user.type(screen.getByRole('textbox', { name: 'Thing name' }), 'van');
    expireToken();
    await user.click(button('Next page'));
    await waiting();
    await user.click(button('Sign in again'));
    await signInAgain();
    expect(await screen.findByText(/^Rows 11–20/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Thing name' })).toHaveValue('van');
    // The previous session is no longer in the queue.
    await pass(62_000);
    expect(count(refresh)).toBe(1);
  });

  it('keeps waiting if the user closes the sign-in dialog', async () => {
    const { user, button } = await openNextPage({ count: 1 });
    await waiting();
    await user.click(button('Sign in again'));
    await user.click(await screen.findByRole('button', { name: 'Keep waiting' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await pass(32_000);
    expect(await screen.findByText(/^Rows 11–20/)).toBeVisible();
  });

  it('can be cancelled, and tried again later', async () => {
    const { user, button } = await openNextPage({ count: 1 });
    await waiting();
    await user.click(button('Cancel'));
    expect(await screen.findByText('Loading was cancelled.')).toBeVisible();
    await pass(32_000);
    await user.click(button('Try again'));
    expect(await screen.findByText(/^Rows 11–20/)).toBeVisible();
  });
});

describe('T12: a save that waits for a sign-in renewal', () => {
  async function save(fault: Fault) {
    const page = await openPage(fault, paths.group);
    await screen.findByRole('heading', { name: 'Scooter Sharing', level: 1 });
    page.expireToken();
    await page.user.type(screen.getByRole('textbox', { name: 'Group name' }), ' 2');
    await page.user.click(page.button('Save'));
    await waiting();
    return page;
  }

  it('is shown as waiting, and continues automatically with a single PUT', async () => {
    const { count } = await save({ count: 3 });
    const cancel = screen.getByRole('button', { name: 'Cancel' });
    cancel.focus();
    await pass(2 * 31_000);
    // The focused button stays in place, however often the queue is polled.
    expect(cancel).toHaveFocus();
    await pass(2 * 31_000);
    expect(await screen.findByText(/^Saved\. The service reports/)).toBeVisible();
    expect(count(put)).toBe(1);
  });

  it('sends nothing after it is cancelled', async () => {
    const { user, button, count } = await save({ count: 2 });
    await user.click(button('Cancel'));
    expect(await screen.findByText(/^Save cancelled\. Nothing was changed/)).toBeVisible();
    await pass(62_000);
    expect(count(put)).toBe(0);
    expect(screen.getByRole('textbox', { name: 'Group name' })).toHaveValue('Scooter Sharing 2');
  });

  it('continues immediately when the user signs in again over the page', async () => {
    const { user, button, count, signInAgain } = await save({ count: 99 });
    await user.click(button('Sign in again'));
    await signInAgain();
    expect(await screen.findByText(/^Saved\. The service reports/)).toBeVisible();
    expect(count(put)).toBe(1);
  });
});

it('T23: a session that ended despite being renewed shows the sign-in dialog over the page, with the reason', async () => {
  const { user } = await openNextPage({ count: 4, status: 403 });
  expect(await screen.findByText(/your sign-in cannot be renewed yet/)).toBeVisible();
  for (const minutes of [1, 5, 20, 10]) {
    await act(async () => vi.advanceTimersByTimeAsync(minutes * 60_000 + 2_000));
  }
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
  expect(dialog).toHaveTextContent(/kept refusing it even after several renewals/);
  await user.click(within(dialog).getByRole('button', { name: 'If that fails' }));
  expect(dialog).toHaveTextContent(/check the customer ID/);
  expect(within(dialog).queryByRole('button', { name: 'Keep waiting' })).toBe(null);
});

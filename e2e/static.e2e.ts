import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { expect, expectAccessible, openTab, signInByForm, signOut } from './fixtures.ts';
import { test } from './staticFixtures.ts';

const table = (page: Page) => page.getByRole('table');
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click();

async function openGroup(page: Page) {
  await page.getByRole('link', { name: 'Thing Groups' }).click();
  const groups = page.getByRole('table', { name: 'Thing Groups' });
  await groups.getByRole('link', { name: 'Scooter Sharing' }).click();
}

function refreshes(sandbox: Sandbox): number {
  return sandbox.state.requests().filter(({ route }) => route === 'POST /v1/auth/refresh').length;
}

test('static hosting: signs in, lists, saves a group', async ({ page, sandbox }) => {
  await page.goto(paths.things());
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await signInByForm(page, 'writer', { stay: true });
  await expect(table(page)).toBeVisible();
  await expect(page.getByText('Plain')).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByText(/^Version \d+\.\d+\.\d+$/)).toBeVisible();
  await page.keyboard.press('Escape');

  await openGroup(page);
  await page.getByLabel('Group name').fill('Scooters');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. The service reports')).toBeVisible();
  expect(sandbox.state.puts()).toHaveLength(1);
});

test(
  'TS2: asks to sign in over the page after a refused refresh, keeps the input, and does not retry the refresh',
  { tag: '@long' },
  async ({ page, sandbox, expectFailedRequests }) => {
    expectFailedRequests(401);
    await signInByForm(page);
    await openGroup(page);
    await page.getByLabel('Group name').fill('Scooters of the city');
    sandbox.revokeTokens();
    await page.getByRole('button', { name: 'Save' }).click();

    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(dialog).toBeVisible();
    expect(refreshes(sandbox)).toBe(1);
    await expectAccessible(page);
    await dialog.getByLabel('Password').fill('sandbox-writer');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Group name')).toHaveValue('Scooters of the city');
    expect(sandbox.state.puts()).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved. The service reports')).toBeVisible();
    expect(refreshes(sandbox)).toBe(1);
  },
);

test('TS3: tokens are not in any storage, address or log; a reload requires a new sign-in', async ({
  page,
  context,
  serviceClock,
  expectFailedRequests,
}) => {
  expectFailedRequests(401);
  const said: string[] = [];
  let tokens = 0;
  const jwt = /eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/;
  page.on('console', (message) => said.push(message.text()));
  page.on('request', (request) => said.push(request.url()));
  page.on('response', async (response) => {
    if (jwt.test(await response.text().catch(() => ''))) tokens += 1;
  });
  await signInByForm(page);
  await serviceClock.advance(5 * 3_600_000);
  await refresh(page);
  await expect(table(page)).toBeVisible();
  // The check below is only meaningful if both token pairs were seen: from sign-in and refresh.
  await expect.poll(() => tokens).toBe(2);

  const kept = await page.evaluate(async () => ({
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
    history: JSON.stringify(history.state),
    name: window.name,
    databases: await indexedDB.databases(),
    caches: 'caches' in globalThis ? await caches.keys() : [],
  }));
  expect(kept).toMatchObject({ databases: [], caches: [] });
  expect(await context.cookies()).toEqual([]);
  for (const text of [JSON.stringify(kept), page.url(), ...said]) expect(text).not.toMatch(jwt);

  const address = page.url();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await signInByForm(page, 'writer', { stay: true });
  expect(page.url()).toBe(address);
});

test('TS3: each tab has its own session', { tag: '@long' }, async ({ page, context }) => {
  await signInByForm(page);
  const other = await openTab(context, paths.things());
  await expect(other.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await signInByForm(other, 'reader', { stay: true });
  await page.bringToFront();
  await signOut(page);
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await other.bringToFront();
  await refresh(other);
  await expect(table(other)).toBeVisible();
});

import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import {
  callsOfThings,
  expect,
  expectAccessible,
  openTab,
  ownCallsAreOver,
  test,
} from './fixtures.ts';

async function choose(page: Page, customerId: string) {
  await page.getByLabel('Customer ID').fill(customerId);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('asks for a customer ID once for all tabs and reloads, and a change of it reaches every tab', async ({
  page,
  context,
  sandbox,
  expectFailedRequests,
}) => {
  expectFailedRequests(403);
  sandbox.setOptions({ customerIdClaim: 'none' });
  const own = sandbox.users[0]?.customerId ?? '';
  await page.goto(paths.groups());
  await page.getByLabel('Username').fill('writer');
  await page.getByLabel('Password').fill('sandbox-writer');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Customer ID')).toBeFocused();
  await expectAccessible(page);
  await choose(page, 'two words');
  await expect(page.getByLabel('Customer ID')).toHaveAccessibleDescription(/Enter a customer ID/);
  await expectAccessible(page);
  await choose(page, own);
  const groups = page.getByRole('table', { name: 'Thing Groups' });
  await expect(groups).toBeVisible();
  await page.reload();
  await expect(groups).toBeVisible();

  // All tabs share the session, so the other tab is notified of the change and drops the previous data.
  const other = await openTab(context, paths.things());
  await expect(other.getByRole('table', { name: 'Things' })).toBeVisible();
  await ownCallsAreOver(other, ...callsOfThings);
  await page.bringToFront();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Change customer ID' }).click();
  await choose(page, 'cid_nobody');
  await expect(page.getByRole('alert')).toContainText('403');
  await expect(groups).toBeHidden();
  await expect(other.getByRole('alert')).toContainText('403');
  await expect(other.getByRole('table', { name: 'Things' })).toBeHidden();

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Change customer ID' }).click();
  await choose(page, own);
  await expect(groups).toBeVisible();
  await expect(other.getByRole('table', { name: 'Things' })).toBeVisible();
});

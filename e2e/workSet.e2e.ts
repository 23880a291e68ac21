import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';

const things = (page: Page) => page.getByRole('table', { name: 'Things' });
const set = (page: Page) => page.getByRole('table', { name: 'Work set' });
const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select \d/ });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('SIMs from two pages are collected with the keyboard, survive a reload, and are removed after sign-out', async ({
  page,
}) => {
  await signIn(page, 'writer', { at: paths.things('sort=ThingName&size=10') });
  await things(page).getByRole('rowheader').first().getByRole('link').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(page.getByRole('status').filter({ hasText: '3 selected' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Next page').click();
  await expect(page.getByText('3 not shown')).toBeVisible();
  await boxes(page).first().check();
  await button(page, 'Add to work set').click();
  await page.getByRole('link', { name: 'Open the work set' }).click();

  await expect(page.getByRole('heading', { name: 'Work set' })).toBeFocused();
  await expect(set(page).getByRole('rowheader')).toHaveCount(4);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Work set (4)' })).toBeVisible();
  await expect(set(page).getByRole('rowheader')).toHaveCount(4);

  await button(page, 'Account').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  const kept = () => page.evaluate(() => sessionStorage.getItem('sim-console:/:set'));
  await expect.poll(kept).toBe('');
});

test(
  'a work set of 2,000 SIMs renders only the rows in view, and the keyboard reaches all rows',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    await signIn(page, 'writer', { at: paths.workSet() });
    // The console's storage format without records; another test checks that the console writes it.
    const iccids = sandbox.state
      .things()
      .slice(0, 2_000)
      .map(({ ExternalUniqueId: iccid }) => ({ iccid, from: 0 }));
    const customerId = sandbox.users.find(({ username }) => username === 'writer')?.customerId;
    const owner = JSON.stringify(['writer', customerId]);
    const kept = { shapes: [], texts: ['Find many'], entries: iccids };
    await page.evaluate(
      (text) => sessionStorage.setItem('sim-console:/:set', text),
      JSON.stringify({ owner, records: [['set', kept]] }),
    );
    await page.reload();
    await expect(page.getByRole('link', { name: 'Work set (2,000)' })).toBeVisible();
    const row = (index: number) => set(page).locator(`tr[aria-rowindex="${index + 1}"]`);
    await row(1).getByRole('link').focus();
    await page.keyboard.press('End');
    await expect(row(2_000).getByRole('link')).toBeFocused();
    await expect(row(2_000).getByRole('link')).toBeInViewport();
    await expect(row(2_000)).toContainText('Not read');
    await page.keyboard.press('Space');
    await expect(page.getByText('1 selected')).toBeVisible();
    await expect.poll(() => set(page).getByRole('row').count()).toBeLessThan(150);
    await page.getByRole('region', { name: 'Work set' }).evaluate((box) => {
      box.scrollTop = box.scrollHeight / 2;
    });
    await expect(row(1_000).getByRole('link')).toBeInViewport();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await expect(page.getByText('2,000 selected')).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'a comparison on a phone scrolls sideways under its header and beside the field names',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const iccids = sandbox.state.things().map(({ ExternalUniqueId }) => ExternalUniqueId);
    const [a = '', b = '', c = ''] = iccids;
    await signIn(page, 'writer', { at: `${paths.compare(a, b, c)}&embed=1` });
    const table = page.getByRole('table', { name: 'Compare' });
    await expect(page.getByText(/fields differ, as listed at/)).toBeVisible();
    await page.getByRole('region', { name: 'Compare' }).evaluate((box) => {
      box.scrollTo(box.scrollWidth, 300);
    });
    await expect(table.getByRole('link', { name: c })).toBeInViewport();
    await expect(table.getByRole('rowheader', { name: /^MCC/ })).toBeInViewport({ ratio: 0.5 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await expectAccessible(page);
    await table.getByRole('link', { name: c }).click();
    await expect(page).toHaveURL(new RegExp(`/things/${c}\\?embed=1$`));
  },
);

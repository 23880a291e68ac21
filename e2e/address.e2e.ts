import { paths } from '../src/paths.ts';
import { expect, signIn, signInByForm, test } from './fixtures.ts';

test('Back, Forward and a pasted link show the same rows', async ({ page, browser }) => {
  await signIn(page);
  const firstCell = page.getByRole('table').getByRole('rowheader').first();
  await page.getByLabel('Thing Group').fill('Scooter');
  await page.getByLabel('State').selectOption('ACTIVE');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.getByRole('button', { name: 'Thing name' }).click();
  await page.getByLabel('Rows per page').selectOption('10');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(11);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^Rows 11–20/)).toBeVisible();
  const shown = await firstCell.textContent();
  const address = page.url();
  expect(new URL(address).search).toBe(
    '?ThingsGroupName=Scooter&State=ACTIVE&sort=ThingName&size=10&page=2',
  );

  await page.goBack();
  await expect(page.getByText(/^Rows 1–10/)).toBeVisible();
  await page.goForward();
  await expect(page.getByText(/^Rows 11–20/)).toBeVisible();
  await expect(firstCell).toHaveText(shown ?? '');

  const stranger = await browser.newContext();
  const pasted = await stranger.newPage();
  await pasted.goto(address);
  await signInByForm(pasted, 'reader', { stay: true });
  await expect(pasted.getByRole('table').getByRole('rowheader').first()).toHaveText(shown ?? '');
  await expect(pasted.getByLabel('Thing Group')).toHaveValue('Scooter');
  await stranger.close();
});

test('one Thing keeps the list’s address, so that Back returns to the same rows', async ({
  page,
}) => {
  await signIn(page, 'writer', { at: paths.things('ThingsGroupName=Scooter&size=10&page=2') });
  const link = page.getByRole('table').getByRole('rowheader').first().getByRole('link');
  const iccid = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { name: iccid })).toBeFocused();
  await page.goBack();
  await expect(page.getByText(/^Rows 11–20/)).toBeVisible();
});

test('a user of another customer sees only that customer’s data', async ({ page }) => {
  await signIn(page, 'other', { at: paths.groups() });
  const table = page.getByRole('table', { name: 'Thing Groups' });
  await expect(table.getByRole('link', { name: 'Rental Bikes' })).toBeVisible();
  await expect(table.getByRole('link', { name: 'Scooter Sharing' })).toHaveCount(0);
});

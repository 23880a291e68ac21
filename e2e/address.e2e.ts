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

import { expect, signIn, test } from './fixtures.ts';

test(
  'a view takes one line if there is room, and a long name stays within the dialog',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page);
    await page.getByRole('button', { name: 'Views' }).click();
    const dialog = page.getByRole('dialog', { name: 'Views' });
    const long = 'W'.repeat(80);
    for (const name of ['Scooters that are suspended', long]) {
      await dialog.getByLabel('View name').fill(name);
      await dialog.getByRole('button', { name: 'Save view' }).click();
    }
    const tops = () =>
      dialog
        .getByRole('listitem')
        .filter({ hasText: 'Scooters' })
        .getByRole('button')
        .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
    await expect.poll(async () => new Set(await tops()).size).toBe(1);
    await dialog.getByRole('button', { name: `Delete ${long}` }).click();
    const said = dialog.getByText(/ was deleted\.$/);
    await expect.poll(() => said.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const gap = async () => {
      const undo = await dialog.getByRole('button', { name: 'Undo' }).boundingBox();
      return said.evaluate((one, left) => left - one.getBoundingClientRect().right, undo?.x ?? 0);
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
  },
);

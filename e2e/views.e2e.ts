import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signIn, signInByForm, test } from './fixtures.ts';

test('Q6: a team view is opened by its address, until its author deletes it', async ({
  page,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'writer', { at: paths.things('ThingsGroupName=Scooter&sort=ThingName') });
  await page.getByRole('button', { name: 'Views' }).click();
  const dialog = page.getByRole('dialog', { name: 'Views' });
  await dialog.getByLabel('View name').fill('Scooters');
  await dialog.getByLabel('Share with the team').check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const team = dialog.getByRole('group', { name: 'Team' });
  await team.getByRole('button', { name: 'Copy link to Scooters' }).click();
  await expectAccessible(page);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^http.*\/views\/[\w-]+$/);
  const link = await copied();

  const colleague = await browser.newContext();
  const theirs = await colleague.newPage();
  await theirs.goto(link);
  await signInByForm(theirs, 'reader', { stay: true });
  await expect(theirs).toHaveURL(/\/things\?ThingsGroupName=Scooter&sort=ThingName&columns=/);
  await expect(theirs.getByLabel('Thing Group')).toHaveValue('Scooter');
  await theirs.getByRole('button', { name: 'Views' }).click();
  await expect(theirs.getByRole('group', { name: 'Team' }).getByText('By writer.')).toBeVisible();

  await team.getByRole('button', { name: 'Delete Scooters' }).click();
  await expect(dialog.getByText('“Scooters” was deleted.')).toBeVisible();
  await theirs.goto(link);
  await expect(theirs.getByText(/has not shared a view at this address/)).toBeVisible();
  await colleague.close();
});

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

import { paths } from '../src/paths.ts';
import { expect, test } from './fixtures.ts';
import { openGroup } from './groupEditor.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('on a phone, a hovered card has a uniform background', async ({ page, sandbox }) => {
  const editor = await openGroup(page, sandbox, 'Scooter Sharing');
  await editor.name.fill('Scooters');
  await editor.save.click();
  await expect(editor.saved).toBeVisible();
  await page.goto(paths.changes());
  const card = page.getByRole('table', { name: 'Changes' }).locator('tbody tr').first();
  const colours = () =>
    card.evaluate((row) =>
      [row, ...row.children].map((part) => getComputedStyle(part).backgroundColor),
    );
  const [before] = await colours();
  await card.hover();
  await expect.poll(async () => new Set(await colours()).size).toBe(1);
  expect((await colours())[0]).not.toBe(before);
});

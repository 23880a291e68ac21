import type { Locator } from '@playwright/test';

import { paths } from '../src/paths.ts';
import { expect, goWithin, test } from './fixtures.ts';
import { groupIn, openGroup } from './groupEditor.ts';

const name = 'Electricity Meters North';

const colour = (locator: Locator, of: 'backgroundColor' | 'color') =>
  locator.evaluate((element, property) => getComputedStyle(element)[property], of);

test('the pressed button and bars are visible with forced colours', async ({ page, sandbox }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const editor = await openGroup(page, sandbox, name);
  // Compares text colours, because browsers do not report the colour of an unpainted background.
  await expect(editor.locked).not.toHaveCSS('color', await colour(editor.unlocked, 'color'));
  await page.getByRole('button', { name: 'Preview impact' }).click();
  const share = page.getByRole('table', { name: /^TACs/ }).locator('[aria-hidden]').first();
  const fill = await colour(share.locator('span'), 'backgroundColor');
  expect(fill).not.toBe(await colour(share, 'backgroundColor'));

  await goWithin(page, paths.groups());
  const row = page.getByRole('row', { name: 'Scooter Sharing' });
  await row.hover();
  const bar = await row
    .getByRole('cell', { name: '498' })
    .evaluate((cell) => [
      getComputedStyle(cell).backgroundImage,
      getComputedStyle(cell).backgroundRepeat,
    ]);
  expect(bar).toEqual([expect.stringMatching(/^linear-gradient/), 'no-repeat']);
});

/** The visible height of each part that scrolls vertically, including the dialog itself. */
const scrollers = (dialog: Locator) =>
  dialog.evaluate((paper) =>
    [paper, ...paper.querySelectorAll('*')]
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
      .filter((part) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowY))
      .map(({ clientHeight }) => clientHeight),
  );

test.describe('at 400 % zoom', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('WCAG 1.4.10: each dialog scrolls as a whole', async ({ page, sandbox }) => {
    // Of 256 pixels.
    const nearlyAll = 232;
    const editor = await openGroup(page, sandbox, name);
    await editor.prefix.fill('35');
    await editor.save.click();
    await expect(editor.typed).toBeVisible();
    await expect.poll(() => scrollers(editor.confirmation)).toEqual([nearlyAll]);
    await page.keyboard.press('Escape');

    sandbox.changeGroup(groupIn(sandbox, name).id, { name: 'Theirs' });
    await editor.prefix.fill('86411204');
    await editor.name.fill('Mine');
    await editor.save.click();
    await expect(editor.conflict).toBeVisible();
    await expect.poll(() => scrollers(editor.conflict)).toEqual([nearlyAll]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the confirmation is whole; its first figures move no button', async ({ page, sandbox }) => {
    const long = 'Electricity_Meters_North_'.repeat(4);
    sandbox.changeGroup(groupIn(sandbox, name).id, { name: long });
    const editor = await openGroup(page, sandbox, long);
    sandbox.faults.add({ route: 'GET /things', skip: 2, hang: true, count: Infinity });
    const firstPage = Promise.withResolvers<void>();
    await page.route(/\/api\/things\?/, async (call) =>
      firstPage.promise.then(() => call.continue()),
    );
    await editor.prefix.fill('35');
    await editor.save.click();
    const stop = page.getByRole('button', { name: 'Stop reading' });
    await expect(stop).toBeVisible();
    const place = await stop.boundingBox();
    firstPage.resolve();
    await expect(page.getByText(/ SIMs read, 2 pages$/)).toBeVisible();
    // The figures that appear must not push the button away from under the pointer.
    expect(await stop.boundingBox()).toEqual(place);
    await stop.click();
    await expect(editor.typed).toBeVisible();
    const cutOff = () =>
      editor.confirmation.evaluate((paper) =>
        [paper, ...paper.querySelectorAll('*')]
          .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
          .map((part) => part.getAttribute('class')),
      );
    await expect.poll(cutOff).toEqual([]);
  });

  test('a hovered card has a uniform background', async ({ page, sandbox }) => {
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
});

import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import { expect, signIn, test } from './fixtures.ts';

const narrow = 'ExternalUniqueId-60,ThingName-60,ThingsGroupName-60,IMEI-60,DateModified-60';

/** Each row's distance from the top of the table, and all heights, in pixels. */
const rowPlaces = (page: Page, name: string) =>
  page
    .getByRole('table', { name })
    .locator('tr')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const { top, height } = row.getBoundingClientRect();
        return `${row.getAttribute('data-row')}: ${top}, ${height}`;
      }),
    );

for (const density of ['Comfortable', 'Compact']) {
  test(`a row shows its full text while it has keyboard focus, and no row moves, ${density.toLowerCase()}`, async ({
    page,
    sandbox,
  }) => {
    const things = sandbox.state.things().slice(0, 25);
    const blocksOf = ({ Block }: (typeof things)[number]) =>
      Object.entries(Block ?? {}).flatMap(([name, isSet]) => (isSet ? [name] : []));
    const index = things.findIndex((thing, row) => row > 0 && blocksOf(thing).length > 0);
    const thing = things[index];
    if (!thing) throw new Error('The sandbox has a SIM with a block on its first page');
    await signIn(page, 'writer', { at: paths.things(`columns=${narrow},Block-60,State`) });
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog').getByRole('radio', { name: density }).check();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    const rows = page.getByRole('table', { name: 'Things' }).locator('tbody tr');
    await expect(rows).toHaveCount(25);
    await expect(page.getByRole('separator', { name: 'Column width' })).toBeAttached();
    const before = await rowPlaces(page, 'Things');
    const strip = page.locator('[popover]');

    await rows.nth(index).hover();
    expect(await rowPlaces(page, 'Things')).toEqual(before);
    await expect(strip).toBeHidden();

    await rows
      .nth(index - 1)
      .getByRole('link')
      .first()
      .focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(index).getByRole('rowheader').getByRole('link')).toBeFocused();
    for (const text of [thing.ExternalUniqueId, blocksOf(thing).join(', ')]) {
      await expect(strip).toContainText(text);
    }
    await expect(strip).toBeInViewport({ ratio: 1 });
    expect(await rowPlaces(page, 'Things')).toEqual(before);
    const covered = async () => {
      const [over, under] = [await strip.boundingBox(), await rows.nth(index).boundingBox()];
      return over !== null && under !== null && over.y < under.y + under.height - 1;
    };
    expect(await covered()).toBe(false);

    // Times are also shown in UTC, likewise without shifting any rows.
    await rows.nth(index).locator('time').first().focus();
    await expect(strip).toContainText(/\(\d{4}-\d\d-\d\dT[\d:.]+Z\)/);
    expect(await rowPlaces(page, 'Things')).toEqual(before);

    await page.keyboard.press('Escape');
    await expect(strip).toBeHidden();
    await page.keyboard.press('End');
    await expect(strip).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Refresh' }).focus();
    await expect(strip).toBeHidden();
  });
}

test('a row focused before its code loads shows its full text once it has', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = page.waitForRequest('**/TableExtras-*.js');
  await page.route('**/TableExtras-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await signIn(page, 'writer', { at: paths.things(`columns=${narrow}`) });
  const first = page.getByRole('table', { name: 'Things' }).locator('tbody tr').first();
  await held;
  await page.keyboard.press('Tab');
  await first.getByRole('link').first().focus();
  const strip = page.locator('[popover]');
  await expect(strip).not.toBeAttached();
  release();
  await expect(strip).toContainText(await first.getByRole('link').first().innerText());
});

test('on a screen without hover, each row shows its full text', async ({ browser, baseURL }) => {
  const touch = { hasTouch: true, isMobile: true, viewport: { width: 900, height: 600 } };
  const page = await browser.newPage({ ...touch, ...(baseURL !== undefined && { baseURL }) });
  await signIn(page, 'writer', { at: paths.things(`size=10&columns=${narrow},State`) });
  const rows = page.getByRole('table', { name: 'Things' }).locator('tbody tr');
  await expect(rows).toHaveCount(10);
  const cut = await rows
    .locator('> *:not(:first-child)')
    .evaluateAll((cells) => cells.filter((one) => one.scrollWidth > one.clientWidth).length);
  expect(cut).toBe(0);
  await page.close();
});

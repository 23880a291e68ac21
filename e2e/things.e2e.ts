import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import { expect, expectAccessible, openTab, signIn, test, unfoldFilters } from './fixtures.ts';
import { sidewaysOverflow } from './layoutChecks.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Things' });
const rowLinks = (page: Page) => table(page).getByRole('rowheader').getByRole('link');
const isList = ({ route }: { readonly route: string }) => route === 'GET /things';

test(
  'chosen columns are stored, also apply in another tab, and can be reset',
  { tag: '@long' },
  async ({ page, context }) => {
    await signIn(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Remove LAC' }).click();
    await dialog.getByRole('button', { name: 'Add Batch', exact: true }).click();
    await dialog.getByRole('button', { name: 'Pin Thing name at the left edge' }).click();
    await dialog.getByRole('radio', { name: 'Compact' }).check();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
    const heads = table(page).getByRole('columnheader');
    await expect(heads.last()).toHaveText('Batch');

    const other = await openTab(context, paths.things());
    await expect(table(other).getByRole('columnheader').last()).toHaveText('Batch');
    await other.getByRole('button', { name: 'Columns' }).click();
    await other.getByRole('button', { name: 'Reset to the default columns' }).click();
    await expect(heads.last()).toHaveText('Modified');
  },
);

test('the header and pinned columns stay in view, only the table scrolls sideways, and rows below the fold are printed', async ({
  page,
}) => {
  await signIn(page);
  await expect(rowLinks(page)).toHaveCount(25);
  const region = page.getByRole('region', { name: 'Things', exact: true });
  const [first, other] = [rowLinks(page).first(), rowLinks(page).nth(12)];
  const before = await first.boundingBox();
  // A hundred sticky cells would slow down every page change, so only the active row has them before scrolling.
  const stickyCount = () =>
    table(page)
      .locator('tbody th')
      .evaluateAll((cells) => {
        return cells.filter((cell) => getComputedStyle(cell).position === 'sticky').length;
      });
  await expect.poll(stickyCount).toBe(1);
  await region.evaluate((scroller) => scroller.scrollTo({ left: 400, top: 300 }));
  await expect(table(page).getByRole('columnheader', { name: 'ICCID' })).toBeInViewport();
  await expect.poll(async () => (await first.boundingBox())?.x).toBe(before?.x);
  expect((await other.boundingBox())?.x).toBe(before?.x);
  expect(await stickyCount()).toBe(25);
  await expect.poll(() => sidewaysOverflow(page)).toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => region.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
});

test('focus is never hidden behind pinned columns', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await signIn(page, 'writer', {
    at: paths.things(
      'columns=ExternalUniqueId*,ThingName*,ThingsGroupName*,State*,IMEI,IMSI,CellId,Lac,MSISDN',
    ),
  });
  await page.getByRole('rowheader').first().getByRole('link').focus();
  const controls = page.getByRole('table').getByRole('row').nth(1).locator('a, button');
  const count = await controls.count();
  expect(count).toBeGreaterThan(6);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 1; step < count; step++) {
      await page.keyboard.press(key);
      const isCovered = () =>
        page.evaluate(() => {
          const focused = document.activeElement;
          const box = focused?.getBoundingClientRect();
          const [x, y] = [(box?.left ?? 0) + (box?.width ?? 0) / 2, (box?.top ?? 0) + 6];
          return focused?.contains(document.elementFromPoint(x, y)) !== true;
        });
      await expect.poll(isCovered, `${key} ${step}`).toBe(false);
    }
  }
});

test('a column can be widened by dragging, and an identifier copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  const head = table(page).getByRole('columnheader', { name: 'Thing name' });
  // The code that changes widths loads after the rows.
  await expect(page.getByRole('separator', { name: 'Column width' })).toBeAttached();
  // Waits until the header no longer moves.
  await head.hover();
  const box = await head.boundingBox();
  if (!box) throw new Error('The header has no position');
  await page.mouse.move(box.x + box.width - 3, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 77, box.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await head.boundingBox())?.width).toBe(box.width + 80);

  const third = table(page).getByRole('row').nth(3);
  await third.hover();
  await third.getByRole('button', { name: /^Copy ICCID/ }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe(await rowLinks(page).nth(2).textContent());
});

test('changing pages with the pager or keys keeps scroll position and focus', async ({
  page,
  sandbox,
  sendHeldAnswers,
}) => {
  await signIn(page, 'writer', { at: paths.things('size=50&sort=ThingName') });
  await expect(page.getByText('Rows 1–50')).toBeVisible();
  const next = page.getByRole('button', { name: 'Next page' });
  await next.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  sandbox.faults.add({ route: 'GET /things', delayMs: 1 });
  await next.click();
  await sendHeldAnswers();
  await expect(page.getByText(/^Rows 51–100/)).toBeVisible();
  await expect(next).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);

  await rowLinks(page).nth(4).focus();
  await page.keyboard.press(']');
  await expect(page.getByText(/^Rows 101–150/)).toBeVisible();
  await expect(rowLinks(page).nth(4)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rowLinks(page).nth(5)).toBeFocused();
});

for (const [name, width] of [
  ['beside the list', 1440],
  ['in its place', 390],
] as const) {
  test(`a Thing opens ${name}, keeping input, collapsed filters and scroll position`, async ({
    page,
    sandbox,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page);
    const description = page.getByLabel('Description');
    // The next page is prefetched, which must not count as a call for opening a Thing.
    await expect.poll(() => sandbox.state.requests().filter(isList).length).toBe(2);
    await unfoldFilters(page);
    await description.fill('half typed');
    const scroller = page.getByRole('region', { name: 'Things', exact: true });
    const link = page.getByRole('rowheader').nth(22).getByRole('link');
    const iccid = (await link.textContent()) ?? '';
    await link.scrollIntoViewIfNeeded();
    const scrolled = () => scroller.evaluate(({ scrollTop }) => scrollTop);
    const before = await scrolled();
    expect(before).toBeGreaterThan(50);
    await link.click();
    await expect(page.getByRole('heading', { name: iccid })).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(iccid));
    await expect(description).toBeVisible({ visible: width > 1_000 });
    const calls = sandbox.state.requests().length;
    await page.goBack();
    await expect(description).toHaveValue('half typed');
    await expect(description).toBeVisible();
    await expect(link).toBeFocused();
    await expect(page).toHaveTitle('Things · SIM Console');
    await expect.poll(scrolled).toBe(before);
    expect(sandbox.state.requests()).toHaveLength(calls);
  });
}

test('a filter is applied by the press that also makes advice on it appear', async ({ page }) => {
  await signIn(page);
  await page.getByLabel('ICCID', { exact: true }).fill('8949');
  await page.getByRole('button', { name: 'Apply filters' }).click({ delay: 200 });
  await expect(page.getByText(/digits/).first()).toBeVisible();
  await expect(page).toHaveURL(/ExternalUniqueId=8949/);
  await expect(page.getByRole('button', { name: 'Apply filters' })).toBeFocused();
});

test('the filters collapse, even in a short window, and keep the input', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await signIn(page);
  const filters = page.getByRole('button', { name: 'Filters', exact: true });
  const description = page.getByLabel('Description');
  await expect(description).toBeHidden();
  await filters.click();
  await description.fill('half typed');
  await filters.click();
  const links = rowLinks(page);
  await links.first().click();
  await expect(page.getByRole('region', { name: 'Identity' })).toBeVisible();
  await expect(links.nth(7)).toBeInViewport();
  await filters.click();
  await expect(description).toHaveValue('half typed');
  await expect(description).toBeVisible();
  await filters.click();
  await page.goBack();
  await expect(links.first()).toBeFocused();
  await expect(description).toBeHidden();
  await expect(description).toHaveValue('half typed');
});

test(
  'rows and pager are in view at common screen sizes, in both densities',
  { tag: '@long' },
  async ({ page }) => {
    await signIn(page);
    for (const { width, height, density, rows } of [
      { width: 1440, height: 900, density: 'Comfortable', rows: 16 },
      { width: 1440, height: 900, density: 'Compact', rows: 20 },
      { width: 1280, height: 720, density: 'Comfortable', rows: 10 },
    ]) {
      await page.setViewportSize({ width, height });
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('dialog').getByRole('radio', { name: density }).check();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(rowLinks(page).nth(rows - 1)).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Next page' })).toBeInViewport({ ratio: 1 });
      await rowLinks(page).first().click();
      await expect(page.getByRole('region', { name: 'Identity' })).toBeVisible();
      for (const name of ['ICCID', 'Thing name', 'Thing Group', 'State']) {
        const head = page.getByRole('columnheader', { name }).first();
        await expect(head).toBeInViewport({ ratio: width > 1300 ? 1 : 0.4 });
      }
      await page.keyboard.press('Escape');
      await expect(page.getByRole('region', { name: 'Identity' })).toBeHidden();
    }
  },
);

import { paths } from '../src/paths.ts';
import { expect, signIn, test } from './fixtures.ts';
import { doubleText } from './layoutChecks.ts';

test('the hint at a column’s edge is complete and covers nothing, even on a narrow screen and with large text', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 600 });
  await signIn(page, 'writer', { at: paths.things('size=10') });
  const edge = page.getByRole('separator', { name: 'Column width' });
  await edge.focus();
  const outside = () =>
    edge.evaluate(({ firstElementChild: hint, parentElement: table }) => {
      if (!hint || !table) throw new Error('The edge or the table has no hint box');
      const [inner, outer] = [hint.getBoundingClientRect(), table.getBoundingClientRect()];
      const over = Math.max(outer.left - inner.left, inner.right - outer.right);
      return Math.max(0, Math.round(over));
    });
  const covered = () =>
    edge.evaluate(({ firstElementChild: hint, parentElement: table }) => {
      const row = table?.querySelector('tbody tr');
      if (!hint || !row) throw new Error('The edge has no hint, or the table no row');
      const over = hint.getBoundingClientRect().bottom - row.getBoundingClientRect().top;
      return Math.max(0, Math.round(over));
    });
  async function goTo(key: 'ArrowDown' | 'ArrowUp') {
    const column = await edge.getAttribute('aria-valuetext');
    await page.keyboard.press(key);
    await expect(edge).not.toHaveAttribute('aria-valuetext', column ?? '');
  }
  for (let column = 0; column < 6; column += 1) {
    await expect.poll(outside, `pixels, at column ${column}`).toBe(0);
    await expect.poll(covered, `pixels of the first row, at column ${column}`).toBe(0);
    await goTo('ArrowDown');
  }
  await page.setViewportSize({ width: 1280, height: 600 });
  await doubleText(page);
  await goTo('ArrowUp');
  await expect.poll(outside).toBe(0);
  await expect.poll(covered).toBe(0);
  const tall = await edge.evaluate(({ clientHeight }) => clientHeight);
  const head = page.getByRole('columnheader', { name: 'ICCID' });
  await expect.poll(async () => (await head.boundingBox())?.height).toBeGreaterThan(tall);
  await page.keyboard.press('Escape');
  await expect.poll(async () => Math.round((await head.boundingBox())?.height ?? 0)).toBe(tall);

  // The space for the hint disappears only after a click that moves focus away.
  await page.keyboard.press('Tab');
  await edge.focus();
  await expect.poll(async () => (await head.boundingBox())?.height).toBeGreaterThan(tall);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(/[?&]thing=|\/things\/\d/);
  await expect.poll(async () => Math.round((await head.boundingBox())?.height ?? 0)).toBe(tall);
});

test('at 400 % each dialog of Things scrolls as a whole, and only vertically', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await signIn(page, 'writer', { at: paths.things('size=10') });
  for (const name of ['Columns', 'Views', 'Export', 'Keyboard shortcuts']) {
    await page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    const sizes = () =>
      dialog.evaluate((paper) => ({
        sideways: paper.scrollWidth - paper.clientWidth,
        within: Array.from(paper.querySelectorAll('*'))
          .filter((part) => getComputedStyle(part).overflowY === 'auto')
          .filter((part) => part.scrollHeight > part.clientHeight).length,
        height: paper.clientHeight,
      }));
    await expect.poll(async () => (await sizes()).height, name).toBeGreaterThan(200);
    await expect.poll(sizes, name).toMatchObject({ sideways: 0, within: 0 });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('every control can be reached and left by keyboard, and the label of an interpretation is on one line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 840 });
  await signIn(page, 'writer', { at: paths.things('size=10') });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Account' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Account' })).toBeFocused();

  await page.getByRole('combobox', { name: 'Find a SIM' }).fill('meter');
  const name = page.getByRole('option').filter({ hasText: 'Thing name' }).locator('span').first();
  const lines = () =>
    name.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length;
    });
  await expect.poll(lines).toBe(1);
  // It does not run into the text beside it.
  await doubleText(page);
  const isWide = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth;
  await expect.poll(() => name.evaluate(isWide)).toBe(false);
});

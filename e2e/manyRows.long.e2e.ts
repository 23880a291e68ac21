import { paths } from '../src/paths.ts';
import { iccids, openExport, start } from './exportSteps.ts';
import { readXlsx } from './files.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { sidewaysOverflow } from './layoutChecks.ts';

test('a workbook ends at 50,000 rows, and the page says so', async ({ page, sandbox }) => {
  // Reading a thousand pages takes more than 50 s on a busy machine.
  test.slow();
  sandbox.setOptions({ things: 50_040 });
  await openExport(page, '');
  await page.getByRole('radio', { name: /XLSX, for Excel/ }).check();
  await page.getByRole('radio', { name: /Columns shown/ }).check();
  await start(page);
  await expect(
    page.getByText(/^Stopped after 50,000 rows, the maximum for an XLSX file/),
  ).toBeVisible({ timeout: 150_000 });
  await expect(page.getByRole('button', { name: 'Continue' })).toBeHidden();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the 50,000 rows read' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toContain('_partial.xlsx');
  const [things = [], facts = []] = await readXlsx(download);
  expect(new Set(iccids(things)).size).toBe(50_000);
  expect(facts).toContainEqual(['Complete', 'no']);
});

test.describe('on a phone in dark mode', () => {
  test.use({
    colorScheme: 'dark',
    viewport: { width: 400, height: 800 },
    // The gaps in place of rows must not change in a transition, which would end the scrolling early.
    contextOptions: { reducedMotion: 'reduce' },
  });

  test('a file of five thousand lines is read, its SIMs are found by a scan, and the results scroll', async ({
    page,
    sandbox,
  }) => {
    await signIn(page);
    await page.goto(`${paths.find()}?embed=1`);
    const things = sandbox.state.things().slice(0, 5_000);
    const csv = things.map((thing) => `${thing.ThingName};${thing.ExternalUniqueId}`).join('\r\n');
    await page.getByLabel('File of identifiers').setInputFiles({
      name: 'sims.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
    await expect(page.getByText(/^5,000 identifiers/)).toBeVisible();
    await expect(page.getByLabel('Column of sims.csv')).toHaveValue('1');
    await expect(page.getByText(/^All Things once: about 10\d calls$/)).toBeVisible();
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    // A hundred calls take a while on a busy machine.
    // Focus moves there just after the heading is drawn.
    await expect(page.getByRole('heading', { name: '5,000 SIMs found' })).toBeFocused({
      timeout: 60_000,
    });
    const found = page.getByRole('table', { name: 'Found', exact: true });
    await expect(found).toHaveAttribute('aria-rowcount', '5001');
    await expect.poll(() => found.getByRole('row').count()).toBeLessThan(80);
    const region = page.getByRole('region', { name: 'Found', exact: true });
    const heights = await region.evaluateHandle((box) => {
      const seen = new Set<number>();
      new MutationObserver(() => seen.add(box.scrollHeight)).observe(box, {
        subtree: true,
        childList: true,
        attributes: true,
      });
      return seen;
    });
    for (const row of [1_000, 3_000]) {
      await region.evaluate((box, at) => box.scrollTo(0, (at / 5_000) * box.scrollHeight), row);
      await expect(found.locator(`tr[data-row="${row}"]`)).toBeVisible();
    }
    expect(await heights.evaluate((seen) => [...seen])).toHaveLength(1);
    await region.focus();
    await page.keyboard.press('End');
    const below = () =>
      region.evaluate(({ scrollHeight, scrollTop, clientHeight }) =>
        Math.round(scrollHeight - scrollTop - clientHeight),
      );
    await expect.poll(below).toBe(0);
    const last = things.at(-1)?.ExternalUniqueId ?? '';
    await expect(found.getByRole('link', { name: last })).toBeVisible();
    await expectAccessible(page);
    await expect.poll(() => sidewaysOverflow(page)).toBe(0);
  });
});

import { paths } from '../src/paths.ts';
import { expect, signIn, test as base } from './fixtures.ts';
import { useGateway } from './world.ts';

/** The gateway never stops waiting for the rows, however slow the machine is. */
const test = base.extend({
  gateway: async ({ sandbox }, use) => {
    const patient = { now: () => Date.now(), after: () => () => undefined };
    await useGateway(use, {}, sandbox.fetch, patient);
  },
});

test.use({ timezoneId: 'America/St_Johns' });

test('rows are on screen before the console runs, and it takes over their elements without a shift', async ({
  page,
}) => {
  await signIn(page, 'writer', { at: paths.groups() });
  const release = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Reflect.set(window, 'shifts', shifts);
    new PerformanceObserver((list) => {
      // With the rectangles, so that a failure says what moved.
      for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(paths.things('size=50'), { waitUntil: 'commit' });
  const rows = page.locator('table[aria-label="Things"] tbody tr');
  await expect(rows).toHaveCount(25);
  await expect(rows.first()).toBeVisible();
  // Nothing responds yet, so nothing can be clicked, focused or read out by a screen reader.
  await expect(page.locator('#root')).toHaveJSProperty('inert', true);
  const times = await page.locator('time').evaluateAll((all) =>
    all.map((time) => {
      const local = { dateStyle: 'medium', timeStyle: 'short' } as const;
      const at = new Date(time.getAttribute('datetime') ?? '');
      return [time.textContent, new Intl.DateTimeFormat('en-GB', local).format(at)];
    }),
  );
  expect(times.length).toBeGreaterThan(0);
  for (const [shown, local] of times) expect(shown).toBe(local);
  // The rows have been read since the page was opened.
  const readAt = await page.locator('[data-read-at]').evaluateAll((all) => {
    const format = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
    const passed: string[] = [];
    for (let at = performance.timeOrigin; at < Date.now() + 1000; at += 1000) {
      passed.push(format.format(at));
    }
    return all.map(({ textContent }) => {
      const [shown = '?'] = /\d.*\d/.exec(textContent) ?? [];
      return [shown, passed.find((time) => time.startsWith(shown))?.slice(0, shown.length)];
    });
  });
  expect(readAt.length).toBeGreaterThan(0);
  for (const [shown, local] of readAt) expect(shown).toBe(local);
  const first = await rows.first().elementHandle();

  release.resolve();
  await expect(rows).toHaveCount(50);
  await expect(page.locator('#root')).toHaveJSProperty('inert', false);
  expect(await first?.evaluate((row) => row === document.querySelector('tbody tr'))).toBe(true);
  // The prefetch of the next page changes a few words below the table.
  await expect(page.getByText('Rows 1–50, more available')).toBeVisible();
  expect(await page.evaluate(() => String(Reflect.get(window, 'shifts')))).toBe('');
  await rows.first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
});

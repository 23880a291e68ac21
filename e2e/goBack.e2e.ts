import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import { findBrowser } from './browser.ts';
import { consoleTookOver, expect, signIn, test } from './fixtures.ts';

const executablePath = findBrowser({ isWhole: true });

// Playwright switches off the back/forward cache, but users' browsers have it.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        ...(executablePath !== undefined && { executablePath }),
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      }),
    { scope: 'worker' },
  ],
});

// One after the other, so that this browser starts only once.
test.describe.configure({ mode: 'default' });

/** Whether the page was restored from the cache, and if not, Chromium's reasons. */
async function restored(page: Page): Promise<{ isFromCache: boolean; why: string }> {
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    const why: unknown = entry && Reflect.get(entry, 'notRestoredReasons');
    return {
      isFromCache: document.documentElement.dataset['shown'] === 'again',
      why: JSON.stringify(why),
    };
  });
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset['shown'] = 'again';
    });
  });
});

test('the Back button shows a list with current data, with one call', async ({ page, sandbox }) => {
  const asked = () =>
    sandbox.state
      .requests()
      .filter(({ route }) => route === 'GET /things')
      .map(({ query }) => query.offset);
  await signIn(page, 'writer', { at: paths.groups() });
  const prefetched = page.waitForResponse((answer) => answer.url().endsWith('&offset=10'));
  await page.goto(paths.things('size=10'));
  // No request is in flight now. Chromium would cache a page that the user left before a script got a no-store
  // response.
  await (await prefetched).finished();
  await page.goto('about:blank');
  const before = asked().length;
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByRole('row')).toHaveCount(11);
  await expect.poll(() => asked().slice(before)).toEqual(['0', '10']);
  const { isFromCache, why } = await restored(page);
  expect(isFromCache).toBe(false);
  expect(why).toContain('response-cache-control-no-store');
});

test(
  'the Back button shows no data from a list whose session has ended',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    await signIn(page);
    await page.goto(paths.things('size=10'));
    await expect(page.getByRole('row')).toHaveCount(11);
    await page.goto('about:blank');
    await page.context().request.delete('/session', {
      headers: { 'x-sim-console': '1', 'sec-fetch-site': 'same-origin' },
    });
    const before = sandbox.state.requests().length;
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(0);
    expect(sandbox.state.requests().slice(before)).toEqual([]);
  },
);

test('Back shows the sign-in page as the user left it, and it still signs in', async ({ page }) => {
  await page.goto(paths.signIn());
  await consoleTookOver(page);
  await page.getByLabel('Username').fill('writer');
  await page.goto('about:blank');
  await page.goBack({ waitUntil: 'commit' });
  // The event fires after the page is shown.
  await expect.poll(async () => (await restored(page)).isFromCache).toBe(true);
  await expect(page.getByLabel('Username')).toHaveValue('writer');
  await page.getByLabel('Password').fill('sandbox-writer');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

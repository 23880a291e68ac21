import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signIn, test as base } from './fixtures.ts';
import { startWeakLine, type WeakLine } from './servers/weakLine.ts';

const test = base.extend<{ line: WeakLine }>({
  line: async ({ gateway }, use) => {
    const line = await startWeakLine(gateway.origin);
    await use(line);
    await line.close();
  },
  baseURL: async ({ line }, use) => use(line.origin),
});

const sessionPath = '/session';

/** As the browser does when it shows a page again that it had kept. */
async function restore(page: Page) {
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
}

test('T18: a page that the browser kept leaves at once where its session is gone, and only there', async ({
  page,
  context,
  sandbox,
  line,
  expectFailedRequests,
}) => {
  expectFailedRequests(502);
  await signIn(page);
  await page.goto(paths.group(sandbox.state.groups()[0]?.id ?? ''));
  await page.getByLabel('Group name').fill('Typed');
  const failed = page.waitForResponse((response) => response.status() === 502);
  line.mishap = (path, response) =>
    path === sessionPath ? () => response.writeHead(502).end() : undefined;
  await restore(page);
  await failed;
  line.mishap = () => undefined;
  await expect(page.getByLabel('Group name')).toHaveValue('Typed');

  await context.clearCookies();
  await restore(page);
  // Without a question whether to leave: what is on screen is not the business of whoever came.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('T22: a second press while the way to the first page takes its time is no second sign-in', async ({
  page,
  sandbox,
  line,
}) => {
  await page.goto(paths.signIn());
  let letGo: (() => void) | undefined;
  line.mishap = (path, response) =>
    path === sessionPath && response.req.method === 'GET'
      ? () => {
          letGo = () => response.writeHead(204).end();
        }
      : undefined;
  await page.getByLabel('Username').fill('writer');
  await page.getByLabel('Password').fill('sandbox-writer');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => letGo).toBeDefined();
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
  await page.getByLabel('Password').press('Enter');
  letGo?.();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(sandbox.state.requests().map(({ route }) => route)).toEqual(['POST /v1/auth/token']);
});

test('a sign-out that failed says so where the keyboard reaches it, and can be tried again', async ({
  page,
  line,
  expectFailedRequests,
}) => {
  expectFailedRequests(502);
  await signIn(page);
  line.mishap = (path, response) =>
    path === sessionPath ? () => response.writeHead(502).end() : undefined;
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('alert')).toContainText('Could not sign out');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copy request ID' })).toBeFocused();
  line.mishap = () => undefined;
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

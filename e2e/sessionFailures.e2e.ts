import { sessionPath } from '../src/contract/session.ts';
import { paths } from '../src/paths.ts';
import { consoleTookOver, expect, expectAccessible, signIn, signOut } from './fixtures.ts';
import { test } from './line.ts';

test(
  'T22: a second click while the first page loads does not sign in twice',
  { tag: '@long' },
  async ({ page, sandbox, line }) => {
    await page.goto(paths.signIn());
    await consoleTookOver(page);
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
    const signIns = sandbox.state.requests().filter(({ route }) => route === 'POST /v1/auth/token');
    expect(signIns).toHaveLength(1);
  },
);

test('shows a failed sign-out where the keyboard can reach it, and can retry it', async ({
  page,
  line,
  expectFailedRequests,
}) => {
  expectFailedRequests(502);
  await signIn(page);
  line.mishap = (path, response) =>
    path === sessionPath ? () => response.writeHead(502).end() : undefined;
  await signOut(page);
  await expect(page.getByRole('alert')).toContainText('Could not sign out');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copy request ID' })).toBeFocused();
  line.mishap = () => undefined;
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

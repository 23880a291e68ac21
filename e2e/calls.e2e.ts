import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';

test(
  'Calls lists an error and a 429 live with their results, and copies them for a ticket',
  { tag: '@long' },
  async ({ page, context, sandbox, expectFailedRequests, passTime }) => {
    expectFailedRequests(400, 429);
    sandbox.setOptions({ consoleLimit: { requests: 60, windowSeconds: 60 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page);
    await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
    // The next page is prefetched: the error must hit the user's call.
    const reads = () =>
      sandbox.state.requests().filter(({ route }) => route === 'GET /things').length;
    await expect.poll(reads).toBeGreaterThanOrEqual(2);
    const calls = page.getByRole('dialog', { name: 'Calls' });
    const items = calls.getByRole('listitem');

    sandbox.faults.add({ route: 'GET /things', status: 400 });
    await page.getByRole('button', { name: 'Refresh' }).click();
    const alert = page.getByRole('alert');
    const failedId = await alert.getByText(/./).and(page.locator('code')).textContent();
    await alert.getByRole('button', { name: 'Show recent calls' }).click();
    const failed = items.filter({ hasText: 'Error: Not accepted (400)' });
    await expect(failed).toContainText(`Request ID ${failedId}`);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(calls).toBeHidden();

    sandbox.faults.add({ route: 'GET /things', status: 429, retryAfter: '60' });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Trying again in')).toBeVisible();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Calls' }).click();
    await expect(items.filter({ hasText: 'Too many requests (429)' })).toHaveCount(1);
    const prefetched = items.filter({ hasText: '(in the background)' });
    const before = await prefetched.count();
    await passTime(65);
    // The page reads the list again, and then prefetches the next page, which moves the calls below.
    await expect(prefetched).toHaveCount(before + 1);
    const again = items.filter({ hasText: /List of Things(?! \(in the background\))/ }).first();
    await expect(again).toContainText(/OK \(200\).*Calls left: \d+ of 60/s);
    await again.getByRole('button', { name: 'Endpoint' }).click();
    await expect(again).toContainText('GET /things?');
    await expectAccessible(page);

    await calls.getByRole('button', { name: 'Copy all' }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain(`Request ID: ${failedId}`);
    const text = await copied();
    expect(text).toContain('Status: Too many requests (429)');
    expect(text).not.toContain('sandbox-writer');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Account' })).toBeFocused();

    await page.setViewportSize({ width: 320, height: 600 });
    await page.goto(`${paths.things()}?embed=1`);
    await page.getByRole('button', { name: 'Calls' }).click();
    await expect(items.first()).toBeVisible();
    const overflow = () => calls.evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect.poll(overflow).toBe(0);
    await expectAccessible(page);
  },
);

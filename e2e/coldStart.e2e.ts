import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signIn } from './fixtures.ts';
import { test } from './line.ts';

const sessionPath = '/session';

// A prefetched page contains no responses: it has to request the session.
test.beforeEach(async ({ page }) => page.setExtraHTTPHeaders({ purpose: 'prefetch' }));

test('reports a slow start, and continues with the first response', async ({ page, line }) => {
  await signIn(page);
  await page.clock.install();
  let letGo: (() => void) | undefined;
  line.mishap = (path, response) =>
    path === sessionPath
      ? () => {
          letGo = () => response.writeHead(204).end();
        }
      : undefined;
  await page.goto(paths.things());
  await expect(page.getByText('Loading the console…')).toBeVisible();
  await page.clock.runFor(11_000);
  await expect(page.getByText(/Still waiting \([1-9]\d+ s\)/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await expectAccessible(page);
  letGo?.();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test(
  'R1: the start survives two failures of a proxy in front of the gateway, and shows the third',
  { tag: '@long' },
  async ({ page, line, expectFailedRequests }) => {
    expectFailedRequests(502);
    await signIn(page);
    await page.clock.install();
    let failures = 2;
    line.mishap = (path, response) =>
      path === sessionPath && failures-- > 0 ? () => response.writeHead(502).end() : undefined;
    const asked = () => line.paths.filter((path) => path === sessionPath).length;
    let before = 0;
    /** The page's clock also runs on its own, so a retry may arrive before its wait is skipped. */
    const reach = (count: number) => expect.poll(asked).toBeGreaterThanOrEqual(before + count);

    before = asked();
    await page.goto(paths.things());
    await reach(1);
    await page.clock.runFor(1_300);
    await reach(2);
    await page.clock.runFor(2_600);
    await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
    expect(asked()).toBe(before + 3);

    failures = 4;
    before = asked();
    await page.reload();
    await reach(1);
    await page.clock.runFor(1_300);
    await reach(2);
    await page.clock.runFor(2_600);
    await reach(3);
    await page.clock.runFor(5_200);
    await expect(page.getByRole('alert')).toContainText('Could not open the page');
    await expect(page.getByRole('alert')).toContainText('Request ID');
    expect(asked()).toBe(before + 4);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
  },
);

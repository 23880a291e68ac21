import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signIn, test as base } from './fixtures.ts';
import { startWeakLine, type WeakLine } from './weakLine.ts';

const test = base.extend<{ line: WeakLine }>({
  line: async ({ gateway }, use) => {
    const line = await startWeakLine(gateway.origin);
    await use(line);
    await line.close();
  },
  baseURL: async ({ line }, use) => use(line.origin),
});

const sessionPath = '/session';

test('a start whose first answer does not come says so, and goes on when it does', async ({
  page,
  line,
}) => {
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
  await expect(page.getByText(/Still waiting \(1\d s\)/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load the page again' })).toBeVisible();
  await expectAccessible(page);
  letGo?.();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('R1: a start survives two failures of what lies before the gateway, and tells of a third', async ({
  page,
  line,
  expectFailedRequests,
}) => {
  expectFailedRequests(502);
  await signIn(page);
  await page.clock.install();
  let failures = 2;
  line.mishap = (path, response) =>
    path === sessionPath && failures-- > 0 ? () => response.writeHead(502).end() : undefined;
  const asked = () => line.paths.filter((path) => path === sessionPath).length;
  async function retry(afterMs: number) {
    const before = asked();
    await page.clock.runFor(afterMs);
    await expect.poll(asked).toBe(before + 1);
  }

  let before = asked();
  await page.goto(paths.things());
  await expect.poll(asked).toBe(before + 1);
  await retry(1_300);
  await retry(2_600);
  await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();

  failures = 4;
  before = asked();
  await page.reload();
  await expect.poll(asked).toBe(before + 1);
  await retry(1_300);
  await retry(2_600);
  await retry(5_200);
  await expect(page.getByRole('alert')).toContainText('Could not open the page');
  await expect(page.getByRole('alert')).toContainText('Request ID');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
});

import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readConfig } from '../src/gateway/ops/config.ts';
import { startGateway } from '../src/gateway/server.ts';
import { paths } from '../src/paths.ts';
import { callsOfThings, expect, ownCallsAreOver, signInByForm, test } from './fixtures.ts';

test('H16: after a deployment a lazy page loads after one reload, and a missing file causes no reload loop', async ({
  page,
  sandbox,
  afterPages,
  expectFailedRequests,
}) => {
  expectFailedRequests(404);
  const distDir = mkdtempSync(join(tmpdir(), 'sim-console-'));
  afterPages(() => rmSync(distDir, { recursive: true }));
  cpSync('dist', distDir, { recursive: true });
  const serve = (port: string) =>
    startGateway({ config: readConfig({ PORT: port }), upstream: sandbox.fetch, distDir });

  const before = await serve('0');
  const { port } = new URL(before.origin);
  await page.clock.install();
  await page.goto(`${before.origin}${paths.signIn()}`);
  await signInByForm(page, 'writer', { stay: true });
  await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
  // Otherwise the gateway's end would interrupt what the page still loads.
  await ownCallsAreOver(page, ...callsOfThings);
  await page.clock.pauseAt(Date.now() + 1000);
  await before.close();

  for (const file of globSync(`${distDir}/assets/GroupsPage-*.js*`)) rmSync(file);
  afterPages((await serve(port)).close);
  await page.clock.resume();
  let loads = 0;
  page.on('load', () => loads++);
  await page.getByRole('link', { name: 'Thing Groups' }).click();
  // After the reload, the old process's session no longer exists.
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.poll(() => loads).toBe(1);

  await signInByForm(page, 'writer', { stay: true });
  // The file is really missing, so the page reports that inside the shell.
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page).toHaveURL(({ pathname }) => pathname === paths.groups());
  expect(loads).toBeLessThanOrEqual(2);
});

test(
  'H16: the notice about a missing part can be dismissed, and appears again on the next click',
  { tag: '@long' },
  async ({ page, sandbox, afterPages, expectFailedRequests }) => {
    expectFailedRequests(404);
    const distDir = mkdtempSync(join(tmpdir(), 'sim-console-'));
    afterPages(() => rmSync(distDir, { recursive: true }));
    cpSync('dist', distDir, { recursive: true });
    for (const file of globSync(`${distDir}/assets/{Columns,Shortcuts}Dialog-*.js*`)) rmSync(file);
    const gateway = await startGateway({
      config: readConfig({ PORT: '0' }),
      upstream: sandbox.fetch,
      distDir,
    });
    afterPages(gateway.close);
    await page.goto(`${gateway.origin}${paths.signIn()}`);
    await signInByForm(page, 'writer', { stay: true });
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const description = page.getByLabel('Description');
    await description.fill('half typed');
    const notice = page.getByText(/^This part of the console could not be loaded/);
    for (const name of ['Columns', 'Columns', 'Keyboard shortcuts']) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(notice).toBeVisible();
      await page.getByRole('button', { name: 'Not now' }).click();
      await expect(notice).toBeHidden();
    }
    await expect(description).toHaveValue('half typed');
  },
);

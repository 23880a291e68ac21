import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'vite';

import {
  contentSecurityPolicy,
  pageHeaders,
  securityHeaders,
} from '../src/gateway/site/headers.ts';
import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signInByForm } from './fixtures.ts';
import { sampleHeaders, startStaticServer } from './servers/staticServer.ts';
import { test } from './staticFixtures.ts';

test('H17: a wrong key in config.json is named', async ({ page, site, expectFailedRequests }) => {
  expectFailedRequests(404);
  const cases = [
    ['{"apiUrl":"/service","consoleUrl":"/service","token":"x"}', 'the unknown key "token"'],
    ['{"apiUrl":"https://api.invalid","consoleUrl":"/service"}', '"apiUrl" of config.json must be'],
    [undefined, 'status 404'],
  ] as const;
  for (const [config, words] of cases) {
    site.config = config;
    await page.goto(paths.things());
    await expect(page.getByRole('heading', { name: 'The console is not set up' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText(words);
  }
  await expectAccessible(page);
});

test('H16: reports that the first code file is missing, after one reload', async ({
  page,
  site,
  expectFailedRequests,
}) => {
  expectFailedRequests(404);
  site.missing = /staticHosting-/;
  let loads = 0;
  page.on('load', () => loads++);
  await page.goto(paths.things());
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await expectAccessible(page);
  expect(loads).toBe(2);
  site.missing = undefined;
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test('static hosting under a path: deep links, lazy loading, calls', async ({ page, sandbox }) => {
  const basePath = '/tools/sim-console/';
  const dist = mkdtempSync(join(tmpdir(), 'sim-console-'));
  // Configured as in docs/operations.md.
  await build({ base: basePath, build: { outDir: dist, emptyOutDir: true }, logLevel: 'warn' });
  const site = await startStaticServer(sandbox, { basePath, dist });
  const at = (path: string) => `${site.origin}${basePath.slice(0, -1)}${path}`;
  await page.goto(at(paths.groups()));
  await signInByForm(page, 'writer', { stay: true });
  await expect(page).toHaveURL(at(paths.groups()));
  await page.getByRole('link', { name: 'Scooter Sharing' }).click();
  await expect(page.getByLabel('Group name')).toHaveValue('Scooter Sharing');
  await page.getByRole('link', { name: 'Things', exact: true }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
  await page.close();
  await site.close();
  rmSync(dist, { recursive: true });
});

test('the nginx sample adds the same headers as the gateway', () => {
  const gateway = {
    ...securityHeaders({ publicOrigin: 'https://sim.example.com', frameAncestors: [] }),
    ...pageHeaders,
  };
  const sample = [...sampleHeaders()].map(([name, value]) => [name.toLowerCase(), value]);
  expect(Object.fromEntries(sample)).toEqual(gateway);
  expect(sampleHeaders().get('Content-Security-Policy')).toBe(contentSecurityPolicy([]));
});

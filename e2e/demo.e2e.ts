import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { Page } from '@playwright/test';

import { contentSecurityPolicy } from '../src/gateway/site/headers.ts';
import { createSandbox } from '../src/sandbox/sandbox.ts';
import { manualClock } from '../src/testing/fixtures/manualClock.ts';
import { expect, expectAccessible, signOut, test as base, unfoldFilters } from './fixtures.ts';
import { editorOf } from './groupEditor.ts';
import { type FileServer, startFileServer } from './servers/fileServer.ts';

const root = resolve(import.meta.dirname, '..');
const group = 'Scooter Sharing';

/** The demo in a folder on a web server that only serves files. */
const test = base.extend<{ site: FileServer }>({
  site: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'sim-console-demo-'));
    execFileSync(process.execPath, [join(root, 'scripts/buildDemo.ts'), folder], { cwd: root });
    const site = await startFileServer(folder, '/tools/sim-demo/');
    await use(site);
    await site.close();
    rmSync(folder, { recursive: true });
  },
});

const signInAs = (page: Page, username: string) =>
  page.getByRole('button', { name: `Sign in as ${username}` }).click();

async function openEditor(page: Page) {
  await page.getByRole('link', { name: 'Thing Groups' }).click();
  const groups = page.getByRole('table', { name: 'Thing Groups' });
  await groups.getByRole('link', { name: group }).click();
  await expect(page.getByRole('heading', { name: group, exact: true })).toBeVisible();
  return editorOf(page);
}

test('the demo: one click signs in, everything works from static files alone, and a reload discards all changes', async ({
  page,
  context,
  site,
}) => {
  // The sandbox in the page does not change on its own while its clock is stopped.
  const now = Date.now();
  await page.clock.setFixedTime(now);
  const things = createSandbox({ clock: manualClock(now) }).state.things();
  const tac = things.find((one) => one.ThingsGroupName === group)?.IMEI?.slice(0, 8) ?? '';
  const losing = things.filter(
    ({ ThingsGroupName, State, IMEI }) =>
      ThingsGroupName === group && State !== 'SUSPENDED' && !IMEI?.startsWith(tac),
  );
  const requests: string[] = [];
  context.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));

  await page.goto(site.address);
  await expect(page.getByText(/This is a demo\..* nothing leaves the page\./)).toBeVisible();
  await expectAccessible(page);
  await signInAs(page, 'suspended');
  await expect(page.getByRole('alert')).toContainText('403');
  await signInAs(page, 'writer');
  await expect(page.getByRole('table', { name: 'Things' }).getByRole('row')).toHaveCount(26);
  await expect(page.getByRole('banner').getByText('Demo', { exact: true })).toBeVisible();

  const [sim] = things;
  await unfoldFilters(page);
  await page.getByLabel('Thing name').fill('status:403');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page.getByText(/^The requested rows could not be loaded/)).toBeVisible();
  await page.getByLabel('Thing name').fill('');
  await page.getByLabel('ICCID').fill(sim?.ExternalUniqueId ?? '');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page.getByRole('table', { name: 'Things' }).getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: sim?.ExternalUniqueId ?? '' }).click();
  await expect(page.getByRole('heading', { name: sim?.ExternalUniqueId ?? '' })).toBeVisible();

  const editor = await openEditor(page);
  await editor.locked.click();
  await editor.prefix.fill(tac);
  await editor.save.click();
  await expect(editor.confirmation).toContainText(`Locked · ${tac}`);
  await editor.typed.fill(String(losing.length));
  await editor.confirm.click();
  await expect(editor.saved).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await skip.focus();
  await skip.press('Enter');
  await expect(page.getByRole('heading', { name: group, exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  await page.reload();
  await expect(page.getByText(/A reload signs you out and discards all changes\./)).toBeVisible();
  await signInAs(page, 'writer');
  await expect(editor.unlocked).toHaveAttribute('aria-pressed', 'true');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link')).toHaveText(['Things', 'Thing Groups', 'Find many']);
  await page.goto('about:blank');
  await page.goto(`${site.address}#/fleet`);
  await signInAs(page, 'reader');
  for (const name of ['Fleet', 'Alerts', 'Changes']) {
    // The first is the page that the sign-in leads to: to go there too would reload the demo.
    if (name !== 'Fleet') await page.goto(`${site.address}#/${name.toLowerCase()}`);
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(page.getByText(/^Only a gateway can .* without a gateway\.$/)).toBeVisible();
    await expectAccessible(page);
  }
  await signOut(page);
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await page.close();

  expect(site.strange).toEqual([]);
  expect(requests.length).toBeGreaterThan(5);
  expect(requests.filter((request) => !request.startsWith(`GET ${site.address}`))).toEqual([]);
});

test(
  'the demo has the gateway’s policy, as far as a page can set it, and allows no requests',
  { tag: '@long' },
  async ({ page, site }) => {
    await page.goto(site.address);
    const allowed = contentSecurityPolicy([]).replace("connect-src 'self'", "connect-src 'none'");
    await expect(page.locator('meta[http-equiv="Content-Security-Policy"]')).toHaveAttribute(
      'content',
      allowed.replace("frame-ancestors 'none'; ", ''),
    );
    // The last of the page's files.
    await expect(page.getByRole('button', { name: 'Sign in as writer' })).toBeVisible();
    await page.close();
  },
);

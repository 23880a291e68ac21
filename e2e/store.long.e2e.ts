import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { readConfig } from '../src/gateway/ops/config.ts';
import { startGateway, type RunningGateway } from '../src/gateway/server.ts';
import { paths } from '../src/paths.ts';
import { freePort } from '../src/testing/fixtures/gatewayProcess.ts';
import { startPostgres, type PostgresServer } from '../src/testing/fixtures/testPostgres.ts';
import {
  callsOfThings,
  consoleTookOver,
  expect,
  expectAccessible,
  openTab,
  ownCallsAreOver,
  signIn,
  signInByForm,
  signOut,
  test as base,
} from './fixtures.ts';
import { bodies, editorOf, groupIn, openGroup } from './groupEditor.ts';

interface LoadTest {
  /** A gateway with its sessions in PostgreSQL. */
  readonly gateway: RunningGateway;
  /** Makes the database stop answering until `storeBack` is called. */
  readonly storeAway: () => Promise<void>;
  readonly storeBack: () => void;
}

const test = base.extend<{ scenario: LoadTest }, { postgres: PostgresServer }>({
  postgres: [
    async ({}, use) => {
      const postgres = await startPostgres();
      await use(postgres);
      await postgres.stop();
    },
    { scope: 'worker' },
  ],
  scenario: async ({ postgres, world }, use) => {
    const address = await postgres.createDatabase();
    const config = readConfig({ PORT: '0', DATABASE_URL: address, DRAIN_SECONDS: '0' });
    const gateway = await startGateway({ config, upstream: world.clears.fetch });
    await use({ gateway, storeAway: postgres.pause, storeBack: postgres.resume });
    postgres.resume();
    await gateway.close();
  },
  baseURL: async ({ scenario }, use) => use(scenario.gateway.origin),
});

// One PostgreSQL for all tests.
test.describe.configure({ mode: 'default' });

const storeWords = "the console's own database, not the service, is not responding";
const notice = (page: Page) => page.getByRole('status').filter({ hasText: storeWords });

async function expectNoEndOfSession(page: Page) {
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('session is over')).toBeHidden();
}

test('S8: a list whose store is unavailable keeps its rows, counts down, and continues automatically', async ({
  page,
  scenario,
  expectFailedRequests,
}) => {
  expectFailedRequests(503);
  await signIn(page);
  await expect(page.getByText('Rows 1–25')).toBeVisible();
  await page.getByLabel('Thing name').fill('van');
  await scenario.storeAway();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(notice(page)).toContainText(/Trying again (in \d+ s|now)\. Request ID \S+/);
  await expect(page.getByRole('row').nth(25)).toBeVisible();
  await expectAccessible(page);
  await expectNoEndOfSession(page);

  await notice(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(notice(page)).toBeHidden();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(notice(page)).toBeVisible();

  scenario.storeBack();
  await expect(notice(page)).toBeHidden();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('row').nth(25)).toBeVisible();
  await expect(page.getByLabel('Thing name')).toHaveValue('van');
});

test('S8: a page opened while the store is unavailable appears automatically when the store is back, without a reload', async ({
  page,
  context,
  scenario,
  expectFailedRequests,
}) => {
  expectFailedRequests(503);
  await signIn(page);
  await scenario.storeAway();
  const opened = await openTab(context, paths.things('ThingName=VAN'));
  const alert = opened.getByRole('alert');
  await expect(alert).toContainText(storeWords);
  await expect(alert).toContainText('This does not sign you out.');
  await expect(alert.getByRole('timer')).toHaveText(/^(in \d+ s|now)$/);
  await expectAccessible(opened);
  await opened.evaluate(() => Reflect.set(globalThis, 'isSamePage', true));

  scenario.storeBack();
  await expect(opened.getByText('Rows 1–25')).toBeVisible();
  await expect(opened.getByLabel('Thing name')).toHaveValue('VAN');
  expect(await opened.evaluate(() => Reflect.has(globalThis, 'isSamePage'))).toBe(true);
});

test('S8: a sign-in waits for the store, calls the service once, and can be cancelled', async ({
  page,
  sandbox,
  scenario,
  expectFailedRequests,
}) => {
  expectFailedRequests(503);
  await page.goto(paths.signIn());
  await consoleTookOver(page);
  await scenario.storeAway();
  await page.getByLabel('Username').fill('writer');
  await page.getByLabel('Password').fill('sandbox-writer');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(notice(page)).toContainText(/Could not sign in: .* Request ID \S+/);
  await expectAccessible(page);
  await notice(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(notice(page)).toBeHidden();
  await expect(page.getByLabel('Username')).toHaveValue('writer');
  await expect(page.getByLabel('Password')).toHaveValue('sandbox-writer');

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(notice(page)).toBeVisible();
  expect(sandbox.state.requests()).toEqual([]);
  scenario.storeBack();
  await expect(page.getByText('Rows 1–25')).toBeVisible();
  const tokens = sandbox.state.requests().filter(({ route }) => route === 'POST /v1/auth/token');
  expect(tokens).toHaveLength(1);
});

test('S8: a save waits for the store, sends nothing if cancelled, and one PUT when the store is back', async ({
  page,
  sandbox,
  scenario,
  expectFailedRequests,
}) => {
  expectFailedRequests(503);
  const editor = await openGroup(page, sandbox, 'Scooter Sharing');
  await editor.name.fill('Scooters');
  // A history that is still loading would also wait for the store.
  await expect(page.getByText('No changes to this group recorded yet.')).toBeVisible();
  await scenario.storeAway();
  await editor.save.click();
  await expect(notice(page)).toContainText('Nothing has been stored yet.');
  await expectAccessible(page);
  await notice(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Save cancelled. Nothing was changed')).toBeVisible();
  await expect(editor.name).toHaveValue('Scooters');
  await editor.save.click();
  await expect(notice(page)).toBeVisible();
  await expectNoEndOfSession(page);
  expect(bodies(sandbox)).toEqual([]);

  scenario.storeBack();
  await expect(editor.saved).toBeVisible();
  expect(bodies(sandbox)).toHaveLength(1);
});

test('S8: a sign-out that the store did not accept is reported, and can be retried', async ({
  page,
  scenario,
  expectFailedRequests,
}) => {
  expectFailedRequests(503);
  await signIn(page);
  await ownCallsAreOver(page, ...callsOfThings);
  await scenario.storeAway();
  await signOut(page);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(storeWords);
  await expect(alert).toContainText('You may still be signed in.');
  await expectAccessible(page);
  scenario.storeBack();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

/** What the page of a group loads before anybody saves, or leaves. */
const partsOfGroup = [/RememberedImpact-/, /ConfirmLockDialog-/, /ConflictDialog-/, /LeaveDialog-/];

base(
  'S3: a gateway on an SQLite file restarts while a group is edited, and the save works without a new sign-in',
  async ({ page, sandbox, world, afterPages }) => {
    const folder = mkdtempSync(join(tmpdir(), 'sim-console-store-'));
    const config = readConfig({
      PORT: String(await freePort()),
      DATABASE_URL: `sqlite:${join(folder, 'console.db')}`,
    });
    const start = () => startGateway({ config, upstream: world.clears.fetch });
    let gateway = await start();
    afterPages(async () => {
      await gateway.close();
      rmSync(folder, { recursive: true });
    });
    await page.clock.install();
    await page.goto(`${gateway.origin}${paths.signIn()}`);
    await signInByForm(page, 'writer', { stay: true });
    await page.goto(`${gateway.origin}${paths.group(groupIn(sandbox, 'Scooter Sharing').id)}`);
    const editor = editorOf(page);
    await editor.name.fill('Scoo');
    // If it were still loading, the history would fail.
    await expect(page.getByText('No changes to this group recorded yet.')).toBeVisible();
    await ownCallsAreOver(page, ...partsOfGroup);
    await page.clock.pauseAt(Date.now() + 1000);
    await gateway.close();
    await editor.name.press('End');
    await editor.name.pressSequentially('ters');
    gateway = await start();
    await page.clock.resume();
    await editor.save.click();
    await expect(editor.saved).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
    expect(bodies(sandbox)).toMatchObject([{ ThingsGroupName: 'Scooters' }]);
  },
);

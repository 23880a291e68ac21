import type { BrowserContext, Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import {
  beginSession,
  callsOfThings,
  expect,
  expectAccessible,
  namesCall,
  openTab,
  ownCallsAreOver,
  signIn,
  test,
} from './fixtures.ts';
import { openGroup } from './groupEditor.ts';

const minute = 60_000;
const fiveHours = 300 * minute;

/** Ends the session in the gateway without the browser's knowledge, as a restart would. */
async function endSession(context: BrowserContext, page: Page) {
  await context.clearCookies();
  await page.bringToFront();
}

/** Shows the Things in this tab and the Thing Groups in another one, which is returned. */
async function openTwoTabs(page: Page) {
  await signIn(page);
  await ownCallsAreOver(page, ...callsOfThings);
  const other = await openTab(page.context(), paths.groups());
  await expect(other.getByRole('link', { name: 'Scooter Sharing' })).toBeVisible();
  // Any call of a page may find that the session has ended, and ask to sign in again.
  await ownCallsAreOver(other, namesCall);
  return other;
}

async function signInAgain(page: Page, username: string) {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Password').fill(`sandbox-${username}`);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
}

test('T16: asks to sign in over the page when the session ends, keeps the input, and sends nothing automatically', async ({
  page,
  context,
  sandbox,
  expectFailedRequests,
}) => {
  // The history may be requested before the list has confirmed the customer id in the new session.
  expectFailedRequests(401, 403);
  const editor = await openGroup(page, sandbox, 'Scooter Sharing');
  await editor.name.fill('Scooters of the city');
  await ownCallsAreOver(page, /\/records\/changes\?/);
  await endSession(context, page);
  await editor.save.click();

  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('Username')).toHaveValue('writer');
  await expectAccessible(page);
  await signInAgain(page, 'writer');
  await expect(dialog).toBeHidden();
  await expect(editor.name).toHaveValue('Scooters of the city');
  await expect(page.getByText('click Save to send them')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await expectAccessible(page);
  expect(sandbox.state.puts()).toEqual([]);

  await editor.save.click();
  await expect(editor.saved).toBeVisible();
  expect(sandbox.state.puts()).toHaveLength(1);
});

test('T17: a page does nothing for another user whose sign-in no tab has announced', async ({
  page,
  context,
  sandbox,
  expectFailedRequests,
}) => {
  expectFailedRequests(401);
  const editor = await openGroup(page, sandbox, 'Scooter Sharing');
  await expect(page.getByRole('region', { name: 'History' })).toContainText(/No change|→/);
  await beginSession(context, 'other');
  const before = sandbox.state.requests().length;
  await editor.name.fill('Scooters of mine');
  await editor.save.click();
  await expect(page.getByRole('heading', { name: 'No such Thing Group' })).toBeVisible();
  await expect(page.getByText('Scooters of mine')).toHaveCount(0);
  const calls = sandbox.state.requests().slice(before);
  expect(calls.filter(({ route }) => route.startsWith('PUT'))).toEqual([]);
  expect(sandbox.state.puts()).toEqual([]);
});

test(
  'T17: signing in again as another user leaves none of the previous user’s data in any tab',
  { tag: '@long' },
  async ({ page, context, expectFailedRequests }) => {
    expectFailedRequests(401);
    const other = await openTwoTabs(page);
    await endSession(context, page);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await signInAgain(page, 'other');
    await expect(other.getByRole('link', { name: 'Rental Bikes' })).toBeVisible();
    await expect(other.getByText('Scooter Sharing')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Rental Bikes' }).first()).toBeVisible();
  },
);

test('T18: signing out in a tab reaches all others within a second', async ({ page, context }) => {
  await context.clock.install();
  await signIn(page);
  const others = [await openTab(context, paths.things()), await openTab(context, paths.things())];
  for (const tab of [page, ...others]) {
    await expect(tab.getByRole('table')).toBeVisible();
    await ownCallsAreOver(tab, ...callsOfThings);
  }
  await page.getByRole('button', { name: 'Account' }).click();
  const signOut = page.getByRole('menuitem', { name: 'Sign out' });
  await expect(signOut).toBeFocused();
  // The pages' own timers measure the second on one clock, so the machine's speed does not matter.
  await context.clock.pauseAt(Date.now() + minute);
  await page.keyboard.press('Enter');
  // The response to the sign-out has arrived, and with it the message to the other tabs.
  await expect.poll(async () => (await context.cookies()).length).toBe(0);
  await context.clock.runFor(1_000);
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  for (const tab of others) {
    await expect(tab.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(tab.getByRole('table')).toHaveCount(0);
  }
});

test(
  'the account menu does not move when it opens, so that no press misses its items',
  { tag: '@long' },
  async ({ page, context }) => {
    await signIn(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Animation.enable');
    // A movement would never end.
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
    await page.getByRole('button', { name: 'Account' }).click();
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    const paper = page.getByRole('menu', { name: 'Account' }).locator('..');
    expect(await paper.evaluate((element) => element.getAnimations().length)).toBe(0);
  },
);

test('T1: no token is stored anywhere in the browser, even after a refresh', async ({
  page,
  context,
  sandbox,
  serviceClock,
}) => {
  const bodies: string[] = [];
  page.on('response', async (response) => {
    const headers = JSON.stringify(await response.allHeaders());
    bodies.push(headers, await response.text().catch(() => ''));
  });
  await signIn(page, 'writer', { at: paths.groups() });
  await expect(page.getByRole('table')).toBeVisible();
  await serviceClock.advance(fiveHours);
  await page.getByRole('link', { name: 'Things', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
  const refreshes = sandbox.state.requests().filter(({ route }) => route.endsWith('/auth/refresh'));
  expect(refreshes.map(({ status }) => status)).toEqual([200]);

  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  const heap = await heapOf(page);
  // Proves that the snapshot contains the page's data.
  expect(heap).toContain(sandbox.state.things()[0]?.ThingsGroupName ?? '');
  const cookies = await context.cookies();
  const jwt = /eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/;
  for (const text of [...bodies, stored, heap, JSON.stringify(cookies)]) {
    expect(jwt.exec(text)?.[0]).toBeUndefined();
  }
  expect(bodies.length).toBeGreaterThan(5);
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
});

/** The memory of the page's scripts, as heap snapshot text. */
async function heapOf(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await devtools.send('HeapProfiler.takeHeapSnapshot');
  await devtools.detach();
  return chunks.join('');
}

import type { Frame, Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import {
  callsOfThings,
  expect,
  expectAccessible,
  ownCallsAreOver,
  signIn,
  test as base,
} from './fixtures.ts';
import { groupIn } from './groupEditor.ts';
import { openInPortal, signInWithin } from './portalSteps.ts';
import type { Listening } from './servers/listen.ts';
import { startPortal } from './servers/portalServer.ts';
import { useGateway } from './world.ts';

interface EmbedFixtures {
  readonly portal: Listening;
  /** An origin that may show the console in a frame: another port on the same site. */
  readonly portalOrigin: string;
  /** Opens the portal with the console in a frame, at one of the portal's origins. */
  readonly openPortal: (origin?: string) => Promise<Frame>;
}

const test = base.extend<EmbedFixtures>({
  portal: async ({}, use) => {
    const portal = await startPortal();
    await use(portal);
    await portal.close();
  },
  portalOrigin: async ({ portal }, use) => use(`http://localhost:${portal.port}`),
  gateway: async ({ sandbox, portalOrigin }, use) =>
    useGateway(use, { FRAME_ANCESTORS: portalOrigin }, sandbox.fetch),
  openPortal: async ({ page, gateway, portalOrigin }, use) =>
    use(async (origin = portalOrigin) => openInPortal(page, origin, gateway.origin)),
});

const said = (page: Page) => page.locator('#said');

async function openList(frame: Frame) {
  await signInWithin(frame);
  await expect(frame.getByRole('table', { name: 'Things' })).toBeVisible();
  // The gateway has drawn these rows. From this message on, the console listens to the portal.
  await expect(said(frame.page())).toHaveText('Shows /things');
}

test(
  'embed=1 hides brand and account bar, keeps "Main", and persists across links and reloads',
  { tag: '@long' },
  async ({ page }) => {
    await signIn(page, 'writer', { at: `${paths.things()}?embed=1&size=10` });
    await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
    const main = page.getByRole('navigation', { name: 'Main' });
    await expect(main).toBeVisible();
    await expect(page.getByRole('button', { name: 'Account' })).toBeHidden();
    await expect(page.getByRole('banner')).not.toContainText('SIM Console');
    await expectAccessible(page);

    await main.getByRole('link', { name: 'Thing Groups' }).click();
    await expect(page).toHaveURL(/\/groups\?embed=1$/);
    await page.getByRole('link', { name: 'Scooter Sharing' }).click();
    await expect(page).toHaveURL(/\/groups\/[^?]+\?embed=1$/);
    await expect(page.getByRole('button', { name: 'Account' })).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Scooter Sharing' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Account' })).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Thing Groups' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/things\?embed=1&size=10$/);
  },
);

test('H3: a listed portal shows the console and exchanges messages with it', async ({
  page,
  openPortal,
  sandbox,
}) => {
  const frame = await openPortal();
  await openList(frame);
  await expect(said(page)).toHaveText('Shows /things');
  await expect(frame.getByRole('button', { name: 'Account' })).toBeHidden();

  await page.getByLabel('Theme').selectOption('dark');
  const scheme = () => frame.evaluate(() => document.documentElement.style.colorScheme);
  await expect.poll(scheme).toBe('dark');
  await page.getByLabel('Theme').selectOption('system');
  await expect.poll(scheme).toBe('');

  const group = groupIn(sandbox, 'Scooter Sharing');
  await page.getByLabel('Address').fill(paths.group(group.id));
  await page.getByRole('button', { name: 'Go' }).click();
  await expect(frame.getByRole('heading', { name: 'Scooter Sharing' })).toBeVisible();
  await expect(said(page)).toHaveText(`Shows ${paths.group(group.id)}`);
});

test(
  'a page that a portal asks for before the sign-in opens after it, still without the account bar',
  { tag: '@long' },
  async ({ page, openPortal }) => {
    const frame = await openPortal();
    await expect(said(page)).toHaveText(/^Shows \/sign-in/);
    await page.getByLabel('Address').fill(paths.groups());
    await page.getByRole('button', { name: 'Go' }).click();
    await expect(said(page)).toHaveText(/groups/);
    await signInWithin(frame);
    await expect(frame.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
    await expect(frame.getByRole('button', { name: 'Account' })).toBeHidden();
  },
);

test('H3: an unlisted portal shows nothing', async ({ page, portal, openPortal, problems }) => {
  problems.expectRefusedFrame();
  const frame = await openPortal(`http://127.0.0.1:${portal.port}`);
  await expect(page.getByText('No messages from the console yet.')).toBeVisible();
  expect(await frame.locator('body').textContent()).not.toContain('Sign in');
});

test('a portal hears of unsaved edits', { tag: '@long' }, async ({ page, openPortal, sandbox }) => {
  const frame = await openPortal();
  await openList(frame);
  await page.getByLabel('Address').fill(paths.group(groupIn(sandbox, 'Scooter Sharing').id));
  await page.getByRole('button', { name: 'Go' }).click();
  await frame.getByLabel('Group name').fill('Scooters');
  await expect(page).toHaveTitle('• Sample portal');
  await page.getByRole('button', { name: 'Sign out' }).click();
  // Nothing happens: the edits would be lost.
  await expect(page).toHaveTitle('• Sample portal');
  await frame.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveTitle('Sample portal');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(frame.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test(
  'T16: a portal is notified that the session has ended',
  { tag: '@long' },
  async ({ page, context, openPortal, expectFailedRequests }) => {
    expectFailedRequests(401);
    const frame = await openPortal();
    await openList(frame);
    await ownCallsAreOver(frame, ...callsOfThings);
    await context.clearCookies();
    await frame.getByRole('button', { name: 'Refresh' }).click();
    await expect(frame.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
    await expect(said(page)).toHaveText('The console asks for a new sign-in.');
  },
);

test('H4: foreign or malformed messages are ignored', async ({ page, openPortal, portal }) => {
  const frame = await openPortal();
  await openList(frame);
  // A second frame of the same page, from an unlisted origin, sends messages to the console.
  await page.evaluate(async (origin) => {
    const stranger = document.createElement('iframe');
    stranger.src = `${origin}/portal.css`;
    stranger.name = 'stranger';
    document.body.append(stranger);
    await new Promise((resolve) => {
      stranger.addEventListener('load', resolve, { once: true });
    });
  }, `http://127.0.0.1:${portal.port}`);
  const say = (message: object) => {
    const wish = { channel: 'sim-console', version: 1, kind: 'navigate', path: '/groups' };
    window.parent.frames[0]?.postMessage({ ...wish, ...message }, '*');
  };
  await page.frame('stranger')?.evaluate(say, {});
  await page.evaluate(() => {
    const target = window.frames[0];
    for (const message of [
      null,
      'navigate',
      { kind: 'navigate', path: '/groups' },
      { channel: 'sim-console', version: 2, kind: 'navigate', path: '/groups' },
      { channel: 'sim-console', version: 1, kind: 'navigate', path: 7 },
    ]) {
      target?.postMessage(message, '*');
    }
  });
  // By the time the portal's own message arrives, the earlier messages have been ignored.
  await page.getByLabel('Theme').selectOption('dark');
  await expect
    .poll(() => frame.evaluate(() => document.documentElement.style.colorScheme))
    .toBe('dark');
  await expect(frame.getByRole('heading', { name: 'Things' })).toBeVisible();
  await expect(said(page)).toHaveText('Shows /things');
});

test(
  'H13: a portal cannot navigate the console to another site',
  { tag: '@long' },
  async ({ page, openPortal }) => {
    const frame = await openPortal();
    await openList(frame);
    const others = ['//evil.example/', 'https://evil.example/', 'javascript:alert(1)', '/\\evil'];
    for (const path of others) {
      await page.getByLabel('Address').fill(path);
      await page.getByRole('button', { name: 'Go' }).click();
      await expect(said(page)).toHaveText('Shows /things');
      expect(new URL(frame.url()).pathname).toBe(paths.things());
    }
    // Only a frame that is still the console's follows.
    await page.getByLabel('Address').fill(paths.groups());
    await page.getByRole('button', { name: 'Go' }).click();
    await expect(said(page)).toHaveText('Shows /groups');
  },
);

import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import { type SkippingClock, skippingClock } from '../src/testing/fixtures/skippingClock.ts';
import {
  callsOfThings,
  expect,
  expectAccessible,
  ownCallsAreOver,
  signIn,
  test as base,
} from './fixtures.ts';
import { useGateway } from './world.ts';

const idleMinutes = 30;

interface IdleFixtures {
  /** The gateway's. */
  readonly clock: SkippingClock;
  /** Advances the clocks of the gateway and the page. */
  readonly pass: (minutes: number) => Promise<void>;
}

const test = base.extend<IdleFixtures>({
  clock: async ({}, use) => use(skippingClock()),
  gateway: async ({ sandbox, clock }, use) =>
    useGateway(use, { SESSION_IDLE_MINUTES: String(idleMinutes) }, sandbox.fetch, clock),
  pass: async ({ page, clock }, use) => {
    await page.clock.install();
    await use(async (minutes) => {
      clock.skip(minutes * 60_000);
      await page.clock.fastForward(minutes * 60_000);
    });
  },
});

/** Signs in, and waits until the page stops sending calls, which would extend the session. */
async function signInAndRest(page: Page) {
  await signIn(page);
  await ownCallsAreOver(page, ...callsOfThings);
  await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
}

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Stay signed in?' });

test('T20: two minutes before an idle session expires, a dialog offers to stay, which extends the session', async ({
  page,
  pass,
}) => {
  await signIn(page, 'writer', { at: paths.groups() });
  await expect(page.getByRole('table')).toBeVisible();
  await pass(idleMinutes - 2);
  await expect(warning(page)).toContainText(/in \d+ s/);
  await expectAccessible(page);

  await warning(page).getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning(page)).toBeHidden();
  await pass(idleMinutes - 3);
  const answered = page.waitForResponse((response) => response.url().includes('/api/'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  expect((await answered).status()).toBe(200);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test(
  'T20: an unused session ends, and the page stays behind the sign-in dialog',
  { tag: '@long' },
  async ({ page, pass }) => {
    await signInAndRest(page);
    await pass(idleMinutes - 2);
    await expect(warning(page)).toBeVisible();
    await pass(2);
    await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
    await expect(warning(page)).toBeHidden();
    await expect(page.getByRole('table', { name: 'Things', includeHidden: true })).toBeVisible();
  },
);

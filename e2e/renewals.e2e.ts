import type { Page } from '@playwright/test';

import { readConfig } from '../src/gateway/ops/config.ts';
import { startGateway } from '../src/gateway/server.ts';
import { createSandbox } from '../src/sandbox/sandbox.ts';
import { stoppedClock } from '../src/testing/fixtures/skippingClock.ts';
import { expect, expectAccessible, signIn, test as base } from './fixtures.ts';
import { bodies, openGroup, put } from './groupEditor.ts';

const refresh = 'POST /v1/auth/refresh';

interface Crowd {
  readonly origin: string;
  /** Expires all access tokens, and then lets this many other users return at the same time. */
  comeBack(others: number): Promise<void>;
  /** The number of requests to a route that reached the service. */
  count(route: string): number;
}

/** Each test has its own gateway, because all sessions of a gateway share a queue. */
const test = base.extend<{ crowd: Crowd }>({
  crowd: async ({}, use) => {
    const clock = stoppedClock(Date.now());
    const sandbox = createSandbox({ clock, extraUsers: 20, things: 200 });
    const config = readConfig({ PORT: '0', SESSION_IDLE_MINUTES: '600' });
    const gateway = await startGateway({ config, upstream: sandbox.fetch, clock });
    const headers = { 'x-sim-console': '1', 'sec-fetch-site': 'same-origin' };
    async function signInOther(number: number): Promise<string> {
      const username = `user${String(number).padStart(4, '0')}`;
      const answer = await fetch(`${gateway.origin}/session`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ username, password: `sandbox-${username}` }),
      });
      return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    }
    await use({
      origin: gateway.origin,
      async comeBack(others) {
        const cookies: string[] = [];
        for (let number = 1; number <= others; number++) cookies.push(await signInOther(number));
        clock.skip(5 * 60 * 60_000);
        for (const cookie of cookies) {
          await fetch(`${gateway.origin}/api/things?limit=1`, { headers: { ...headers, cookie } });
        }
      },
      count: (wanted) => sandbox.state.requests().filter(({ route }) => route === wanted).length,
    });
    await gateway.close();
  },
  baseURL: async ({ crowd }, use) => use(crowd.origin),
});

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'ahead of you' });

test(
  'T12: with many users ahead, the page shows its place in the queue, and signing in over the page is faster',
  { tag: '@long' },
  async ({ page, crowd, expectFailedRequests }) => {
    expectFailedRequests(503);
    await signIn(page);
    await expect(page.getByText('Rows 1–25')).toBeVisible();
    await page.getByLabel('Thing name').fill('van');
    // Let the next page be prefetched now; later, that call would queue ahead of the other users.
    await expect.poll(() => crowd.count('GET /things')).toBe(2);
    await crowd.comeBack(12);
    const lists = crowd.count('GET /things');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(notice(page)).toContainText('7 people ahead of you, about 2 minutes');
    await expect(notice(page)).toContainText(/Trying again in \d+ s/);
    await expectAccessible(page);

    await notice(page).getByRole('button', { name: 'Sign in again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(dialog).toContainText('Instead of waiting for the renewal');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(notice(page)).toBeVisible();

    await notice(page).getByRole('button', { name: 'Sign in again' }).click();
    await dialog.getByLabel('Password').fill('sandbox-writer');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog).toBeHidden();
    await expect(notice(page)).toBeHidden();
    await expect.poll(() => crowd.count('GET /things')).toBeGreaterThan(lists);
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.getByLabel('Thing name')).toHaveValue('van');
    expect(crowd.count(refresh)).toBe(5);
  },
);

base(
  'T25: reloading a page while its save waits for a renewal sends nothing',
  async ({ page, sandbox, sendHeldAnswers }) => {
    const editor = await openGroup(page, sandbox, 'Scooter Sharing');
    const sent = (wanted: string) =>
      sandbox.state.requests().filter(({ route }) => route === wanted).length;
    sandbox.faults.add({ route: put, status: 401 });
    sandbox.faults.add({ route: refresh, delayMs: 1 });
    await editor.name.fill('Scooters');
    await editor.save.click();
    await expect.poll(() => sent(put)).toBe(1);
    await expect.poll(() => sent(refresh)).toBe(1);
    // The page's calls also wait, which delays its load event.
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await sendHeldAnswers();
    await expect(editor.name).toHaveValue('Scooters');
    // Calls released by the renewal were sent before this call.
    await page.getByRole('link', { name: 'Back to Thing Groups' }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
    expect([sent(put), bodies(sandbox).length]).toEqual([1, 0]);
  },
);

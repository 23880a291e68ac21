import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

import { readConfig } from '../src/gateway/config/config.ts';
import { startGateway, type RunningGateway } from '../src/gateway/server.ts';
import { paths } from '../src/paths.ts';
import { createSandbox, type Sandbox } from '../src/sandbox/sandbox.ts';
import { watchClears, type Clears } from './clears.ts';
import { watchProblems, type Problems } from './problems.ts';

export { expect };

interface WorkerFixtures {
  readonly world: {
    readonly sandbox: Sandbox;
    readonly gateway: RunningGateway;
    readonly clears: Clears;
  };
}

interface TestFixtures {
  /** The service behind the gateway; back at its start for every test. */
  readonly sandbox: Sandbox;
  /** The production build behind the gateway; addresses given to `page.goto` start there. */
  readonly gateway: RunningGateway;
  /** What the browser complains of; anything that was not declared fails the test. */
  readonly problems: Problems;
  /** Says which failed requests the test is about; Chromium writes each to the console. */
  readonly expectFailedRequests: Problems['expectFailedRequests'];
  /** Locks and prefixes that PUTs took away; one that the test did not choose to clear fails it. */
  readonly clears: Clears;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  world: [
    async ({}, use) => {
      const sandbox = createSandbox();
      const clears = watchClears(sandbox);
      const gateway = await startGateway({
        config: readConfig({ PORT: '0', SIGN_IN_TRIES: '10000' }),
        upstream: clears.fetch,
      });
      await use({ sandbox, gateway, clears });
      await gateway.close();
    },
    { scope: 'worker' },
  ],
  sandbox: [
    async ({ world }, use) => {
      world.sandbox.reset();
      await use(world.sandbox);
    },
    { auto: true },
  ],
  gateway: async ({ world }, use) => use(world.gateway),
  baseURL: async ({ gateway }, use) => use(gateway.origin),
  problems: [
    async ({ browser }, use) => {
      const problems = watchProblems(browser);
      await use(problems);
      problems.stop();
      expect(problems.list(), 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],
  clears: [
    async ({ world: { clears } }, use) => {
      clears.reset();
      await use(clears);
      expect(clears.seen(), 'locks and prefixes that were cleared').toEqual(clears.chosen());
    },
    { auto: true },
  ],
  expectFailedRequests: async ({ problems }, use) => use(problems.expectFailedRequests),
});

/**
 * Signs in through the form, as one of the sandbox's users.
 *
 * @param options.stay the sign-in page is already open, wherever it leads
 */
export async function signIn(
  page: Page,
  username = 'writer',
  { stay = false }: { readonly stay?: boolean } = {},
): Promise<void> {
  if (!stay) await page.goto(paths.signIn());
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(`sandbox-${username}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** WCAG 2.2 AA, as far as a program can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours in transition are neither the one nor the other; what never ends is not waited for.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
  }));
  expect(found).toEqual([]);
}

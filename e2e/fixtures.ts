import { type BrowserContext, expect, type Frame, type Page } from '@playwright/test';

import { consoleHeader, sessionPath } from '../src/contract/session.ts';
import { paths } from '../src/paths.ts';
import { violationsInBothThemes } from './axe.ts';
import { watchProblems, type Problems } from './problems.ts';
import { test as base } from './world.ts';

export { expect };

interface TestFixtures {
  /** Problems that the browser reports; undeclared ones fail the test. */
  readonly problems: Problems;
  /** Declares failed requests that the test causes; Chromium logs each to the console. */
  readonly expectFailedRequests: Problems['expectFailedRequests'];
  /**
   * Calls a function once the test and its pages have ended. A page that is still loading reports it if its server is
   * stopped earlier.
   */
  readonly afterPages: (end: () => void | Promise<void>) => void;
  /** Advances the clock of all the test's pages, so that the test decides when a wait ends. */
  readonly passTime: (seconds: number) => Promise<void>;
}

export const test = base.extend<TestFixtures>({
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page);
    // Playwright fills in fields that a user could not reach yet, because they are inert.
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      if (options?.waitUntil !== 'commit') await consoleIsInCharge(page);
      return response;
    };
    await use(page);
  },
  baseURL: async ({ gateway }, use) => use(gateway.origin),
  problems: [
    async ({ browser }, use) => {
      const problems = watchProblems(browser);
      await use(problems);
      problems.stop();
      expect(problems.list(), 'the browser’s complaints').toEqual([]);
    },
    { auto: true },
  ],
  // Automatic fixtures are set up first, and so end last.
  afterPages: [
    async ({}, use) => {
      const ends: Parameters<TestFixtures['afterPages']>[0][] = [];
      await use((end) => void ends.push(end));
      for (const end of ends.toReversed()) await end();
    },
    { auto: true },
  ],
  expectFailedRequests: async ({ problems }, use) => use(problems.expectFailedRequests),
  passTime: async ({ context }, use) => {
    await context.clock.install();
    await use((seconds) => context.clock.fastForward(seconds * 1000));
  },
});

/** Opens a page in another tab of the same browser. */
export async function openTab(context: BrowserContext, address: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(address);
  await consoleIsInCharge(tab);
  return tab;
}

/** Waits until the console has taken over the rows that the gateway has drawn, which react to nothing. */
async function consoleIsInCharge(page: Page): Promise<void> {
  await expect(page.locator('#root[inert]')).toHaveCount(0);
}

/** Waits until the console has taken over the sign-in page; before that, the browser would submit its form natively. */
export async function consoleTookOver(page: Page): Promise<void> {
  await expect(page.locator('form[novalidate]')).toBeVisible();
}

/** Goes to an address without loading a document, as Forward does, with the router's own state. */
export const goWithin = (page: Page, address: string) =>
  page.evaluate((to) => {
    const idx = Number(Reflect.get(Object(history.state), 'idx') ?? 0) + 1;
    history.pushState({ idx, key: `${idx}` }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** Starts a session for all pages of a browser without notifying them. */
export async function beginSession(context: BrowserContext, username: string): Promise<void> {
  const answer = await context.request.post(sessionPath, {
    headers: { [consoleHeader]: '1', 'sec-fetch-site': 'same-origin' },
    data: { username, password: `sandbox-${username}` },
  });
  expect(answer.status()).toBe(200);
}

/**
 * Signs in as a sandbox user, and opens a page with the session. Does not use the form, which would load two more
 * pages per test.
 *
 * @param options.at the page to open; by default, the list of Things
 */
export async function signIn(
  page: Page,
  username = 'writer',
  { at = paths.things() }: { readonly at?: string } = {},
): Promise<void> {
  await beginSession(page.context(), username);
  await page.goto(at);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/**
 * Waits until a page has made the calls that the user did not trigger, so that the next call is the test's own. The
 * number of waiting alerts is one of them on every page.
 *
 * @param others the addresses of the other such calls
 */
export async function ownCallsAreOver(
  page: Page | Frame,
  ...others: readonly RegExp[]
): Promise<void> {
  const calls = [/\/session\/alerts$/, ...others];
  const outstanding = async () => {
    // Playwright's clock replaces `performance`, but not its observer.
    const answered = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const names = (list: PerformanceObserverEntryList) =>
            resolve(list.getEntries().map(({ name }) => name));
          new PerformanceObserver(names).observe({ type: 'resource', buffered: true });
        }),
    );
    return calls.filter((call) => !answered.some((address) => call.test(address)));
  };
  await expect.poll(outstanding).toEqual([]);
}

/** The call for the names of codes, which a page makes after its rows are on screen. */
export const namesCall = /\/records\/names/;
/** The calls that the list of Things makes before anybody asks for them: for its next page, notes and names. */
export const callsOfThings = [/\/api\/things\?.*offset=[1-9]/, /\/records\/note-counts/, namesCall];

/** Signs in through the form, like a user; with `stay`, on the sign-in page that is already open. */
export async function signInByForm(
  page: Page,
  username = 'writer',
  { stay = false }: { readonly stay?: boolean } = {},
): Promise<void> {
  if (!stay) await page.goto(paths.signIn());
  await consoleTookOver(page);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(`sandbox-${username}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  // Once it is in place, the menu has the focus.
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** Expands the list's filters, once the rows are shown and the button no longer moves. */
export async function unfoldFilters(page: Page): Promise<void> {
  await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
  const filters = page.getByRole('button', { name: 'Filters', exact: true });
  await filters.click();
  await expect(filters).toHaveAttribute('aria-expanded', 'true');
}

/** Checks WCAG 2.2 AA in both themes, and that no live region is nested in another. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsInBothThemes(page)).toEqual({ shown: [], other: [] });
  const nested = await page.evaluate((regions) => {
    const inner = document.querySelectorAll(`:is(${regions}) :is(${regions})`);
    return [...inner].map(({ outerHTML }) => outerHTML.slice(0, 160));
  }, '[role="status"], [role="alert"], [role="log"], [aria-live]');
  expect(nested, 'nested live regions, which some screen readers announce twice').toEqual([]);
}

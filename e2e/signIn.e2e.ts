import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import { consoleTookOver, expect, expectAccessible } from './fixtures.ts';
import type { FlakyProxy } from './servers/flakyProxy.ts';
import { submit, test, tokenRequests } from './signInSteps.ts';

/** Holds back all scripts until the returned function is called. */
function holdScripts(line: FlakyProxy): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  line.hold = (path) => (path.endsWith('.js') ? promise : undefined);
  return () => {
    line.hold = () => undefined;
    resolve();
  };
}

/** Opens a page whose scripts may be held back. */
const open = async (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });

async function looks(page: Page): Promise<readonly Buffer[]> {
  const taken: Buffer[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    taken.push(await page.screenshot({ fullPage: true, animations: 'disabled' }));
  }
  return taken;
}

const areSame = (some: readonly Buffer[], others: readonly Buffer[]) =>
  some.every((look, index) => others[index]?.equals(look));

test.describe('before a slow script has loaded', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('axe finds nothing, and the page looks the same once the console has taken it over', async ({
    page,
    line,
    sandboxLine,
    expectFailedRequests,
  }) => {
    expectFailedRequests(403);
    for (const each of [line, sandboxLine]) {
      const letGo = holdScripts(each);
      await open(page, `${each.origin}${paths.signIn()}`);
      await expectAccessible(page);
      const before = await looks(page);
      letGo();
      await consoleTookOver(page);
      await expect.poll(async () => areSame(before, await looks(page))).toBe(true);
    }
    await page.getByRole('button', { name: 'Sign in as suspended' }).click();
    await expect(page.getByRole('alert').getByText(/^Could not sign in/)).toBeInViewport();
    await page.getByRole('button', { name: 'Sign in as writer' }).click();
    await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
  });

  test('a refusal is accessible, and looks the same once the console has taken it over', async ({
    page,
    line,
    expectFailedRequests,
  }) => {
    expectFailedRequests(401);
    const letGo = holdScripts(line);
    await open(page, paths.signIn());
    await submit(page, 'wrong');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    const before = await looks(page);
    letGo();
    await consoleTookOver(page);
    await expect.poll(async () => areSame(before, await looks(page))).toBe(true);
  });
});

test('keeps input, selection and focus while the console loads', async ({ page, line }) => {
  const letGo = holdScripts(line);
  await open(page, paths.signIn('/groups'));
  const username = page.getByLabel('Username');
  await username.pressSequentially('wrixer');
  await username.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 4));
  letGo();
  await consoleTookOver(page);
  await expect(username).toBeFocused();
  await page.keyboard.press('t');
  await expect(username).toHaveValue('writer');
  await page.keyboard.press('Tab');
  await page.keyboard.type('sandbox-writer');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thing Groups' })).toBeVisible();
  await expect(page).toHaveURL(paths.groups());
});

test('leaves the focus in the password after a reload', async ({ page, line }) => {
  await open(page, paths.signIn());
  // As after a sign-out: the router has given the entry a key, which a reload keeps.
  await page.evaluate(() => history.replaceState({ key: 'k', idx: 0 }, ''));
  const letGo = holdScripts(line);
  await page.reload({ waitUntil: 'commit' });
  await page.getByLabel('Password').pressSequentially('sand');
  letGo();
  await consoleTookOver(page);
  await page.keyboard.type('box');
  await expect(page.getByLabel('Password')).toHaveValue('sandbox');
});

test('sends what a password manager fills in before the console loads', async ({ page, line }) => {
  const letGo = holdScripts(line);
  await open(page, paths.signIn());
  await expect(page.getByLabel('Password')).toBeVisible();
  // The password manager sets the values; its events fire before any code listens.
  await page.evaluate(() => {
    for (const [name, value] of [
      ['username', 'writer'],
      ['password', 'sandbox-writer'],
    ]) {
      const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      if (input) input.value = value ?? '';
    }
  });
  letGo();
  await consoleTookOver(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
});

test('an error from the gateway stays when the console takes over, and can be corrected', async ({
  page,
  line,
  expectFailedRequests,
}) => {
  expectFailedRequests(401, 429);
  const letGo = holdScripts(line);
  await open(page, paths.signIn('/groups'));
  for (let attempt = 1; attempt <= 6; attempt++) await submit(page, 'wrong');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('429');
  await expect(alert).toContainText(
    'Wait until the service accepts another attempt for this username.',
  );
  await expect(page.getByRole('timer')).toHaveText(/^in \d+ s$/);
  const words = (await alert.textContent()) ?? '';
  letGo();
  await consoleTookOver(page);
  await expect(alert).toHaveText(words);
  await expect(page.getByRole('timer')).toHaveText(/^in \d+ s$/);
  await expectAccessible(page);
  await expect(page.getByLabel('Username')).toHaveValue('writer');
  // The limit is per username (API document 8.3).
  await submit(page, 'sandbox-reader', 'reader');
  await expect(page.getByRole('heading', { name: 'Thing Groups' })).toBeVisible();
  await expect(page).toHaveURL(paths.groups());
});

test(
  'reloading a refusal after the console has taken it over sends nothing',
  { tag: '@long' },
  async ({ page, line, sandbox, expectFailedRequests }) => {
    expectFailedRequests(401);
    const letGo = holdScripts(line);
    await open(page, paths.signIn('/groups'));
    await submit(page, 'wrong');
    await expect(page.getByRole('alert')).toBeVisible();
    letGo();
    await consoleTookOver(page);
    await page.reload();
    await consoleTookOver(page);
    await expect(page.getByRole('alert')).toBeHidden();
    expect(tokenRequests(sandbox)).toBe(1);
  },
);

test('T22: a sign-in before the console has loaded is sent once, however often the button is clicked', async ({
  page,
  line,
  sandbox,
  sendHeldAnswers,
}) => {
  sandbox.faults.add({ route: 'POST /v1/auth/token', delayMs: 1 });
  const letGo = holdScripts(line);
  const held = line.hold;
  // The small script that handles the click is loaded.
  line.hold = (path) => (path.includes('/signIn-') ? undefined : held(path));
  await open(page, paths.signIn('/groups'));
  const scripts = () => line.paths.filter((path) => path.endsWith('.js')).length;
  await expect.poll(scripts).toBeGreaterThan(1);
  await page.getByLabel('Username').fill('writer');
  await page.getByLabel('Password').fill('sandbox-writer');
  await page.evaluate(() => {
    const button = document.querySelector('button');
    // oxlint-disable-next-line no-restricted-globals -- the presses of a hasty user, timed by the page
    for (const after of [0, 50, 300]) setTimeout(() => button?.click(), after);
  });
  letGo();
  await expect.poll(() => tokenRequests(sandbox)).toBe(1);
  await sendHeldAnswers();
  await expect(page.getByRole('heading', { name: 'Thing Groups' })).toBeVisible();
  expect(tokenRequests(sandbox)).toBe(1);
});

test(
  'Back after a sign-in without the console shows an empty form, and sends nothing',
  { tag: '@long' },
  async ({ page, line, sandbox }) => {
    const letGo = holdScripts(line);
    await open(page, paths.signIn('/groups'));
    await submit(page);
    await expect(page).toHaveURL(paths.groups());
    letGo();
    await expect(page.getByRole('heading', { name: 'Thing Groups' })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Password')).toHaveValue('');
    await consoleTookOver(page);
    expect(tokenRequests(sandbox)).toBe(1);
    await page.goForward();
    await expect(page.getByRole('heading', { name: 'Thing Groups' })).toBeVisible();
  },
);

test(
  'only the document, its icon and one small script load before the form is usable',
  { tag: '@long' },
  async ({ page, line }) => {
    holdScripts(line);
    await page.goto(paths.signIn(), { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(line.paths.filter((path) => !path.endsWith('.svg')).length).toBeLessThanOrEqual(2);
  },
);

test('no code of the next page is loaded before the user types', async ({ page, line }) => {
  await page.goto(paths.signIn());
  await consoleTookOver(page);
  const isLoaded = () => line.paths.some((path) => path.includes('ThingsPage'));
  await page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve));
    // Whatever has been asked for before this arrives before it.
    await fetch('/healthz');
  });
  expect(isLoaded()).toBe(false);
  await page.getByLabel('Username').fill('w');
  await expect.poll(isLoaded).toBe(true);
});

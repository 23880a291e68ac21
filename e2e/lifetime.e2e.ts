import { readConfig } from '../src/gateway/ops/config.ts';
import { startGateway, type RunningGateway } from '../src/gateway/server.ts';
import { paths } from '../src/paths.ts';
import { createSandbox } from '../src/sandbox/sandbox.ts';
import { skippingClock } from '../src/testing/fixtures/skippingClock.ts';
import {
  callsOfThings,
  expect,
  namesCall,
  ownCallsAreOver,
  signIn,
  signInByForm,
  signOut,
  test,
} from './fixtures.ts';
import { groupIn } from './groupEditor.ts';

const hour = 60 * 60_000;

test('T15: after 5 h of sleep a click works, with one refresh and no sign-in', async ({ page }) => {
  const clock = skippingClock();
  const sandbox = createSandbox({ clock });
  const config = readConfig({ PORT: '0', SESSION_IDLE_MINUTES: '600' });
  const gateway = await startGateway({ config, upstream: sandbox.fetch, clock });
  try {
    await page.clock.install();
    await page.goto(`${gateway.origin}${paths.signIn()}`);
    await signInByForm(page, 'writer', { stay: true });
    await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
    // The time of a call under way would be up.
    await ownCallsAreOver(page, ...callsOfThings);
    clock.skip(5 * hour);
    await page.clock.fastForward(5 * hour);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText('Rows 26–50')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    // The prefetched rows are shown while they are read again.
    const refreshes = () =>
      sandbox.state.requests().filter(({ route }) => route.endsWith('/refresh'));
    await expect.poll(refreshes).toHaveLength(1);
  } finally {
    // Prefetching would fail after the gateway has stopped.
    await page.close();
    await gateway.close();
  }
});

test('T21: asks the user to sign in over the page after the gateway restarts', async ({
  page,
  sandbox,
  expectFailedRequests,
}) => {
  expectFailedRequests(401);
  const start = async (port: string): Promise<RunningGateway> =>
    startGateway({ config: readConfig({ PORT: port }), upstream: sandbox.fetch });
  let gateway = await start('0');
  try {
    await page.clock.install();
    await page.goto(`${gateway.origin}${paths.signIn(paths.groups())}`);
    await signInByForm(page, 'writer', { stay: true });
    await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
    await ownCallsAreOver(page, namesCall);
    // While nobody answers, the page's timers load nothing.
    await page.clock.pauseAt(Date.now() + 1000);
    await gateway.close();
    gateway = await start(String(gateway.address.port));
    await page.clock.resume();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
  } finally {
    await page.close();
    await gateway.close();
  }
});

test('T19: signing out clears only storage that has data from the service', async ({ page }) => {
  await signIn(page);
  await ownCallsAreOver(page, ...callsOfThings);
  await page.evaluate(() => localStorage.setItem('of-the-portal', 'stays'));
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().endsWith('/session'),
  );
  await signOut(page);
  expect(await (await answered).headerValue('clear-site-data')).toBe(null);
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('of-the-portal'))).toBe('stays');
});

test('V10: no code is created from strings', async ({ page, sandbox }) => {
  await page.addInitScript(() => {
    const made: unknown[] = [];
    Reflect.set(globalThis, 'codeFromText', made);
    const note: ProxyHandler<FunctionConstructor> = {
      construct(_target, texts) {
        made.push(texts);
        throw new EvalError('No code is made from text here');
      },
      apply(_target, _self, texts) {
        made.push(texts);
        throw new EvalError('No code is made from text here');
      },
    };
    globalThis.Function = new Proxy(Function, note);
  });
  await signIn(page, 'writer', { at: paths.group(groupIn(sandbox, 'Scooter Sharing').id) });
  await page.getByLabel('Group name').fill('Scooters');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. The service reports')).toBeVisible();
  expect(await page.evaluate<unknown>('globalThis.codeFromText')).toEqual([]);
});

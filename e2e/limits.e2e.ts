import { readConfig } from '../src/gateway/ops/config.ts';
import { startGateway } from '../src/gateway/server.ts';
import { paths } from '../src/paths.ts';
import { consoleTookOver, expect, expectAccessible, openTab, signIn, test } from './fixtures.ts';

test('R4: a rate limit in one tab also holds back other tabs, but no other route', async ({
  page,
  context,
  sandbox,
  expectFailedRequests,
  passTime,
}) => {
  expectFailedRequests(429);
  await signIn(page);
  await expect(page.getByRole('table')).toBeVisible();
  const other = await openTab(context, paths.things());
  await expect(other.getByRole('table')).toBeVisible();
  const calls = () =>
    sandbox.state.requests().filter(({ route }) => route === 'GET /things').length;
  // Each tab prefetches its next page, which would otherwise get the fault.
  await expect.poll(calls).toBe(4);

  sandbox.faults.add({ route: 'GET /things', status: 429, retryAfter: '60' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Trying again in')).toBeVisible();
  const sent = calls();
  await other.getByRole('button', { name: 'Refresh' }).click();
  await expect(other.getByText('Trying again in')).toBeVisible();
  expect(calls()).toBe(sent);

  await other.getByRole('link', { name: 'Thing Groups' }).click();
  await expect(other.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
  await passTime(65);
  await expect(page.getByText('Trying again')).toBeHidden();
  await expect(page.getByRole('table')).toBeVisible();
});

test(
  'T22: shows how long to wait after too many sign-ins from one network, whatever the username',
  { tag: '@long' },
  async ({ page, sandbox, afterPages, expectFailedRequests }) => {
    expectFailedRequests(401, 429);
    const gateway = await startGateway({
      config: readConfig({ PORT: '0', SIGN_IN_TRIES: '2' }),
      upstream: sandbox.fetch,
    });
    afterPages(gateway.close);
    await page.goto(`${gateway.origin}${paths.signIn()}`);
    await consoleTookOver(page);
    const username = page.getByLabel('Username');
    const submit = page.getByRole('button', { name: 'Sign in' });
    const asked = () => sandbox.state.requests().length;
    await username.fill('writer');
    await page.getByLabel('Password').fill('wrong');
    for (const tries of [1, 2]) {
      await submit.click();
      await expect(page.getByRole('alert')).toContainText('did not accept the username');
      await expect.poll(asked).toBe(tries);
    }
    await submit.click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('too many sign-ins came from your network (429)');
    await expect(alert).toContainText('Everybody on the same network shares this limit');
    await expect(alert).toContainText('Request ID');
    await expect(
      page.getByText('The next sign-in from your network will be accepted'),
    ).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^in [1-6]?\d s$/);
    await expectAccessible(page);

    let sent = 0;
    page.on('request', () => sent++);
    await username.fill('reader');
    await submit.click();
    await expect(page.getByRole('timer')).toBeVisible();
    expect([asked(), sent]).toEqual([2, 0]);
  },
);

import { paths } from '../src/paths.ts';
import { expect, openTab, signIn, test } from './fixtures.ts';

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

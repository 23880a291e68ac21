import { paths } from '../src/paths.ts';
import { expect, signIn, test } from './fixtures.ts';

test('R4: a limit met in one tab holds the others back too, and no other route', async ({
  page,
  context,
  sandbox,
  expectFailedRequests,
}) => {
  expectFailedRequests(429);
  await signIn(page);
  await expect(page.getByRole('table')).toBeVisible();
  const other = await context.newPage();
  await other.goto(paths.things());
  await expect(other.getByRole('table')).toBeVisible();
  const calls = () =>
    sandbox.state.requests().filter(({ route }) => route === 'GET /things').length;

  sandbox.faults.add({ route: 'GET /things', status: 429, retryAfter: '4' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Trying again in')).toBeVisible();
  const sent = calls();
  await other.getByRole('button', { name: 'Refresh' }).click();
  await expect(other.getByText('Trying again in')).toBeVisible();
  expect(calls()).toBe(sent);

  await other.getByRole('link', { name: 'Thing Groups' }).click();
  await expect(other.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
  await expect(page.getByText('Trying again')).toBeHidden();
  await expect(page.getByRole('table')).toBeVisible();
});

test('R16: a double click, and Enter with a click, send one PUT', async ({ page, sandbox }) => {
  await signIn(page);
  const group = sandbox.state.groups().find(({ name }) => name === 'Scooter Sharing');
  await page.goto(paths.group(group?.id ?? ''));
  await page.getByLabel('Group name').fill('Scooters');
  await page.getByRole('button', { name: 'Save' }).dblclick();
  await expect(page.getByText('Saved. The service reports')).toBeVisible();
  expect(sandbox.state.puts()).toHaveLength(1);

  await page.getByLabel('Group name').fill('Scooters of the city');
  sandbox.faults.add({ route: 'PUT /thingsgroup/{ThingsGroupId}', delayMs: 500 });
  await page.getByLabel('Group name').press('Enter');
  await page.getByRole('button', { name: /Save|Saving/ }).dispatchEvent('click');
  await expect(page.getByText('Saved. The service reports')).toBeVisible();
  expect(sandbox.state.puts()).toHaveLength(2);
});

import { paths } from '../src/paths.ts';
import { expect, signIn, test } from './fixtures.ts';
import { groupIn, openGroup } from './groupEditor.ts';

/** Texts that trigger each status of API document 7 in the sandbox, and what the console must show. */
const onRead = [
  { status: 401, says: 'customer ID' },
  { status: 403, says: 'may not do that' },
  { status: 404, says: 'does not know it' },
  { status: 409, says: 'conflicts' },
  { status: 422, says: 'did not accept' },
];

for (const { status, says } of onRead) {
  test(`reading: ${status} is shown with the service's message and request id`, async ({
    page,
    expectFailedRequests,
  }) => {
    expectFailedRequests(status);
    await signIn(page);
    await page.getByLabel('Thing name').fill(`status:${status}`);
    await page.getByLabel('Thing name').press('Enter');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(says);
    await expect(alert).toContainText('magic value');
    await expect(alert).toContainText(/Request ID\s*req_/);
    await expect(alert.getByRole('button', { name: 'Copy request ID' })).toBeVisible();
    await expect(page.getByLabel('Thing name')).toHaveValue(`status:${status}`);
  });

  test(`saving: ${status} is shown the same way, and the input stays`, async ({
    page,
    sandbox,
    expectFailedRequests,
  }) => {
    expectFailedRequests(status);
    await signIn(page);
    const group = groupIn(sandbox, 'Scooter Sharing');
    await page.goto(paths.group(group.id));
    await page.getByLabel('Group name').fill(`status:${status}`);
    await page.getByRole('button', { name: 'Save' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(says);
    await expect(alert).toContainText(/Request ID\s*req_/);
    // Finds the field even behind a dialog.
    const name = page.getByRole('textbox', { name: 'Group name', includeHidden: true });
    await expect(name).toHaveValue(`status:${status}`);
    expect(sandbox.state.puts()).toEqual([]);
  });
}

test('reading: 429 shows the reason and a countdown, and can be cancelled', async ({
  page,
  expectFailedRequests,
  passTime,
}) => {
  expectFailedRequests(429);
  await signIn(page);
  await page.getByLabel('Thing name').fill('status:429:600');
  await page.getByLabel('Thing name').press('Enter');
  const wait = page.getByRole('status').filter({ hasText: 'Trying again in' });
  const left = async () => Number(/Trying again in (\d+) s/.exec(await wait.innerText())?.[1]);
  const first = await left();
  expect(first).toBeGreaterThan(300);
  await passTime(100);
  await expect.poll(left).toBeLessThanOrEqual(first - 100);
  await expect(wait).toContainText('req_');
  await wait.getByRole('button', { name: 'Cancel' }).click();
  await expect(wait).toBeHidden();
});

test('reading: the list appears by itself after the wait of a 429', async ({
  page,
  sandbox,
  expectFailedRequests,
  passTime,
}) => {
  expectFailedRequests(429);
  await signIn(page);
  sandbox.faults.add({ route: 'GET /things', status: 429, retryAfter: '60' });
  await page.getByLabel('Thing Group').fill('Scooter');
  await page.getByLabel('Thing Group').press('Enter');
  await expect(page.getByText('Trying again in')).toBeVisible();
  await passTime(65);
  await expect(
    page.getByRole('table').getByRole('link', { name: 'Scooter Sharing' }).first(),
  ).toBeVisible();
});

test('saving: 429 shows a countdown, and the save continues by itself', async ({
  page,
  sandbox,
  expectFailedRequests,
  passTime,
}) => {
  expectFailedRequests(429);
  const editor = await openGroup(page, sandbox, 'Scooter Sharing');
  sandbox.faults.add({ route: 'PUT /thingsgroup/{ThingsGroupId}', status: 429, retryAfter: '60' });
  await editor.name.fill('Scooters');
  await editor.save.click();
  const wait = page.getByRole('status').filter({ hasText: 'Trying again in' });
  await expect(wait).toContainText('Retry in 60 seconds');
  await expect(wait).toContainText('req_');
  await passTime(65);
  await expect(editor.saved).toBeVisible();
  expect(sandbox.state.puts()).toHaveLength(1);
});

test('saving: the wait after a 429 can be cancelled, and nothing is sent', async ({
  page,
  sandbox,
  expectFailedRequests,
}) => {
  expectFailedRequests(429);
  const editor = await openGroup(page, sandbox, 'Scooter Sharing');
  await editor.name.fill('status:429:30');
  await editor.save.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled: nothing was stored')).toBeVisible();
  await expect(editor.name).toHaveValue('status:429:30');
  expect(sandbox.state.puts()).toEqual([]);
});

test('shows a read-only user that this sign-in may not write', async ({
  page,
  sandbox,
  expectFailedRequests,
}) => {
  expectFailedRequests(403);
  await signIn(page, 'reader');
  const group = groupIn(sandbox, 'Scooter Sharing');
  await page.goto(paths.group(group.id));
  await page.getByLabel('Group name').fill('Scooters');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('may not do that (403)');
});

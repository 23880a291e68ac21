import { paths } from '../src/paths.ts';
import { expect, signIn, test } from './fixtures.ts';
import { groupIn } from './groupEditor.ts';

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

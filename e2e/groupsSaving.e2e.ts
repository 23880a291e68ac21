import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signInByForm, test } from './fixtures.ts';
import { bodies, editorOf, groupIn, list, openGroup, put } from './groupEditor.ts';

const name = 'Scooter Sharing';

test('R15: after a change by another user, each field is chosen from either side, and only the choice is sent', async ({
  page,
  sandbox,
}) => {
  const editor = await openGroup(page, sandbox, name);
  sandbox.changeGroup(groupIn(sandbox, name).id, { name: 'Theirs', imeiPrefix: '86056704' });
  await editor.name.fill('Mine');
  await editor.save.click();
  await expect(editor.conflict).toBeVisible();
  await expectAccessible(page);
  await editor.conflict.getByRole('radio', { name: 'Group name Stored now Theirs' }).check();
  await editor.conflict.getByRole('button', { name: 'Use these values' }).click();
  await expect(editor.name).toHaveValue('Theirs');
  await expect(editor.prefix).toHaveValue('86056704');
  expect(bodies(sandbox)).toEqual([]);

  await editor.name.fill('Both');
  await editor.save.click();
  await expect(editor.saved).toBeVisible();
  expect(bodies(sandbox)).toEqual([
    expect.objectContaining({ ThingsGroupName: 'Both', IMEIPrefix: '86056704' }),
  ]);
});

test('API document 2: a group is saved whatever characters its id has', async ({
  page,
  sandbox,
}) => {
  sandbox.setOptions({ groupIds: 'reserved' });
  const { name: first } = sandbox.state.group('a+b/c=d') ?? { name: '' };
  const editor = await openGroup(page, sandbox, first);
  await page.reload();
  await editor.name.fill('Whatever');
  await editor.save.click();
  await expect(editor.saved).toBeVisible();
  expect(sandbox.state.puts().map(({ groupId }) => groupId)).toEqual(['a+b/c=d']);
});

test('R15: continues with one press if only the date of the last change differs', async ({
  page,
  sandbox,
}) => {
  const editor = await openGroup(page, sandbox, name);
  sandbox.changeGroup(groupIn(sandbox, name).id, {});
  await editor.name.fill('Scooters');
  await editor.save.click();
  await expect(page.getByText(/^Something was saved in this group meanwhile/)).toBeVisible();
  expect(bodies(sandbox)).toEqual([]);
  await editor.save.click();
  await expect(editor.saved).toBeVisible();
  expect(bodies(sandbox)).toHaveLength(1);
});

test('409: the conflict view shows the service’s message, and keeps the input', async ({
  page,
  sandbox,
  expectFailedRequests,
}) => {
  expectFailedRequests(409);
  const editor = await openGroup(page, sandbox, name);
  await editor.name.fill('Field Test');
  await editor.save.click();
  await expect(editor.conflict.getByRole('alert')).toContainText('"Field Test" already exists');
  await expect(editor.conflict.getByRole('alert')).toContainText('Request ID');
  await page.keyboard.press('Escape');
  await expect(editor.conflict).toBeHidden();
  await expect(editor.name).toHaveValue('Field Test');
  expect(bodies(sandbox)).toEqual([]);
});

test('422: shows the constraint at the form and at the field that it names', async ({
  page,
  sandbox,
  expectFailedRequests,
}) => {
  expectFailedRequests(422);
  const editor = await openGroup(page, sandbox, 'Payment Terminals Retail');
  const message = 'Constraint "range in use" is violated: IMEIPrefix belongs to another group';
  sandbox.faults.add({ route: put, status: 422, message });
  await editor.prefix.fill('86056704');
  await editor.save.click();
  await editor.confirm.click();
  await expect(page.getByRole('alert')).toContainText(message);
  await expect(editor.prefix).toBeFocused();
  await expect(editor.prefix).toHaveAccessibleDescription(new RegExp(`^${message}`));
  await expect(editor.prefix).toHaveValue('86056704');
  await expectAccessible(page);
});

test('429: the save counts down and continues by itself, or is cancelled', async ({
  page,
  sandbox,
  expectFailedRequests,
  passTime,
}) => {
  expectFailedRequests(429);
  const editor = await openGroup(page, sandbox, name);
  const wait = page.getByRole('status').filter({ hasText: /Trying again in \d+ s/ });
  await editor.name.fill('Scooters 1');
  sandbox.faults.add({ route: put, status: 429, retryAfter: '60' });
  await editor.save.click();
  await expect(wait).toContainText('Retry in 60 seconds');
  await expect(wait).toContainText('req_');
  expect(bodies(sandbox)).toEqual([]);
  await passTime(65);
  await expect(editor.saved).toBeVisible();
  expect(bodies(sandbox)).toHaveLength(1);

  await editor.name.fill('Scooters');
  sandbox.faults.add({ route: put, status: 429, retryAfter: '60' });
  await editor.save.click();
  await expect(wait).toBeVisible();
  await wait.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/^Cancelled: nothing was stored/)).toBeVisible();
  await expect(editor.name).toHaveValue('Scooters');
  expect(bodies(sandbox)).toHaveLength(1);
});

test('403: says that the sign-in may not write, and keeps what was typed', async ({
  page,
  sandbox,
  expectFailedRequests,
}) => {
  expectFailedRequests(403);
  const editor = await openGroup(page, sandbox, name, 'reader');
  await editor.name.fill('Scooters');
  await editor.save.click();
  await expect(page.getByRole('alert')).toContainText('may not do that (403)');
  await expect(editor.save).toBeEnabled();
  await expect(editor.name).toHaveValue('Scooters');
  await expect(editor.name).toBeEditable();
  await expectAccessible(page);
});

test('R14: shows a save whose answer was lost as saved, with one PUT', async ({
  page,
  sandbox,
  expectFailedRequests,
}) => {
  expectFailedRequests(502, 504);
  const editor = await openGroup(page, sandbox, name);
  sandbox.faults.add({ route: put, cut: 'after' });
  await editor.name.fill('Scooters');
  await editor.save.click();
  await expect(editor.saved).toBeVisible();
  expect(sandbox.state.requests().filter(({ route }) => route === put)).toHaveLength(1);
});

test('shows both values side by side if the service stored something else', async ({
  page,
  sandbox,
}) => {
  const editor = await openGroup(page, sandbox, name);
  const { id, profileId } = groupIn(sandbox, name);
  const other = {
    ThingsGroupId: id,
    ThingsGroupName: name,
    TelephonyProfileId: profileId,
    IMEIPrefix: '35',
    LockMasterImei: false,
  };
  sandbox.faults.add({ route: list, skip: 1, body: JSON.stringify([other]) });
  await editor.name.fill('Scooters');
  await editor.save.click();
  await expect(page.getByText(/reports other values than those that were sent/)).toBeVisible();
  await expect(page.getByText(`${name} · Unlocked · 35`)).toBeVisible();
  await expect(editor.name).toHaveValue('Scooters');
});

test('keeps the input over a reload, but not over sign-out or for another user', async ({
  page,
  sandbox,
}) => {
  const editor = await openGroup(page, sandbox, name);
  await editor.locked.click();
  await editor.prefix.fill('86056704');
  await page.reload();
  await expect(page.getByText(/^The page was loaded again/)).toBeVisible();
  await expect(editor.prefix).toHaveValue('86056704');
  await expect(editor.locked).toHaveAttribute('aria-pressed', 'true');
  const kept = () =>
    page.evaluate(() =>
      JSON.stringify([Object.values(localStorage), Object.values(sessionStorage)]),
    );
  await expect.poll(kept).toContain('86056704');

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('What you changed on this page is not saved.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Sign out and discard changes' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(kept).not.toContain('86056704');
  await signInByForm(page, 'admin', { stay: true });
  await page.goto(paths.group(groupIn(sandbox, name).id));
  await expect(editor.prefix).toHaveValue('');
  expect(bodies(sandbox)).toEqual([]);
});

test('asks once before leaving with unsaved changes, also on Back and on closing the tab', async ({
  page,
  context,
  sandbox,
}) => {
  const editor = await openGroup(page, sandbox, name);
  await page.getByRole('link', { name: 'Back to Thing Groups' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await editor.name.fill('Scooters');
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.goBack();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(editor.name).toHaveValue('Scooters');

  const other = await context.newPage();
  const asked = editorOf(other);
  await other.goto(paths.group(groupIn(sandbox, name).id));
  await asked.name.fill('Scooters');
  // Wait until the page has rendered the change: only then does the browser know that it must ask.
  await expect(asked.discard).toBeEnabled();
  await other.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  const question = other.waitForEvent('dialog');
  await other.close({ runBeforeUnload: true });
  const browserDialog = await question;
  expect(browserDialog.type()).toBe('beforeunload');
  await browserDialog.accept();

  await page.getByRole('navigation', { name: 'Main' }).getByText('Things').click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Things' })).toBeVisible();
  await page.goto(paths.group(groupIn(sandbox, name).id));
  await expect(editor.name).toHaveValue(name);
});

import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signInByForm, test } from './fixtures.ts';
import { bodies, editorOf, groupIn, openGroup, put } from './groupEditor.ts';

const name = 'Scooter Sharing';

test('R14: shows a save whose response was lost as saved, with one PUT', async ({
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

test('keeps the input across a reload, but not after sign-out or for another user', async ({
  page,
  sandbox,
}) => {
  const editor = await openGroup(page, sandbox, name);
  await editor.locked.click();
  await editor.prefix.fill('86056704');
  await page.reload();
  await expect(page.getByText(/^The page was reloaded/)).toBeVisible();
  await expect(editor.prefix).toHaveValue('86056704');
  await expect(editor.locked).toHaveAttribute('aria-pressed', 'true');
  const kept = () =>
    page.evaluate(() =>
      JSON.stringify([Object.values(localStorage), Object.values(sessionStorage)]),
    );
  await expect.poll(kept).toContain('86056704');

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('Your changes on this page are not saved.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Sign out and discard changes' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(kept).not.toContain('86056704');
  await signInByForm(page, 'admin', { stay: true });
  await page.goto(paths.group(groupIn(sandbox, name).id));
  await expect(editor.prefix).toHaveValue('');
  expect(bodies(sandbox)).toEqual([]);
});

test('asks once before leaving with unsaved changes, including on Back and when the tab is closed', async ({
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
  // Wait until the page has rendered the change; only then does the browser ask before leaving.
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

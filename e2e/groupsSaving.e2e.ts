import { paths } from '../src/paths.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { editorOf, groupIn, openGroup } from './groupEditor.ts';

const name = 'Scooter Sharing';

test('asks before leaving with unsaved changes, on Back and when the tab is closed', async ({
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
});

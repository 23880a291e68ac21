import { paths } from '../src/paths.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { bodies, editorOf, groupIn, openGroup, put } from './groupEditor.ts';

const name = 'Scooter Sharing';
const tac = '86056704';

test(
  'sends a lock only after the user has typed the number of SIMs that would lose service',
  { tag: '@long' },
  async ({ page, sandbox, sendHeldAnswers }) => {
    const editor = await openGroup(page, sandbox, name);
    await editor.locked.click();
    await editor.prefix.fill(tac);
    await editor.save.click();
    await expect(editor.confirmation).toContainText('Unlocked · no prefix');
    await expect(editor.confirmation).toContainText(`Locked · ${tac}`);
    const losing = sandbox.state
      .things()
      .filter(
        ({ ThingsGroupName, State, IMEI }) =>
          ThingsGroupName === name && State !== 'SUSPENDED' && !IMEI.startsWith(tac),
      ).length;
    await editor.typed.fill(String(losing + 1));
    await editor.typed.press('Enter');
    await expect(page.getByText(`Type ${losing} to confirm.`)).toBeVisible();
    await expect(editor.confirm).toBeDisabled();
    await expectAccessible(page);
    expect(bodies(sandbox)).toEqual([]);

    // Enter and a click in quick succession.
    sandbox.faults.add({ route: put, delayMs: 1 });
    await editor.typed.fill(String(losing));
    await editor.typed.press('Enter');
    await page.getByRole('button', { name: /^Sav/ }).dispatchEvent('click');
    await sendHeldAnswers();
    await expect(editor.saved).toBeVisible();
    expect(bodies(sandbox)).toEqual([
      expect.objectContaining({ IMEIPrefix: tac, LockMasterImei: true }),
    ]);
  },
);

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

import { expect, expectAccessible, test } from './fixtures.ts';
import { bodies, groupIn, openGroup, put } from './groupEditor.ts';

const locked = 'Electricity Meters North';
const unlocked = 'Scooter Sharing';
const tac = '86056704';

test(
  'sends a lock only after the user has typed the number of SIMs that would lose service',
  { tag: '@long' },
  async ({ page, sandbox, sendHeldAnswers }) => {
    const editor = await openGroup(page, sandbox, unlocked);
    await editor.locked.click();
    await editor.prefix.fill(tac);
    await editor.save.click();
    await expect(editor.confirmation).toContainText('Unlocked · no prefix');
    await expect(editor.confirmation).toContainText(`Locked · ${tac}`);
    const losing = sandbox.state
      .things()
      .filter(
        ({ ThingsGroupName, State, IMEI }) =>
          ThingsGroupName === unlocked && State !== 'SUSPENDED' && !IMEI.startsWith(tac),
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

test('7.4, 7.6: unlocking reads no SIMs; Undo locks again to exactly the previous prefix', async ({
  page,
  sandbox,
  clears,
}) => {
  const before = { ...groupIn(sandbox, locked) };
  const editor = await openGroup(page, sandbox, locked);
  const reads = () =>
    sandbox.state.requests().filter(({ route }) => route === 'GET /things').length;
  const sofar = reads();
  clears.expectClear(locked, 'lock');
  clears.expectClear(locked, 'prefix');
  await editor.unlocked.click();
  await editor.prefix.fill('');
  await editor.save.click();
  await editor.confirm.click();
  await expect(editor.saved).toBeVisible();
  expect(reads()).toBe(sofar);

  await editor.undo.click();
  await expect(editor.confirmation).toContainText(`Locked · ${before.imeiPrefix}`);
  await editor.typed.or(editor.confirm.and(page.locator('[aria-disabled="false"]'))).waitFor();
  const asked = /^([\d,]+) SIM/.exec(
    (await page.getByText(/SIMs? may lose service, based on/).textContent()) ?? '',
  );
  await editor.typed.fill(asked?.[1] ?? '');
  await editor.confirm.click();
  await expect.poll(() => bodies(sandbox)).toHaveLength(2);
  await expect(editor.saved).toBeVisible();
  expect(bodies(sandbox)[1]).toEqual({
    TelephonyProfileId: before.profileId,
    ThingsGroupName: before.name,
    IMEIPrefix: before.imeiPrefix,
    LockMasterImei: true,
  });
});

import { expect, expectAccessible, test } from './fixtures.ts';
import { bodies, openGroup, put } from './groupEditor.ts';

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

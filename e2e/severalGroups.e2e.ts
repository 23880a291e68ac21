import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { groupIn, put } from './groupEditor.ts';

/** Selects groups in the list, and opens the dialog that sets their lock. */
async function openDialog(page: Page, names: readonly string[]) {
  await signIn(page, 'writer', { at: paths.groups() });
  for (const name of names) {
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
  }
  await expect(page.getByText(`${names.length} selected`)).toBeVisible();
  await page.getByRole('button', { name: 'Set IMEI lock' }).click();
  return page.getByRole('dialog', { name: `Set IMEI lock of ${names.length} groups` });
}

const resultOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Results' }).getByRole('row', { name });

test('locks each group as suggested, and undoes a change', async ({ page, sandbox, clears }) => {
  const names = ['Scooter Sharing', 'Payment Terminals Retail'];
  const [first = '', second = ''] = names;
  const dialog = await openDialog(page, names);
  await dialog.getByRole('radio', { name: 'Lock each to its own suggestion' }).check();
  await expect(dialog.getByLabel(`New prefix for ${first}`)).toHaveValue('86056704');
  const asked = dialog.getByText(/SIMs? may lose service, based on/);
  await expect(asked).toBeVisible();
  await expectAccessible(page);
  const [number = ''] = (await asked.textContent())?.split(' ') ?? [];
  await dialog.getByLabel('Type to confirm').fill(number);
  await page.keyboard.press('Enter');
  await expect(resultOf(page, first)).toContainText('Saved');
  await expect(resultOf(page, second)).toContainText('Saved');
  await expectAccessible(page);

  clears.expectClear(first, 'lock');
  clears.expectClear(first, 'prefix');
  await resultOf(page, first).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(resultOf(page, first)).toContainText('Undone');
  expect(groupIn(sandbox, first)).toMatchObject({ lockMasterImei: false, imeiPrefix: '' });
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Set IMEI lock' })).toBeFocused();
});

test.describe('in dark mode on a phone', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 390, height: 800 } });

  test(
    'asks before leaving during a run, and then reports which changes were sent and which were not',
    { tag: '@long' },
    async ({ page, sandbox, clears }) => {
      const names = ['Electricity Meters North', 'Construction Site Cameras'];
      const [first = '', second = ''] = names;
      const dialog = await openDialog(page, names);
      await dialog.getByRole('radio', { name: 'Unlock' }).check();
      await expectAccessible(page);
      sandbox.faults.add({ route: put, hang: true });
      const isSent = () => sandbox.state.requests().some(({ route }) => route === put);
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await expect.poll(isSent).toBe(true);
      await page.keyboard.press('Escape');
      const stop = page.getByRole('button', { name: 'Stop' });
      await expect(stop).toBeVisible();
      const { x = 0, width = 0 } = (await stop.boundingBox()) ?? {};

      const questions: string[] = [];
      page.on('dialog', async (question) => {
        questions.push(question.type());
        await question.accept();
      });
      await page.reload();
      expect(questions).toEqual(['beforeunload']);
      await expect(page.getByText(/: 1 outcome unknown, 1 not sent\.$/)).toBeVisible();
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(resultOf(page, first)).toContainText('may or may not have been saved');
      await expect(resultOf(page, second)).toContainText('Not sent');
      await expectAccessible(page);
      const done = page.getByRole('button', { name: 'Done' });
      // A press of Stop that is late by a moment must not close the results.
      expect((await done.boundingBox())?.x).toBeGreaterThan(x + width);
      await done.click();
      await expect(page.getByText(/You left this page while the IMEI lock/)).toBeHidden();
      expect(groupIn(sandbox, second).lockMasterImei).toBe(true);
      expect(clears.seen()).toEqual([]);
    },
  );
});

import { paths } from '../src/paths.ts';
import { expect, signOut, test } from './fixtures.ts';

test('a support agent finds a SIM among 5,000 and locks its group to an IMEI prefix', async ({
  page,
  sandbox,
}) => {
  const things = sandbox.state.things();
  expect(things).toHaveLength(5_000);
  const sim = things.find(({ ThingsGroupName }) => ThingsGroupName === 'Scooter Sharing');
  const imei = sim?.IMEI ?? '';
  const tac = imei.slice(0, 8);

  await page.goto(paths.home());
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await page.getByLabel('Username').fill('writer');
  await page.getByLabel('Password').fill('sandbox-writer');
  await page.getByRole('button', { name: 'Sign in' }).click();

  await expect(page.getByRole('heading', { name: 'Things' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Things' });
  await expect(table.getByRole('row')).toHaveCount(26);
  await page
    .getByRole('region', { name: 'Filters' })
    .getByLabel('ICCID')
    .fill(sim?.ExternalUniqueId ?? '');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText(imei);

  await table.getByRole('link', { name: 'Scooter Sharing' }).click();
  await expect(page.getByRole('heading', { name: 'Scooter Sharing' })).toBeFocused();
  const lock = page.getByRole('group', { name: 'IMEI lock' });
  const unlocked = lock.getByRole('button', { name: 'Unlocked' });
  await expect(unlocked).toHaveAttribute('aria-pressed', 'true');
  await lock.getByRole('button', { name: 'Locked', exact: true }).click();
  await page.getByLabel('IMEI prefix (TAC)').fill(tac);
  await page.getByRole('button', { name: 'Save' }).click();

  const dialog = page.getByRole('dialog', { name: 'Confirm IMEI lock change' });
  await expect(dialog).toContainText(`Locked · ${tac}`);
  const losing = things.filter(
    ({ ThingsGroupName, State, IMEI }) =>
      ThingsGroupName === 'Scooter Sharing' && State !== 'SUSPENDED' && !IMEI?.startsWith(tac),
  );
  await dialog.getByLabel('Type to confirm').fill(String(losing.length));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Saved. The service reports exactly what was sent.')).toBeVisible();

  const stored = sandbox.state.groups().find(({ name }) => name === 'Scooter Sharing');
  expect(stored).toMatchObject({ imeiPrefix: tac, lockMasterImei: true });
  expect(sandbox.state.puts().map(({ body }) => body)).toEqual([
    {
      TelephonyProfileId: stored?.profileId,
      ThingsGroupName: 'Scooter Sharing',
      IMEIPrefix: tac,
      LockMasterImei: true,
    },
  ]);

  await signOut(page);
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await page.goto(paths.home());
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

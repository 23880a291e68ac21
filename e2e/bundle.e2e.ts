import { paths } from '../src/paths.ts';
import { readZip } from './files.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';

test('a support bundle of one SIM or a work set contains masked data for support, and sends nothing', async ({
  page,
  sandbox,
}) => {
  const thing = sandbox.state.things().find(({ MSISDN, LastLocation }) => MSISDN && LastLocation);
  const { ExternalUniqueId: iccid = '', MSISDN = '', ActiveMobileSubscriber = '' } = thing ?? {};
  await signIn(page, 'writer', { at: paths.groups() });
  await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
  await page.getByRole('link', { name: 'Things', exact: true }).click();
  await page.getByRole('combobox', { name: 'Find a SIM' }).fill(iccid);
  await page.getByRole('combobox', { name: 'Find a SIM' }).press('Enter');
  await page.getByRole('table', { name: 'Things' }).getByRole('link', { name: iccid }).click();
  await page.getByRole('button', { name: 'Support bundle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Support bundle' });
  await expect(dialog.getByRole('region', { name: 'Contents' })).toContainText('calls.txt');
  await dialog.getByRole('button', { name: 'Show the hints' }).click();
  await expectAccessible(page);

  const sent = sandbox.state.requests().length;
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save bundle' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^support_${iccid}_\\d{4}-\\d\\d-\\d\\dT\\d{4}Z\\.zip$`),
  );
  const files = await readZip(download);
  expect([...files.keys()]).toEqual([
    'readme.txt',
    'records.json',
    'records.csv',
    'thing-groups.json',
    'hints.txt',
    'notes.txt',
    'calls.txt',
  ]);
  expect(files.get('readme.txt')).toContain('Environment: Sandbox');
  const records: unknown = JSON.parse(files.get('records.json') ?? '');
  expect(records).toMatchObject([
    { iccid, record: { ExternalUniqueId: iccid, MSISDN: expect.stringMatching(/^\*+\d{4}$/) } },
  ]);
  expect(files.get('thing-groups.json')).toContain(thing?.ThingsGroupName);
  expect(files.get('hints.txt')).toContain('What the record shows:');
  expect(files.get('calls.txt')).toMatch(/Request ID: req_/);
  const all = [...files.values()].join('\n');
  for (const secret of [MSISDN, ActiveMobileSubscriber, String(thing?.LastLocation?.Latitude)]) {
    expect(all).not.toContain(secret);
  }
  await expect(dialog.getByText(/^Saved as support_/)).toBeVisible();
  await expectAccessible(page);
  expect(sandbox.state.requests()).toHaveLength(sent);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Support bundle' })).toBeFocused();

  await page.goto(paths.things('size=50'));
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Add to work set' }).click();
  await page.getByRole('link', { name: 'Work set (50)' }).click();
  await page.setViewportSize({ width: 400, height: 800 });
  await page.getByRole('button', { name: 'Support bundle' }).click();
  await dialog.getByRole('checkbox', { name: 'Mask IMSI, MSISDN and positions' }).uncheck();
  await expectAccessible(page);
  const savingSet = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save bundle' }).click();
  const set = await savingSet;
  expect(set.suggestedFilename()).toMatch(/^support_50-SIMs_.*Z\.zip$/);
  const open = await readZip(set);
  expect(open.get('records.csv')?.trim().split('\r\n')).toHaveLength(51);
  expect(open.get('readme.txt')).toContain('Nothing is masked');
});

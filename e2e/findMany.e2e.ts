import { readFile } from 'node:fs/promises';

import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { mailLine } from './mailLines.ts';

const many = 5_000;

test('sixty identifiers from an email become a table, a file and a work set', async ({
  page,
  context,
  sandbox,
  expectFailedRequests,
  passTime,
}) => {
  expectFailedRequests(429);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await page.getByRole('link', { name: 'Find many' }).click();
  await expect(page.getByRole('heading', { name: 'Find many' })).toBeFocused();
  await expectAccessible(page);
  const things = sandbox.state
    .things()
    .filter(({ IMEI, MSISDN = '' }) => /^35\d{13}$/.test(IMEI) && MSISDN.length > 9)
    .slice(0, 60);
  const mail = [
    'Hello team,',
    ...things.map(mailLine),
    '8.98823E+18',
    `"${things[0]?.ExternalUniqueId}"`,
    '8988999999999999999',
  ].join('\r\n');
  await page.evaluate(async (text) => navigator.clipboard.writeText(text), mail);
  const field = page.getByRole('textbox', { name: 'Identifiers' });
  await field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(page.getByText(/^71 identifiers \(/)).toBeVisible();

  const before = sandbox.state.requests().filter(({ route }) => route === 'GET /things').length;
  await page.getByText(/^One by one: /).click();
  sandbox.faults.add({ route: 'GET /things', status: 429, retryAfter: '60', skip: 5 });
  const finding = page.getByRole('progressbar', { name: 'Finding' });
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(finding).toBeVisible();
  await expect(page.getByText('Trying again in')).toBeVisible();
  await expectAccessible(page);
  await passTime(65);
  await expect(page.getByRole('heading', { name: '60 SIMs found, 4 lines not found' })).toBeFocused(
    {
      timeout: 30_000,
    },
  );
  const calls = sandbox.state.requests().filter(({ route }) => route === 'GET /things');
  expect(calls.length - before).toBeLessThan(110);

  const found = page.getByRole('table', { name: 'Found', exact: true });
  const row = found.getByRole('row').filter({ hasText: things[1]?.ExternalUniqueId ?? '' });
  await expect(row).toContainText('IMEI: ');
  const missing = page.getByRole('table', { name: 'Not found' });
  await expect(missing.getByRole('row')).toHaveCount(5);
  await expect(missing).toContainText('Digits lost');
  await expect(missing).toContainText('Duplicate of line 2.');
  await expect(missing).toContainText('No SIM has this ICCID.');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Copy ICCIDs' }).click();
  const copied = async () =>
    (await page.evaluate(async () => navigator.clipboard.readText())).split('\n').toSorted();
  await expect
    .poll(copied)
    .toEqual(things.map(({ ExternalUniqueId }) => ExternalUniqueId).toSorted());
  await page.getByRole('button', { name: 'Export' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Start export' }).click();
  const csv = await readFile(await (await saving).path(), 'utf8');
  expect(csv.trimEnd().split('\r\n')).toHaveLength(61);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Add to work set' }).click();
  await expect(page.getByText('60 added.')).toBeVisible();

  // The results stay visible while one result is open.
  await row.getByRole('link', { name: things[1]?.ExternalUniqueId ?? '' }).click();
  await expect(
    page.getByRole('heading', { name: things[1]?.ExternalUniqueId ?? '' }),
  ).toBeVisible();
  await page.goBack();
  await expect(found).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue(mail.replaceAll('\r\n', '\n'));
});

test(
  'a pasted list of any length is rendered in parts, and copied completely',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page);
    await page.getByRole('link', { name: 'Find many' }).click();
    const lines = Array.from({ length: 4 * many }, (_, row) => `89882280666${10_000_000 + row}`);
    const copied = async () => page.evaluate(async () => navigator.clipboard.readText());
    await page.evaluate(async (text) => navigator.clipboard.writeText(text), lines.join('\r\n'));
    const field = page.getByRole('textbox', { name: 'Identifiers' });
    await field.focus();
    await page.keyboard.press('ControlOrMeta+V');
    await expect(page.getByText(/^Lines 19,501 to 20,000 of 20,000 are shown/)).toBeVisible();
    await expect(field).toHaveValue(lines.slice(-500).join('\n'));
    await expect(page.getByText(/^5,000 identifiers/)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.type('1');
    await page.getByRole('button', { name: 'Edit line 3', exact: true }).click();
    await expect(field).toBeFocused();
    await page.keyboard.type('x');
    await expect(field).toHaveValue([...lines.slice(0, 2), 'x', ...lines.slice(3, 500)].join('\n'));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+X');
    await expect(field).toHaveValue('');
    expect(await copied()).toBe(`${lines.with(2, 'x').join('\n')}1`);
    await page.getByRole('button', { name: 'Restore the previous text' }).click();
    await expect(field).toHaveValue([...lines.slice(0, 2), 'x', ...lines.slice(3, 500)].join('\n'));
  },
);

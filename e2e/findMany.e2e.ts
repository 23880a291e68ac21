import { expect, expectAccessible, signIn, test } from './fixtures.ts';

const many = 5_000;

test('a pasted list is found, and survives Back and reload', async ({ page, context, sandbox }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await page.getByRole('link', { name: 'Find many' }).click();
  await expect(page.getByRole('heading', { name: 'Find many' })).toBeFocused();
  const [iccid = '', other = ''] = sandbox.state
    .things()
    .map(({ ExternalUniqueId }) => ExternalUniqueId);
  const mail = ['Hello team,', `- ${iccid}`, `- ${other}`];
  await page.evaluate(async (text) => navigator.clipboard.writeText(text), mail.join('\r\n'));
  const field = page.getByRole('textbox', { name: 'Identifiers' });
  await field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByRole('heading', { name: '2 SIMs found, 1 line not found' })).toBeFocused();

  // The results stay visible while one result is open.
  const found = page.getByRole('table', { name: 'Found', exact: true });
  await found.getByRole('link', { name: iccid }).click();
  await expect(page.getByRole('heading', { name: iccid })).toBeVisible();
  await page.goBack();
  await expect(found).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue(mail.join('\n'));
});

test(
  'a pasted list of any length is rendered in parts, and copied completely',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page);
    await page.getByRole('link', { name: 'Find many' }).click();
    await expect(page.getByRole('heading', { name: 'Find many' })).toBeFocused();
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

import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';

for (const { look, colorScheme, width } of [
  { look: 'light, wide', colorScheme: 'light', width: 1440 },
  { look: 'dark, phone', colorScheme: 'dark', width: 390 },
] as const) {
  test.describe(look, () => {
    test.use({ colorScheme, viewport: { width, height: 840 } });

    test('Find a SIM is accessible when open, with many values, and without results', async ({
      page,
    }) => {
      await signIn(page);
      const field = page.getByRole('combobox', { name: 'Find a SIM' });
      await field.fill('356846100043219');
      await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(5);
      await expectAccessible(page);
      await field.fill('8988228066600012341, 8949012000001234567');
      await expect(page.getByText('2 values pasted')).toBeVisible();
      await expectAccessible(page);
      await page.goto(paths.things('IMEI=262011234567890'));
      await expect(page.getByRole('button', { name: 'IMSI 262011234567890' })).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test('the label of an interpretation is on one line, aligned with its reason', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 840 });
  await signIn(page);
  await page.getByRole('combobox', { name: 'Find a SIM' }).fill('meter');
  const name = page.getByRole('option').filter({ hasText: 'Thing name' }).locator('span').first();
  const lines = () =>
    name.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length;
    });
  await expect.poll(lines).toBe(1);
});

const isFilter = (name: string) => name.startsWith('filterBy');

test('finds any SIM by / and a paste of its ICCID with noise, IMEI, IMSI, MSISDN or name', async ({
  page,
  sandbox,
}) => {
  await signIn(page);
  const table = page.getByRole('table', { name: 'Things' });
  const field = page.getByRole('combobox', { name: 'Find a SIM' });
  await expect(table).toBeVisible();
  const thing = sandbox.state
    .things()
    .find(({ IMEI, MSISDN = '' }) => IMEI.length === 15 && MSISDN.length > 9);
  const iccid = thing?.ExternalUniqueId ?? '';
  const texts = [
    `ICCID: ${iccid.slice(0, 4)} ${iccid.slice(4, 10)}-${iccid.slice(10)}F`,
    `IMEI ${thing?.IMEI}`,
    thing?.ActiveMobileSubscriber ?? '',
    `+${thing?.MSISDN}`,
    `"${thing?.ThingName}"`,
  ];
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  for (const text of texts) {
    await page.goto(paths.things());
    await expect(table.getByRole('row')).toHaveCount(26);
    const before = sandbox.state.requests().length;
    await field.fill(text);
    await field.press('Enter');
    await expect(table.getByRole('row').filter({ hasText: iccid })).toHaveCount(1);
    await expect(table.getByRole('row')).not.toHaveCount(26);
    // Ignores the prefetched page of the whole list, which has no filter.
    const calls = sandbox.state.requests().slice(before);
    const searches = calls.filter(({ query }) => Object.keys(query).some(isFilter));
    expect(searches.map(({ route }) => route)).toEqual(['GET /things']);
  }
});

test('offers the values of a column pasted from a spreadsheet one by one', async ({
  page,
  sandbox,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  const [a, b] = sandbox.state.things();
  await page.getByRole('table', { name: 'Things' }).waitFor();
  await page.evaluate(
    async (text) => navigator.clipboard.writeText(text),
    `ICCID\r\n${a?.ExternalUniqueId}\r\n${b?.ExternalUniqueId}\r\n`,
  );
  const field = page.getByRole('combobox', { name: 'Find a SIM' });
  await field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2);
  await page.getByRole('option', { name: new RegExp(b?.ExternalUniqueId ?? '') }).click();
  await expect(page).toHaveURL(new RegExp(`\\?ExternalUniqueId=${b?.ExternalUniqueId}$`));
});

import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';

const listCalls = (sandbox: Sandbox) =>
  sandbox.state.requests().filter(({ route }) => route === 'GET /things');

async function openRow(page: Page, row: number): Promise<string> {
  const link = page.getByRole('table', { name: 'Things' }).locator('tbody th a').nth(row);
  const iccid = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { name: iccid })).toBeVisible();
  return iccid;
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('one Thing opens beside the list without a call, and Escape returns to its row', async ({
    page,
    sandbox,
  }) => {
    await signIn(page, 'writer', { at: `${paths.things()}?State=ACTIVE&size=10` });
    await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
    const iccid = await openRow(page, 3);
    await expect(page).toHaveURL(new RegExp(`/things/${iccid}\\?State=ACTIVE&size=10$`));
    await expect(page.getByRole('heading', { name: iccid })).toBeFocused();
    await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Position/ })).toBeVisible();
    await expectAccessible(page);
    const ofOne = listCalls(sandbox).filter(({ query }) => 'filterBy[ExternalUniqueId]' in query);
    expect(ofOne).toEqual([]);

    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/things\?State=ACTIVE&size=10$/);
    await expect(page.getByRole('link', { name: iccid })).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('heading', { name: iccid })).toBeVisible();
  });

  test('the map shows the page’s SIMs, and overlapping SIMs as one marker with a list', async ({
    page,
  }) => {
    await signIn(page, 'writer', { at: `${paths.things()}?size=50&map=1` });
    const map = page.getByRole('region', { name: 'Map of the SIMs on this page' });
    await expect(map).toBeVisible();
    await expect(page.getByText(/^\d+ of 50 SIMs on this page are shown on the map/)).toBeVisible();
    await expectAccessible(page);
    const cluster = map.getByRole('button', { name: /SIMs in this area/ }).first();
    await cluster.press('Enter');
    const members = map.getByRole('listitem').getByRole('link');
    // The map is redrawn when its width changes, so the number may change.
    const surplus = async () => (await members.count()) - Number(await cluster.textContent());
    await expect.poll(surplus).toBe(0);
    const iccid = /\d{18,20}/.exec((await members.first().textContent()) ?? '')?.[0] ?? '';
    await members.first().press('Enter');
    await expect(page.getByRole('heading', { name: iccid })).toBeVisible();
    await page.getByRole('link', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Map' }).click();
    await expect(map).toBeHidden();
    await expect(page).toHaveURL(/\/things\?size=50$/);
  });
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('one Thing is a page of its own, read without the list, and Back returns to the same rows', async ({
    page,
    sandbox,
  }) => {
    await signIn(page);
    const [thing] = sandbox.state.things();
    const iccid = thing?.ExternalUniqueId ?? '';
    await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
    await expect.poll(() => listCalls(sandbox).length).toBe(2);
    await page.goto(paths.thing(iccid, 'State=ACTIVE'));
    await expect(page.getByRole('heading', { name: iccid })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Identity' })).toBeVisible();
    expect(listCalls(sandbox).slice(2)).toMatchObject([
      { query: { 'filterBy[ExternalUniqueId]': iccid } },
    ]);
    await expectAccessible(page);
    await page.getByRole('link', { name: '← Back to Things' }).click();
    await expect(page).toHaveURL(/\/things\?State=ACTIVE$/);
    await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
  });
});

test(
  'explains why a SIM might have no service, and copies the reasons for a ticket',
  { tag: '@long' },
  async ({ page, context, sandbox }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page);
    const thing = sandbox.state
      .things()
      .find((candidate) => Reflect.get(candidate, 'State') === 'SUSPENDED');
    await page.goto(paths.thing(thing?.ExternalUniqueId ?? ''));
    const card = page.getByRole('region', { name: 'Why might this SIM have no service?' });
    await expect(card.getByRole('listitem').first()).toContainText('Fact');
    await expect(card).toContainText('The state is SUSPENDED');
    // The gateway knows the lock once any test in this worker has listed the groups.
    await expect(card).toContainText(
      /was not looked up|The IMEI lock of its Thing Group is off \(as listed at /,
    );
    await card.getByRole('button', { name: 'Copy ticket text' }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain(`ICCID: ${thing?.ExternalUniqueId}`);
    expect(await copied()).toMatch(/request ID req_[0-9a-f]+$/);

    // If the groups have been read before, the lock is known without a call.
    await page.getByRole('link', { name: 'Thing Groups' }).click();
    await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
    await page.goBack();
    await expect(card).not.toContainText('was not looked up');
  },
);

test(
  'every field can be searched and copied, and related SIMs are one click away',
  { tag: '@long' },
  async ({ page, context, sandbox }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page);
    const [thing] = sandbox.state.things();
    const iccid = thing?.ExternalUniqueId ?? '';
    await page.goto(paths.thing(iccid));
    const fields = page.getByRole('region', { name: 'All fields' });
    await fields.getByRole('searchbox', { name: 'Search fields' }).fill('accuracyinkm');
    await expect(fields.getByText(/^1 of \d+ fields\.$/)).toHaveRole('status');
    await expect(fields.getByRole('term')).toHaveText(['LastLocation.AccuracyInKM']);
    await fields.getByRole('button', { name: 'Copy as JSON' }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toMatch(/^\{/);
    expect(JSON.parse(await copied())).toEqual(thing);

    await page.getByRole('link', { name: 'Same cell (Cell ID and LAC)' }).click();
    await expect(page).toHaveURL(new RegExp(`CellId=${thing?.CellId}&Lac=${thing?.Lac}$`));
    await expect(
      page.getByRole('table', { name: 'Things' }).getByRole('link', { name: iccid }),
    ).toBeVisible();
  },
);

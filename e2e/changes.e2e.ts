import type { Browser, Page } from '@playwright/test';

import { readConfig } from '../src/gateway/ops/config.ts';
import { startGateway } from '../src/gateway/server.ts';
import { paths } from '../src/paths.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { readCsv } from './files.ts';
import { expect, expectAccessible, signIn, test as base } from './fixtures.ts';
import { bodies, changeDirectly, editorOf, groupIn, openGroup, put } from './groupEditor.ts';

const name = 'Scooter Sharing';

/** Each test has its own gateway, with an empty history. */
const test = base.extend({
  gateway: async ({ world }, use) => {
    const config = readConfig({ PORT: '0' });
    const gateway = await startGateway({ config, upstream: world.clears.fetch });
    await use(gateway);
    await gateway.close();
  },
});

/** Opens the group in a separate browser. */
async function openElsewhere(browser: Browser, origin: string, sandbox: Sandbox, username: string) {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  const page = await context.newPage();
  const editor = await openGroup(page, sandbox, name, username);
  return { context, page, editor };
}

/** Confirms, with the number of SIMs if requested. */
async function confirm(page: Page) {
  const editor = editorOf(page);
  await expect(editor.confirmation).toBeVisible();
  await editor.typed.or(editor.confirm.and(page.locator('[aria-disabled="false"]'))).waitFor();
  if (await editor.typed.isVisible()) {
    const asked = /(?<count>[\d,]+) SIMs? may lose service, by/.exec(
      await editor.confirmation.innerText(),
    );
    await editor.typed.fill(asked?.groups?.['count'] ?? '');
  }
  await editor.confirm.click();
}

const table = (page: Page) => page.getByRole('table', { name: 'Changes' });

/** The rows of the table, without the time: who, group, before, after, outcome. */
async function rows(page: Page): Promise<string[][]> {
  await expect(table(page)).toBeVisible();
  // In one call: the page may render other rows between two calls.
  const texts = await table(page)
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) =>
        Array.from(row.querySelectorAll('td'), (cell) => cell.innerText).slice(0, 5),
      ),
    );
  return texts.map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()));
}

const anyTime = String.raw`\d\d:\d\d`;

test('C4: a lock made in one browser and changed by another client is undone in a third, and every change is recorded', async ({
  page,
  browser,
  sandbox,
  gateway,
}) => {
  const group = { ...groupIn(sandbox, name) };
  const editor = await openGroup(page, sandbox, name);
  await editor.locked.click();
  await editor.prefix.fill('35693803');
  await editor.save.click();
  await confirm(page);
  await expect(editor.saved).toBeVisible();

  await changeDirectly(sandbox, group.id, {
    TelephonyProfileId: group.profileId,
    ThingsGroupName: name,
    IMEIPrefix: '35693803',
    LockMasterImei: false,
  });

  const third = await openElsewhere(browser, gateway.origin, sandbox, 'admin');
  const history = third.page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem').first()).toContainText('Changed outside this console');
  await history.getByRole('button', { name: 'Use these values' }).first().click();
  await expect(third.editor.locked).toHaveAttribute('aria-pressed', 'true');
  await expect(third.editor.prefix).toHaveValue('35693803');
  await expect(third.page.getByText(/^The form has the values from before/)).toBeVisible();
  expect(bodies(sandbox)).toHaveLength(2);
  await third.editor.save.click();
  await confirm(third.page);
  await expect(third.editor.saved).toBeVisible();
  await expect(history.getByText('admin')).toBeVisible();
  await third.context.close();

  // The page and the service's own log agree, row by row.
  await page.getByRole('link', { name: 'Changes' }).click();
  await expect(table(page).getByRole('row')).toHaveCount(4);
  const seen = await rows(page);
  const locked = (body: unknown) => {
    const isLocked = Reflect.get(Object(body), 'LockMasterImei') === true;
    return `${isLocked ? 'Locked' : 'Unlocked'} ${String(Reflect.get(Object(body), 'IMEIPrefix'))}`;
  };
  expect(seen.map(([, , , after]) => after)).toEqual(bodies(sandbox).toReversed().map(locked));
  expect(seen.map(([who, , before]) => [who, before])).toEqual([
    ['admin', 'Unlocked 35693803'],
    ['not known', 'Locked 35693803'],
    ['writer', 'Unlocked'],
  ]);
  expect(seen[0]?.[4]).toMatch(new RegExp(`Saved, confirmed by the list of ${anyTime}$`));
  expect(seen[1]?.[4]).toMatch(
    new RegExp(
      `Changed outside this console (at about ${anyTime}|between ${anyTime} and ${anyTime})$`,
    ),
  );
});

test('C2: each possible outcome of a change has its words', async ({
  page,
  sandbox,
  expectFailedRequests,
}) => {
  expectFailedRequests(409, 502, 504);
  const editor = await openGroup(page, sandbox, name);
  await editor.name.fill('Field Test');
  await editor.save.click();
  await expect(editor.conflict).toBeVisible();
  await editor.conflict.getByRole('button', { name: 'Keep editing' }).click();

  sandbox.faults.add({ route: put, cut: 'after' });
  await editor.name.fill('Scooters');
  await editor.save.click();
  await expect(editor.saved).toBeVisible();

  sandbox.faults.add({ route: put, cut: 'before' });
  await editor.name.fill('Scooters of the city');
  await editor.save.click();
  await expect(
    page.getByText(/^It was not stored: the service reports the group as it was/),
  ).toBeVisible();
  await editor.discard.click();

  await page.goto(paths.changes());
  await expect(table(page).getByRole('row')).toHaveCount(4);
  const outcomes = (await rows(page)).map((cells) => cells[4]);
  expect(outcomes[2]).toMatch(/Refused \(409\): .*"Field Test" already exists/);
  expect(outcomes[1]).toMatch(
    new RegExp(`Saved, seen in the list of ${anyTime}; the answer was lost$`),
  );
  expect(outcomes[0]).toMatch(
    new RegExp(
      `Not seen in the list of ${anyTime}, which shows the group as it was before; the answer was lost$`,
    ),
  );
  await expectAccessible(page);
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await table(page)
      .getByRole('cell')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    expect(cut, `cells that are cut off at ${width} px`).toBe(0);
  }
});

test('C4: the filter and the export are those of the address', async ({
  page,
  sandbox,
  expectFailedRequests,
}) => {
  expectFailedRequests(400);
  const editor = await openGroup(page, sandbox, name);
  const names = Array.from({ length: 3 }, (_, index) => `Scooters ${index + 1}`);
  for (const next of names) {
    await editor.name.fill(next);
    await editor.save.click();
    await expect(editor.saved).toBeVisible();
  }
  const today = await page.evaluate(() => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  });
  await page.goto(paths.changes(`outcome=saved&from=${today}&to=${today}`));
  await expect(table(page).getByRole('row')).toHaveCount(4);
  await expect(page.getByLabel('Outcome')).toHaveValue('saved');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^changes_outcome-saved_from-.*_complete\.csv$/);
  const [heads = [], ...cells] = await readCsv(download);
  expect(cells.map((row) => row[heads.indexOf('Name after')])).toEqual(names.toReversed());
  expect(cells.map((row) => row[heads.indexOf('Who')])).toEqual(['writer', 'writer', 'writer']);

  await page.getByLabel('Thing Group').fill('no such group');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No recorded change matches these filters.')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('group')).toBe('no such group');
  await expectAccessible(page);
  await page.goBack();
  await expect(table(page).getByRole('row')).toHaveCount(4);
  await expect(page.getByLabel('Thing Group')).toHaveValue('');
  await page.goto(paths.changes('before=nonsense&from=tomorrow'));
  await expect(
    page.getByText('Left out, since the address has no valid value for it: from, before.'),
  ).toBeVisible();
});

test('C4: pages are turned by a cursor in the address', async ({ page, sandbox }) => {
  await signIn(page, 'writer', { at: paths.changes() });
  await expect(page.getByText(/^No change was recorded yet/)).toBeVisible();
  await expectAccessible(page);
  const groups = sandbox.state.groups().map((group) => ({ ...group }));
  for (const round of [1, 2, 3]) {
    for (const group of groups) sandbox.changeGroup(group.id, { name: `${group.name} ${round}` });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(
      page.getByRole('cell', { name: `${groups[0]?.name} ${round}` }).first(),
    ).toBeVisible();
  }
  await expect(table(page).getByRole('row')).toHaveCount(26);
  const first = await rows(page);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/[?]before=/);
  // Fewer than a page: the earlier rows are gone.
  await expect(table(page).getByRole('row')).toHaveCount(3 * groups.length - 25 + 1);
  const second = await rows(page);
  for (const row of second) expect(first).not.toContainEqual(row);
  await page.reload();
  await expect.poll(() => rows(page)).toEqual(second);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(page).not.toHaveURL(/before=/);
  await expect.poll(() => rows(page)).toEqual(first);
});

test('a conflict names who was faster', async ({ page, browser, sandbox, gateway }) => {
  const editor = await openGroup(page, sandbox, name);
  await editor.name.fill('Mine');
  const other = await openElsewhere(browser, gateway.origin, sandbox, 'admin');
  await other.editor.name.fill('Theirs');
  await other.editor.save.click();
  await expect(other.editor.saved).toBeVisible();
  await other.context.close();
  await editor.save.click();
  await expect(editor.conflict).toBeVisible();
  await expect(
    editor.conflict.getByText(new RegExp(`^Changed by admin at ${anyTime}`)),
  ).toBeVisible();
  await expectAccessible(page);
  await editor.conflict.getByRole('button', { name: 'Keep editing' }).click();

  const { id } = groupIn(sandbox, 'Theirs');
  sandbox.changeGroup(id, { imeiPrefix: '86056704' });
  await editor.save.click();
  await expect(
    editor.conflict.getByText(
      /^Changed outside this console (?:at about|between) .* Changed by admin at/,
    ),
  ).toBeVisible();
});

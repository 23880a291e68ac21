import type { Browser, Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { expect, signIn, test as base } from './fixtures.ts';
import { bodies, changeDirectly, editorOf, groupIn, openGroup } from './groupEditor.ts';
import { useGateway } from './world.ts';

const name = 'Scooter Sharing';

/** Each test has its own gateway, with an empty history. */
const test = base.extend({
  gateway: async ({ world }, use) => useGateway(use, {}, world.clears.fetch),
});

/** Opens the group in a separate browser. */
async function openElsewhere(browser: Browser, origin: string, sandbox: Sandbox, username: string) {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  const page = await context.newPage();
  return { context, page, editor: await openGroup(page, sandbox, name, username) };
}

/** Confirms, and types the number of SIMs if requested. */
async function confirm(page: Page) {
  const editor = editorOf(page);
  await expect(editor.confirmation).toBeVisible();
  await editor.typed.or(editor.confirm.and(page.locator('[aria-disabled="false"]'))).waitFor();
  if (await editor.typed.isVisible()) {
    const asked = /(?<count>[\d,]+) SIMs? may lose service, based on/.exec(
      await editor.confirmation.innerText(),
    );
    await editor.typed.fill(asked?.groups?.['count'] ?? '');
  }
  await editor.confirm.click();
}

const table = (page: Page) => page.getByRole('table', { name: 'Changes' });

/** The table's rows without the time: user, group, before, after, outcome. */
async function rows(page: Page): Promise<string[][]> {
  await expect(table(page)).toBeVisible();
  // Read in one call, because the page may render other rows between two calls.
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

test('C4: a lock made in one browser and changed by another client is undone in a second browser, and all changes are recorded', async ({
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
  await expect(third.page.getByText(/^The values from before the change on/)).toBeVisible();
  expect(bodies(sandbox)).toHaveLength(2);
  await third.editor.save.click();
  await confirm(third.page);
  await expect(third.editor.saved).toBeVisible();
  await expect(history.getByText('admin')).toBeVisible();
  await third.context.close();

  // The page matches the service's own log, row by row.
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
  expect(seen[0]?.[4]).toMatch(new RegExp(`Saved, confirmed by the list read at ${anyTime}$`));
  expect(seen[1]?.[4]).toMatch(
    new RegExp(
      `Changed outside this console (at about ${anyTime}|between ${anyTime} and ${anyTime})$`,
    ),
  );
});

test('refuses dates that do not exist or are half typed', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'writer', { at: paths.changes() });
  const from = page.getByLabel('From');
  for (const typed of ['02312026', '0231']) {
    await from.focus();
    await page.keyboard.type(typed);
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(from).toBeFocused();
    await expect(from).toHaveJSProperty('validity.badInput', true);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(from).toHaveJSProperty('validity.badInput', false);
  }
});

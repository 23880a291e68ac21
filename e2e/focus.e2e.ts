import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { expect, signIn, test } from './fixtures.ts';
import { hiddenFocus } from './layoutChecks.ts';

/** Opens each page in turn, with some content, and runs a check on it. */
async function onEachPage(
  page: Page,
  sandbox: Sandbox,
  check: (name: string) => Promise<void>,
): Promise<void> {
  const iccids = sandbox.state.things().map(({ ExternalUniqueId }) => ExternalUniqueId);
  const addresses = {
    Things: paths.things(),
    'one Thing': paths.thing(iccids[0] ?? ''),
    'Thing Groups': paths.groups(),
    'the group editor': paths.group(sandbox.state.groups()[0]?.id ?? ''),
    Changes: paths.changes(),
    Fleet: paths.fleet(),
    'the SIMs of the fleet': paths.fleet('sims'),
    'what changed of SIMs': paths.fleet('changes'),
    Alerts: paths.alerts(),
    'a comparison': paths.compare(...iccids.slice(0, 4)),
  };
  await signIn(page);
  // The list fills the inventory.
  await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
  for (const [name, address] of Object.entries(addresses)) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading')).toHaveCount(0);
    await check(name);
  }

  await page.goto(paths.fleet('sims'));
  await page
    .getByRole('checkbox', { name: /^Select \d/ })
    .first()
    .check();
  await check('the SIMs of the fleet, with a selection');

  await page.goto(paths.find());
  await page.getByRole('textbox', { name: 'Identifiers' }).fill(`${iccids[0]}\nnobody 8988`);
  await check('a list to be found');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Found', exact: true })).toBeVisible();
  await check('what was found');
  await page.getByRole('button', { name: 'Add to work set' }).click();
  await page.getByRole('link', { name: /^Work set/ }).click();
  await expect(page.getByRole('table', { name: 'Work set' })).toBeVisible();
  await check('the work set');

  await page.getByRole('link', { name: 'Thing Groups' }).click();
  await page.getByRole('checkbox', { name: 'Select Scooter Sharing' }).check();
  await page.getByRole('button', { name: 'Set IMEI lock' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('locking several groups');
}

test(
  'WCAG 2.4.11: focus is never hidden by sticky or fixed elements',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    // Moves through each page with Tab, forward and backward.
    test.slow();
    await page.setViewportSize({ width: 900, height: 500 });
    const found: Record<string, readonly string[]> = {};
    await onEachPage(page, sandbox, async (name) => {
      const hidden: string[] = [];
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let press = 0; press < 40; press += 1) {
          await page.keyboard.press(key);
          const one = await hiddenFocus(page);
          if (one !== undefined) hidden.push(`${key} ${press}: ${one}`);
        }
      }
      if (hidden.length > 0) found[name] = hidden;
    });
    expect(found).toEqual({});

    // The bar below the selected rows has several lines.
    await page.goto(paths.things());
    await page.setViewportSize({ width: 320, height: 256 });
    const box = page.getByRole('checkbox', { name: /^Select \d/ }).first();
    await box.check();
    await page.getByRole('button', { name: 'Add to work set' }).click();
    await box.focus();
    for (let press = 0; press < 20; press += 1) {
      await page.keyboard.press('ArrowDown');
      expect(await hiddenFocus(page)).toBeUndefined();
    }
  },
);

import type { Page } from '@playwright/test';

import { readConfig } from '../src/gateway/ops/config.ts';
import { startGateway } from '../src/gateway/server.ts';
import { paths } from '../src/paths.ts';
import { createSandbox, type Sandbox } from '../src/sandbox/sandbox.ts';
import { stoppedClock } from '../src/testing/fixtures/skippingClock.ts';
import { expect, expectAccessible, signInByForm, test } from './fixtures.ts';
import { expectFitState } from './layoutChecks.ts';

/** A separate fleet, with an inventory that no other test fills, and a clock that can be advanced. */
async function withFleet(
  page: Page,
  story: (fleet: {
    readonly sandbox: Sandbox;
    readonly pass: (ms: number) => void;
  }) => Promise<void>,
  first: 'groups' | 'fleet' = 'groups',
): Promise<void> {
  const clock = stoppedClock(Date.now());
  const sandbox = createSandbox({ things: 400, clock, timePasses: true });
  const config = readConfig({ PORT: '0', SIGN_IN_TRIES: '10000' });
  const gateway = await startGateway({ config, upstream: sandbox.fetch });
  try {
    const address = first === 'groups' ? paths.groups() : paths.fleet();
    await page.goto(`${gateway.origin}${paths.signIn(address)}`);
    await signInByForm(page, 'writer', { stay: true });
    // The gateway uses this list to learn which locks are set and to confirm the customer id.
    if (first === 'groups') {
      await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
    }
    await story({ sandbox, pass: clock.skip });
  } finally {
    // Calls would fail after the gateway has stopped.
    await page.close();
    await gateway.close();
  }
}

async function readFleet(page: Page) {
  await page.getByRole('button', { name: 'Read the fleet' }).click();
  await expect(page.getByText(/^The whole list was read: 400 SIMs\./)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: 'Fleet', level: 1 })).toBeFocused();
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('F4, F5, Q3, Q4: after a scan of the fleet, a check leads to its SIMs, their group and the work set', async ({
  page,
}) => {
  await withFleet(page, async ({ sandbox }) => {
    await page.getByRole('link', { name: 'Fleet', exact: true }).click();
    await expect(page.getByText(/^Nothing is known about the fleet yet/)).toBeVisible();
    await expectAccessible(page);
    await readFleet(page);
    await expect(
      page.getByText(/^400 SIMs seen .*\. Last complete scan .* by writer\.$/),
    ).toBeVisible();
    await expectAccessible(page);

    // Q3, Q4: the whole fleet at a glance, with names beside numbers.
    const active = sandbox.state.things().filter(({ State }) => State === 'ACTIVE').length;
    await expect(
      region(page, 'Overview').getByRole('link', { name: `${active} ACTIVE` }),
    ).toBeVisible();
    const composition = region(page, 'Composition');
    await expect(
      composition.getByRole('rowheader', { name: '35684610 Telematics unit T4' }),
    ).toBeVisible();
    await expect(composition.getByRole('rowheader', { name: '262-1 Telekom' })).toBeVisible();

    const bare = sandbox.state.things().filter(({ IMEI }) => /^0*$/.test(IMEI));
    await region(page, 'Checks').getByRole('link', { name: 'No device known' }).click();
    await expect(page.getByText(new RegExp(`^${bare.length} SIMs?, as listed`))).toBeVisible();
    const list = page.getByRole('table', { name: 'No device known' });
    await expect(list.getByRole('row')).toHaveCount(Math.min(bare.length, 50) + 1);
    await page.getByRole('button', { name: 'Add to work set' }).click();
    await expect(page.getByText(`${bare.length} added.`)).toBeVisible();
    await expect(page.getByRole('link', { name: `Work set (${bare.length})` })).toBeVisible();

    await page.getByRole('link', { name: '← Back to Fleet' }).click();
    await region(page, 'Checks')
      .getByRole('link', { name: /^May lose service because of the group/ })
      .click();
    const outside = page.getByRole('table', { name: /^May lose service because of the group/ });
    await expect(
      outside.getByText(/^Locked to 86411204 Electricity meter modem EM1, as listed/).first(),
    ).toBeVisible();
    await expectFitState(page);
    await outside.getByRole('row').nth(1).getByRole('link').nth(1).click();
    await page.getByRole('link', { name: /may lose service under this lock$/ }).click();
    await expect(page).toHaveURL(/\/fleet\/outside-lock[?]where=group\.is\./);
    await expect(outside).toBeVisible();
  });
});

test('F7: SIMs are found by conditions that only the inventory can check, and a link reproduces them', async ({
  page,
}) => {
  const story = async ({ sandbox }: { sandbox: Sandbox }) => {
    await readFleet(page);
    await page.getByRole('link', { name: 'Ask the fleet' }).click();
    await expect(page.getByRole('heading', { name: 'SIMs remembered', level: 1 })).toBeVisible();
    const field = page.getByRole('combobox', { name: 'Field' });
    const relation = page.getByRole('combobox', { name: 'Relation' });
    const value = page.getByLabel('Value', { exact: true });
    const add = page.getByRole('button', { name: 'Add condition' });
    await field.selectOption('State');
    await relation.selectOption('is not');
    await value.selectOption('ACTIVE');
    await add.click();
    await field.selectOption('Thing Group');
    await relation.selectOption('any of');
    await value.selectOption(['Parcel Vans Europe', 'Scooter Sharing']);
    await expectAccessible(page);
    await add.click();
    const groups = new Set(['Parcel Vans Europe', 'Scooter Sharing']);
    const found = sandbox.state
      .things()
      .filter(
        ({ State, ThingsGroupName = '' }) => State !== 'ACTIVE' && groups.has(ThingsGroupName),
      );
    const count = page.getByText(new RegExp(`^${found.length} SIMs, as listed`));
    await expect(count).toBeVisible();
    await expect(page).toHaveURL(
      /[?]where=state\.is-not\.ACTIVE&where=group\.any-of\.[^,]+,[^,]+$/,
    );
    await page.reload();
    await expect(count).toBeVisible();
    await page.getByRole('button', { name: 'Remove State is not ACTIVE' }).click();
    await expect(count).toBeHidden();
    await page.goBack();
    await expect(count).toBeVisible();
    await page.getByRole('button', { name: 'Add to work set' }).click();
    await expect(page.getByRole('link', { name: `Work set (${found.length})` })).toBeVisible();
    await expectAccessible(page);
  };
  await withFleet(page, story, 'fleet');
});

test(
  'F2: a change between two scans is in "What changed" and in the history of its SIM',
  { tag: '@long' },
  async ({ page }) => {
    const failed: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    const story = async ({ sandbox, pass }: { sandbox: Sandbox; pass: (ms: number) => void }) => {
      await expect(page.getByText(/^Nothing is known about the fleet yet/)).toBeVisible();
      // A new session has to confirm its customer id: this takes one call to the service, and nothing is refused.
      expect(failed).toEqual([]);
      expect(sandbox.state.requests().filter(({ route }) => route.startsWith('GET '))).toHaveLength(
        1,
      );
      await readFleet(page);
      await expect(page.getByText(/^No changes seen yet/)).toBeVisible();
      pass(30 * 60_000);
      await readFleet(page);
      expect(sandbox.state.fleetChanges().length).toBeGreaterThan(0);

      const changed = region(page, 'What changed').getByRole('table');
      await expect(changed.getByRole('row').nth(1)).toBeVisible();
      await region(page, 'What changed')
        .getByRole('link', { name: /hanges/ })
        .click();
      await expect(page.getByRole('heading', { name: 'What changed', level: 1 })).toBeVisible();
      await page.getByLabel('What', { exact: true }).selectOption('State');
      await page.getByRole('button', { name: 'Apply filters' }).click();
      await expect(page).toHaveURL(/[?]kind=state$/);
      const changes = page.getByRole('table', { name: 'SIM changes' });
      // The unfiltered rows are no longer shown.
      await expect(changes).not.toHaveAttribute('data-waiting');
      const row = changes.getByRole('row').nth(1);
      await expect(row.getByRole('cell').nth(1)).toHaveText('State');
      await expectAccessible(page);
      const [iccid = '', , before, after] = await row.getByRole('cell').allInnerTexts();
      expect(sandbox.state.thing(iccid)?.State).toBe(after);

      await row.getByRole('link', { name: iccid }).click();
      const history = region(page, 'History of this SIM');
      await expect(history.getByText(`${before} → ${after}`)).toBeVisible();
      await expect(
        region(page, 'Why might this SIM have no service?').getByText(/was not looked up/),
      ).toBeHidden();
      await expectAccessible(page);
    };
    await withFleet(page, story, 'fleet');
  },
);

import { paths } from '../src/paths.ts';
import { expect, goWithin, signIn, signOut, test as base } from './fixtures.ts';
import { groupIn, list } from './groupEditor.ts';
import { expectFitPage, expectFitState } from './layoutChecks.ts';
import { useGateway } from './world.ts';

/** With a gateway of its own, whose history has no changes from other tests. */
const test = base.extend({
  gateway: async ({ world }, use) => useGateway(use, {}, world.clears.fetch),
});

// The part of everyPage.e2e.ts about Thing Groups and their changes.
test.use({ viewport: { width: 1440, height: 900 } });

test('Thing Groups: full, without matches, locking several; a group in each state; Changes: rows, no matches, refused', async ({
  page,
  sandbox,
  expectFailedRequests,
}) => {
  expectFailedRequests(403);
  await signIn(page, 'writer', { at: paths.groups() });
  await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
  await expectFitPage(page);
  const filter = page.getByRole('searchbox', { name: 'Filter groups' });
  await filter.fill('nothing like it');
  await expect(page.getByText(/No group has this text/)).toBeVisible();
  await expectFitState(page);
  await filter.fill('');
  await page.getByRole('checkbox', { name: 'Select Scooter Sharing' }).check();
  await page.getByRole('button', { name: 'Set IMEI lock' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectFitPage(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const prefix = page.getByLabel('IMEI prefix (TAC)');
  const save = page.getByRole('button', { name: 'Save' });
  const discard = page.getByRole('button', { name: 'Discard changes' });
  await test.step('a group: as stored, invalid, confirming', async () => {
    await goWithin(page, paths.group(groupIn(sandbox, 'Scooter Sharing').id));
    await expect(page.getByRole('region', { name: 'History' })).toContainText(/No change|→/);
    await expectFitPage(page);
    await page.getByRole('button', { name: 'Locked', exact: true }).click();
    await save.click();
    await expect(page.getByText(/Enter a prefix to turn the lock on/)).toBeVisible();
    await expectFitState(page);
    await prefix.fill('3569380');
    await expect(page.getByRole('region', { name: 'Impact as remembered' })).toContainText(/SIM/);
    await expectFitState(page);
    await save.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFitState(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await discard.click();
    await expect(discard).toBeDisabled();
  });
  await test.step('a group: unsaved at sign-out, the form filled from a history', async () => {
    await page.getByLabel('Group name').fill('Scooters');
    await expect(discard).toBeEnabled();
    await signOut(page);
    await expect(page.getByText('Your changes on this page are not saved.')).toBeVisible();
    await expectFitState(page);
    await page.keyboard.press('Escape');
    await save.click();
    await expect(page.getByText('Saved. The service reports')).toBeVisible();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('button', { name: 'Use these values' }).first().click();
    await expect(page.locator(':focus')).toContainText('The values from before the change on');
    await expectFitState(page);
    await discard.click();
    await expect(discard).toBeDisabled();
  });
  await test.step('Changes', async () => {
    await goWithin(page, paths.changes());
    const changes = page.getByRole('table', { name: 'Changes' });
    await expect(changes).toBeVisible();
    await expectFitPage(page);
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await changes
        .getByRole('cell')
        .evaluateAll((cells) => cells.filter((one) => one.scrollWidth > one.clientWidth).length);
      expect(cut, `cells cut off at ${width} px`).toBe(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await goWithin(page, paths.changes('who=nobody&from=tomorrow'));
    await expect(page.getByText('No changes match these filters.')).toBeVisible();
    await expectFitState(page);
    sandbox.faults.add({ route: list, status: 403 });
    await page.reload();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectFitState(page);
  });
  await test.step('a group: with an unreported lock, saved unconfirmed', async () => {
    sandbox.setOptions({ groupLockFields: 'none' });
    await page.goto(paths.group(groupIn(sandbox, 'Payment Terminals Retail').id));
    await expect(page.getByText(/does not report this group’s IMEI lock/)).toBeVisible();
    await expectFitState(page);
    await page.getByRole('button', { name: 'Unlocked', exact: true }).click();
    await prefix.fill('3569380');
    await save.click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText(/^Saved, but not confirmed/)).toBeVisible();
    await expectFitState(page);
  });
});

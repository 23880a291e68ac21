import { paths } from '../src/paths.ts';
import {
  consoleTookOver,
  expect,
  expectAccessible,
  signIn,
  test,
  unfoldFilters,
} from './fixtures.ts';

const looks = [
  { name: 'light, wide', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark, wide', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'light, phone', colorScheme: 'light', viewport: { width: 400, height: 800 } },
  { name: 'dark, phone', colorScheme: 'dark', viewport: { width: 400, height: 800 } },
] as const;

for (const { name, colorScheme, viewport } of looks) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport });

    test('sign-in, empty and refused', async ({ page, expectFailedRequests }) => {
      expectFailedRequests(401);
      await page.goto(paths.signIn());
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await expectAccessible(page);
      await consoleTookOver(page);
      await page.getByLabel('Username').fill('writer');
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });

    test('Things: full, loading, empty, waiting, refused', async ({
      page,
      sandbox,
      holdDelays,
      expectFailedRequests,
    }) => {
      expectFailedRequests(403, 429);
      await signIn(page);
      await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
      await expectAccessible(page);
      await unfoldFilters(page);
      await page.getByLabel('Thing name').fill('status:403');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^The rows below are the previous ones/)).toBeVisible();
      await expectAccessible(page);
      const answer = holdDelays();
      sandbox.faults.add({ route: 'GET /things', delayMs: 1 });
      await page.goto(paths.things('State=SUSPENDED'));
      await expect(page.getByText('Loading Things…')).toBeVisible();
      await expectAccessible(page);
      answer();
      await page.goto(paths.things('IMEI=none'));
      await expect(page.getByText(/No Things match these filters/)).toBeVisible();
      await expectAccessible(page);
      await page.goto(paths.things('ThingName=status:429:60'));
      await expect(page.getByText('Trying again in')).toBeVisible();
      await expectAccessible(page);
      await page.goto(paths.things('ThingName=status:403&size=7'));
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });

    test('one Thing, and one that does not exist', async ({ page, sandbox }) => {
      await signIn(page);
      const iccid = sandbox.state.things()[0]?.ExternalUniqueId ?? '';
      await page.goto(paths.thing(iccid));
      await expect(page.getByRole('region', { name: 'Identity' })).toBeVisible();
      await expectAccessible(page);
      await page.goto(paths.thing('8900000000000000000'));
      await expect(page.getByText(/No Thing with the ICCID/)).toBeVisible();
      await expectAccessible(page);
    });

    test('Thing Groups, with and without matches', async ({ page }) => {
      await signIn(page, 'writer', { at: paths.groups() });
      await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('searchbox', { name: 'Filter groups' }).fill('nothing like it');
      await expect(page.getByText(/No group has this text/)).toBeVisible();
      await expectAccessible(page);
    });

    test('group editor: known, unknown, invalid, confirming', async ({ page, sandbox }) => {
      await signIn(page);
      const group = sandbox.state.groups().find(({ name: own }) => own === 'Scooter Sharing');
      await page.goto(paths.group(group?.id ?? ''));
      await page.getByRole('button', { name: 'Locked', exact: true }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText(/Enter a prefix to turn the lock on/)).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel('IMEI prefix (TAC)').fill('3569380');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      sandbox.setOptions({ groupLockFields: 'none' });
      await page.reload();
      await expect(page.getByText(/does not report the stored IMEI lock/)).toBeVisible();
      await expectAccessible(page);
    });

    test('Changes: with rows, without matches, refused; and the history of a group', async ({
      page,
      sandbox,
      expectFailedRequests,
    }) => {
      expectFailedRequests(403);
      await signIn(page);
      const group = sandbox.state.groups().find(({ name: own }) => own === 'Scooter Sharing');
      await page.goto(paths.group(group?.id ?? ''));
      await page.getByLabel('Group name').fill('Scooters');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Saved. The service reports')).toBeVisible();
      const history = page.getByRole('region', { name: 'History' });
      await history.getByRole('button', { name: 'Use these values' }).first().click();
      await expect(page.locator(':focus')).toContainText('The form has the values from before');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.goto(paths.changes());
      await expect(page.getByRole('table', { name: 'Changes' })).toBeVisible();
      await expectAccessible(page);
      await page.goto(paths.changes('who=nobody&from=tomorrow'));
      await expect(page.getByText('No recorded change matches these filters.')).toBeVisible();
      await expectAccessible(page);
      sandbox.faults.add({ route: 'GET /thingsgroup/listWithMeasures', status: 403 });
      await page.reload();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });

    test('the account menu, and an unknown address', async ({ page }) => {
      await signIn(page);
      await page.getByRole('button', { name: 'Account' }).click();
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/nowhere');
      await expect(page.getByRole('heading', { name: 'No such page' })).toBeVisible();
      await expectAccessible(page);
    });
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('rows that are about to be replaced keep their contrast', async ({
      page,
      sandbox,
      holdDelays,
      expectFailedRequests,
    }) => {
      expectFailedRequests(429);
      await signIn(page);
      const table = page.getByRole('table', { name: 'Things' });
      await expect(table).toBeVisible();
      // Otherwise the prefetched next page would get the fault.
      const lists = () => sandbox.state.requests().filter(({ route }) => route === 'GET /things');
      await expect.poll(() => lists().length).toBe(2);
      holdDelays();
      sandbox.faults.add({ route: 'GET /things', delayMs: 1 });
      await page.getByLabel('Rows per page').selectOption('10');
      await expect(table).toHaveAttribute('data-waiting');
      await expectAccessible(page);
      sandbox.faults.clear();
      sandbox.faults.add({ route: 'GET /things', status: 429, retryAfter: '60' });
      await page.getByLabel('Rows per page').selectOption('50');
      await expect(page.getByText('Trying again in')).toBeVisible();
      await expect(table).toHaveAttribute('data-waiting');
      await expectAccessible(page);

      sandbox.faults.add({
        route: 'GET /thingsgroup/listWithMeasures',
        status: 429,
        retryAfter: '60',
        skip: 1,
      });
      await page.getByRole('link', { name: 'Thing Groups' }).click();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(page.getByText('Trying again in')).toBeVisible();
      await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test('everything can be reached and left by keyboard', async ({ page }) => {
  await signIn(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Account' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Account' })).toBeFocused();
});

for (const name of ['Columns', 'Views', 'Export', 'Keyboard shortcuts']) {
  test(`${name}: at 400 % the whole dialog scrolls, and only vertically`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await signIn(page);
    await page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    const sizes = () =>
      dialog.evaluate((paper) => ({
        sideways: paper.scrollWidth - paper.clientWidth,
        within: Array.from(paper.querySelectorAll('*'))
          .filter((part) => getComputedStyle(part).overflowY === 'auto')
          .filter((part) => part.scrollHeight > part.clientHeight).length,
        height: paper.clientHeight,
      }));
    await expect.poll(async () => (await sizes()).height).toBeGreaterThan(200);
    await expect.poll(sizes).toMatchObject({ sideways: 0, within: 0 });
  });
}

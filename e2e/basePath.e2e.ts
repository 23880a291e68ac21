import { paths } from '../src/paths.ts';
import {
  callsOfThings,
  expect,
  ownCallsAreOver,
  signInByForm,
  signOut,
  test as base,
} from './fixtures.ts';
import { groupIn } from './groupEditor.ts';
import { useGateway } from './world.ts';

/** A path as unusual as the standard allows. */
const basePath = '/tools/of.us/sim-console~2/';

const test = base.extend({
  gateway: async ({ sandbox }, use) => useGateway(use, { BASE_PATH: basePath }, sandbox.fetch),
});

test(
  'the same build works: deep links, lazy loading, calls, and signing out',
  { tag: '@long' },
  async ({ page, gateway, sandbox }) => {
    const group = groupIn(sandbox, 'Scooter Sharing');
    const at = (path: string) => `${gateway.origin}${basePath.slice(0, -1)}${path}`;
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!new URL(request.url()).pathname.startsWith(basePath)) elsewhere.push(request.url());
    });

    await page.goto(at(paths.group(group.id)));
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await signInByForm(page, 'writer', { stay: true });
    await expect(page).toHaveURL(at(paths.group(group.id)));
    await page.getByLabel('Group name').fill('Scooters');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved. The service reports')).toBeVisible();

    await page.getByRole('link', { name: 'Things', exact: true }).click();
    await expect(page).toHaveURL(at(paths.things()));
    await page.reload();
    await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
    // As in a new tab, which uses only the address.
    await expect(page.getByRole('table').getByRole('rowheader').getByRole('link')).toHaveCount(25);
    await expect(page.getByRole('table').locator(`a:not([href^="${basePath}"])`)).toHaveCount(0);
    await ownCallsAreOver(page, ...callsOfThings);
    await signOut(page);
    await expect(page).toHaveURL(new RegExp(`${basePath.replaceAll('.', '\\.')}sign-in`));
    expect(elsewhere).toEqual([]);
  },
);

import { paths } from '../src/paths.ts';
import { consoleTookOver, expect, signIn, test, unfoldFilters } from './fixtures.ts';
import { list } from './groupEditor.ts';
import { expectFitPage, expectFitState } from './layoutChecks.ts';

// Each page and state once, with every check of appearance and accessibility. A new page, dialog or state needs a
// line here, or in everyGroupPage.e2e.ts.
test.use({ viewport: { width: 1440, height: 900 } });

test('sign-in: empty, refused', async ({ page, expectFailedRequests }) => {
  expectFailedRequests(401);
  await page.goto(paths.signIn());
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expectFitPage(page);
  await consoleTookOver(page);
  await page.getByLabel('Username').fill('writer');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectFitState(page);
});

test('Things: full, filtered, refused, loading, waiting, without matches', async ({
  page,
  sandbox,
  sendHeldAnswers,
  expectFailedRequests,
}) => {
  expectFailedRequests(403, 429);
  await signIn(page);
  await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
  await expectFitPage(page);
  await unfoldFilters(page);
  await page.getByLabel('Thing name').fill('status:403');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^The requested rows could not be loaded/)).toBeVisible();
  await expectFitState(page);

  await page.goto(paths.things('IMEI=35&Tags=a&Tags=b&State=ACTIVE&size=10'));
  // The filters are expanded from the start, because there is advice about the IMEI.
  await page.getByLabel('Tags').fill('a, b, c, d, e');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page.getByText(/at most 4 tags/)).toBeVisible();
  await expectFitState(page);

  await page.goto(paths.things('IMEI=262011234567890'));
  await expect(page.getByRole('button', { name: 'IMSI 262011234567890' })).toBeVisible();
  await expectFitState(page);
  await page.goto(paths.things('mark=noImei&size=10'));
  await expect(page.getByText(/matches are only marked on this page/)).toBeVisible();
  await expectFitState(page);
  await page.goto(paths.things('IMEI=none'));
  await expect(page.getByText(/No Things match these filters/)).toBeVisible();
  await expectFitState(page);
  await page.goto(paths.things('ThingName=status:429:600'));
  await expect(page.getByText('Trying again in')).toBeVisible();
  await expectFitState(page);
  await page.goto(paths.things('ThingName=status:403&size=7'));
  await expect(page.getByRole('alert')).toBeVisible();
  await expectFitState(page);

  sandbox.faults.add({ route: 'GET /things', delayMs: 1 });
  await page.goto(paths.things('State=SUSPENDED'));
  await expect(page.getByText('Loading Things…')).toBeVisible();
  await expectFitState(page);
  await sendHeldAnswers();
});

test('overlays on the Things page: a search, many values, the account menu, dialogs, a refused export', async ({
  page,
  sandbox,
  expectFailedRequests,
}) => {
  expectFailedRequests(403);
  await signIn(page, 'writer', { at: paths.things('size=10') });
  const find = page.getByRole('combobox', { name: 'Find a SIM' });
  await find.fill('356846100043219');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(5);
  await expectFitState(page);
  await find.fill('8988228066600012341, 8949012000001234567');
  await expect(page.getByText('2 values pasted')).toBeVisible();
  await expectFitState(page);
  await find.fill('');
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expectFitState(page);
  await page.keyboard.press('Escape');
  for (const name of ['Columns', 'Views', 'Export', 'Keyboard shortcuts']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFitState(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  sandbox.faults.add({ route: 'GET /things', status: 403 });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectFitState(page);
});

test('one Thing, the map, an unknown SIM, an unknown address', async ({ page, sandbox }) => {
  const [thing] = sandbox.state.things();
  await signIn(page, 'writer', { at: paths.thing(thing?.ExternalUniqueId ?? '') });
  await expect(page.getByRole('region', { name: 'Identity' })).toBeVisible();
  await expectFitPage(page);
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByRole('textbox', { name: 'New note' }).fill('Written here. '.repeat(30));
  await notes.getByRole('button', { name: 'Save note' }).click();
  await notes.getByRole('button', { name: 'Edit note' }).click();
  await notes.getByRole('textbox').fill('x'.repeat(2001));
  await expect(notes.getByText(/Shorten the note/)).toBeVisible();
  await expectFitState(page);
  await notes.getByRole('button', { name: 'Cancel' }).click();
  await notes.getByRole('button', { name: 'Delete note' }).click();
  await notes.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(notes.getByText('No notes about this SIM yet.')).toBeVisible();
  await page.goto(paths.things('size=50&map=1'));
  await expect(page.getByRole('region', { name: 'Map of the SIMs on this page' })).toBeVisible();
  await expectFitState(page);
  await page.goto(paths.thing('8900000000000000000'));
  await expect(page.getByText(/No Thing with the ICCID/)).toBeVisible();
  await expectFitState(page);
  await page.goto('/views/none');
  await expect(page.getByText(/has not shared a view at this address/)).toBeVisible();
  await expectFitState(page);
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'No such page' })).toBeVisible();
  await expectFitState(page);
});

test('Fleet, its SIMs and their changes, Alerts, a comparison', async ({ page, sandbox }) => {
  const iccids = sandbox.state.things().map(({ ExternalUniqueId }) => ExternalUniqueId);
  await signIn(page);
  // The list fills the inventory.
  await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
  for (const address of [
    paths.fleet(),
    paths.fleet('sims', 'where=state.is-not.X&where=tac.none-of.35208115,35208116'),
    paths.fleet('changes'),
    paths.alerts(),
    paths.compare(...iccids.slice(0, 4)),
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading')).toHaveCount(0);
    await expectFitPage(page);
  }
});

test('Find many: a list, its results; the work set: full, its bundle, asking, with a SIM not found', async ({
  page,
  sandbox,
}) => {
  const [one, two] = sandbox.state.things().map(({ ExternalUniqueId }) => ExternalUniqueId);
  await signIn(page, 'writer', { at: paths.find() });
  await page.getByRole('textbox', { name: 'Identifiers' }).fill(`${one}\n${two}\nnobody 8988`);
  await expectFitPage(page);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Found', exact: true })).toBeVisible();
  await expectFitPage(page);
  await page.getByRole('button', { name: 'Add to work set' }).click();
  await page.getByRole('link', { name: /^Work set/ }).click();
  await expect(page.getByRole('table', { name: 'Work set' })).toBeVisible();
  await expectFitPage(page);
  await page.getByRole('button', { name: 'Support bundle' }).click();
  const bundle = page.getByRole('dialog', { name: 'Support bundle' });
  await bundle.getByRole('button', { name: 'Show the hints' }).click();
  await expectFitState(page);
  await bundle.getByRole('button', { name: 'Save bundle' }).click();
  await expect(bundle.getByText(/^Saved as support_/)).toBeVisible();
  await expectFitState(page);
  await page.keyboard.press('Escape');
  sandbox.faults.add({ route: 'GET /things', body: '[]' });
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(page.getByText('exactly these 2 SIMs: 2 calls')).toBeVisible();
  await expectFitState(page);
  await page.getByRole('button', { name: 'Read 2 SIMs' }).click();
  await expect(page.getByText(/1 of 2 SIMs read\. 1 is no longer found/)).toBeVisible();
  await expectFitState(page);
});

test(
  'rows keep their contrast while they wait to be replaced',
  { tag: '@long' },
  async ({ page, sandbox, expectFailedRequests }) => {
    expectFailedRequests(429);
    await signIn(page);
    const table = page.getByRole('table', { name: 'Things' });
    await expect(table).toBeVisible();
    // Otherwise the fault would hit the prefetched next page.
    const lists = () => sandbox.state.requests().filter(({ route }) => route === 'GET /things');
    await expect.poll(() => lists().length).toBe(2);
    sandbox.faults.add({ route: 'GET /things', hang: true });
    await page.getByLabel('Rows per page').selectOption('10');
    await expect(table).toHaveAttribute('data-waiting');
    await expectFitState(page);
    sandbox.faults.clear();
    sandbox.faults.add({ route: 'GET /things', status: 429, retryAfter: '600' });
    await page.getByLabel('Rows per page').selectOption('50');
    await expect(page.getByText('Trying again in')).toBeVisible();
    await expect(table).toHaveAttribute('data-waiting');
    await expectFitState(page);

    sandbox.faults.add({ route: list, status: 429, retryAfter: '600', skip: 1 });
    await page.getByRole('link', { name: 'Thing Groups' }).click();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Trying again in')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
    await expectFitState(page);
  },
);

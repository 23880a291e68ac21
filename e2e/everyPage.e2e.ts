import { paths } from '../src/paths.ts';
import {
  consoleTookOver,
  expect,
  goWithin,
  signIn,
  signInByForm,
  test,
  unfoldFilters,
} from './fixtures.ts';
import { list } from './groupEditor.ts';
import { expectFitPage, expectFitState } from './layoutChecks.ts';

// Each page and state once, with every check of appearance and accessibility. A new page, dialog or state needs a
// line here, or in everyGroupPage.e2e.ts.
test.use({ viewport: { width: 1440, height: 900 } });

test('sign-in: empty, refused; Things: full, filtered, loading, without matches, refused, waiting; overlays on it', async ({
  page,
  sandbox,
  sendHeldAnswers,
  expectFailedRequests,
}) => {
  expectFailedRequests(401, 403, 429);
  await page.goto(paths.signIn(paths.things('size=10')));
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expectFitPage(page);
  await consoleTookOver(page);
  await page.getByLabel('Username').fill('writer');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectFitState(page);
  await signInByForm(page, 'writer', { stay: true });
  await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
  await expectFitPage(page);
  await test.step('overlays: a search, many values, the account menu, dialogs, a refused export', async () => {
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
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await unfoldFilters(page);
  await page.getByLabel('Thing name').fill('status:403');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^The requested rows could not be loaded/)).toBeVisible();
  await expectFitState(page);
  // The filters are expanded from the start, because there is advice about the IMEI.
  await goWithin(page, paths.things('IMEI=35&Tags=a&Tags=b&State=ACTIVE&size=10'));
  await expect(page.getByLabel('Tags')).toHaveValue('a, b');
  await page.getByLabel('Tags').fill('a, b, c, d, e');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page.getByText(/at most 4 tags/)).toBeVisible();
  await expectFitState(page);
  await goWithin(page, paths.things('IMEI=262011234567890'));
  await expect(page.getByRole('button', { name: 'IMSI 262011234567890' })).toBeVisible();
  await expectFitState(page);
  await goWithin(page, paths.things('mark=noImei&size=10'));
  await expect(page.getByText(/matches are only marked on this page/)).toBeVisible();
  await expectFitState(page);
  await goWithin(page, paths.things('IMEI=none'));
  await expect(page.getByText(/No Things match these filters/)).toBeVisible();
  await expectFitState(page);
  await goWithin(page, paths.things('ThingName=status:403&size=7'));
  await expect(page.getByRole('alert')).toBeVisible();
  await expectFitState(page);
  await goWithin(page, paths.things('ThingName=status:429:600'));
  await expect(page.getByText('Trying again in')).toBeVisible();
  await expectFitState(page);
  sandbox.faults.add({ route: 'GET /things', delayMs: 1 });
  // A new document, because this one would keep the wait, and its rows until the next ones arrive.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(paths.things('State=SUSPENDED'));
  await expect(page.getByText('Loading Things…')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  await expectFitState(page);
  await sendHeldAnswers();
});

test('one Thing; the map; unknown addresses; Fleet, its SIMs and their changes; Alerts; a comparison; Find many; the work set', async ({
  page,
  sandbox,
}) => {
  const iccids = sandbox.state.things().map(({ ExternalUniqueId }) => ExternalUniqueId);
  const [one = '', two] = iccids;
  await signIn(page, 'writer', { at: paths.thing(one, 'size=10') });
  await expect(page.getByRole('region', { name: 'Identity' })).toBeVisible();
  await expectFitPage(page);
  await test.step('notes', async () => {
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
  });
  await goWithin(page, paths.things('size=25&map=1'));
  await expect(page.getByRole('region', { name: 'Map of the SIMs on this page' })).toBeVisible();
  await expectFitState(page);
  for (const [address, words] of [
    [paths.thing('8900000000000000000', 'size=10'), /No Thing with the ICCID/],
    ['/views/none', /has not shared a view at this address/],
    ['/nowhere', 'No such page'],
  ] as const) {
    await test.step(address, async () => {
      await goWithin(page, address);
      await expect(page.getByText(words)).toBeVisible();
      await expectFitState(page);
    });
  }
  for (const address of [
    paths.fleet(),
    paths.fleet('sims', 'where=state.is-not.X&where=tac.none-of.35208115,35208116'),
    paths.fleet('changes'),
    paths.alerts(),
    paths.compare(...iccids.slice(0, 4)),
  ]) {
    await test.step(address, async () => {
      await goWithin(page, address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Loading')).toHaveCount(0);
      await expectFitPage(page);
    });
  }

  await test.step('Find many: a list, its results', async () => {
    await goWithin(page, paths.find());
    await page.getByRole('textbox', { name: 'Identifiers' }).fill(`${one}\n${two}\nnobody 8988`);
    await expectFitPage(page);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await expect(page.getByRole('table', { name: 'Found', exact: true })).toBeVisible();
    await expectFitPage(page);
  });
  await test.step('the work set: full, its bundle, asking, with a SIM not found', async () => {
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

import { paths } from '../src/paths.ts';
import { group, iccids, openExport, resume, start, storedThings } from './exportSteps.ts';
import { readCsv } from './files.ts';
import { expect, expectAccessible, openTab, signIn, signInByForm, test } from './fixtures.ts';

test('a CSV file has each matching Thing once, with stored values', async ({ page, sandbox }) => {
  await openExport(page);
  await expect(page.getByRole('region', { name: 'What is exported' })).toContainText(group);
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await start(page);
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(
    /^things_ThingsGroupName-Parcel-Vans-Europe_\d{4}-\d\d-\d\dT\d{4}Z_complete\.csv$/,
  );
  const [heads = [], ...rows] = await readCsv(download);
  const stored = storedThings(sandbox);
  expect(heads.slice(0, 5).join()).toBe('ICCID,Thing name,Thing Group,Description,MSISDN');
  expect(rows.map((row) => row.slice(0, 5))).toEqual(
    stored.map((thing) => [
      thing.ExternalUniqueId,
      thing.ThingName ?? '',
      thing.ThingsGroupName ?? '',
      thing.ThingDescription ?? '',
      thing.MSISDN ?? '',
    ]),
  );
  const modified = heads.indexOf('Modified (UTC)');
  expect(rows.map((row) => Date.parse(row[modified] ?? ''))).toEqual(
    stored.map((thing) => thing.DateModified),
  );
  await expect(
    page.getByText(`Complete: ${stored.length.toLocaleString('en-GB')} rows.`),
  ).toBeVisible();
  await expectAccessible(page);
});

test(
  '6.9, R18: pauses on a 429 with a countdown, can be cancelled and resumed, and reads no page twice',
  { tag: '@long' },
  async ({ page, sandbox, expectFailedRequests, passTime }) => {
    expectFailedRequests(429);
    await openExport(page);
    sandbox.faults.add({ route: 'GET /things', status: 429, retryAfter: '60', skip: 8 });
    const before = sandbox.state.requests().length;
    await start(page);
    await expect(page.getByText(/Trying again in \d+ s/)).toBeVisible();
    await expect(page.getByText(/rows so far, \d+ pages/)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Cancel export' }).click();
    await expect(page.getByText(/^Cancelled after \d+ rows/)).toBeVisible();
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await resume(page);
    await passTime(65);
    const records = await readCsv(await downloading);
    expect(iccids(records)).toEqual(storedThings(sandbox).map((thing) => thing.ExternalUniqueId));
    const offsets = sandbox.state
      .requests()
      .slice(before)
      .filter(({ status }) => status === 200)
      .map(({ query }) => query['offset']);
    // Requests in flight at cancellation are sent again.
    expect(offsets.length - new Set(offsets).size).toBeLessThanOrEqual(6);
  },
);

test(
  'leaves the user one call within a rate limit, for use in another tab',
  { tag: '@long' },
  async ({ page, context, sandbox }) => {
    await openExport(page);
    sandbox.setOptions({ consoleLimit: { requests: 9, windowSeconds: 60 } });
    await start(page);
    await expect(page.getByText(/is reserved for you\. Continuing in \d+ s/)).toBeVisible();
    await expectAccessible(page);
    const other = await openTab(context, paths.things('size=50'));
    await expect(other.getByRole('table', { name: 'Things' })).toBeVisible();
    expect(sandbox.state.requests().filter(({ status }) => status === 429)).toEqual([]);
  },
);

test(
  'asks before leaving the page if rows would be lost, even though Escape does not close the dialog',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    await signIn(page);
    await page.getByRole('link', { name: 'Thing Groups' }).click();
    await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
    await page.getByRole('link', { name: 'Things', exact: true }).click();
    const button = page.getByRole('button', { name: 'Export' });
    const dialog = page.getByRole('dialog', { name: 'Export Things' });
    await button.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();

    await button.click();
    sandbox.faults.add({ route: 'GET /things', hang: true, skip: 12, count: 20 });
    await start(page);
    await expect(page.getByText(/[1-9]\d* rows so far/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(page.getByText(/Leaving this page cancels it/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByText(/Leaving this page cancels it/)).toBeHidden();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Leave the page' }).click();
    await expect(page.getByRole('heading', { name: 'Thing Groups' })).toBeVisible();
  },
);

test(
  '6.9, T18: signing out in another tab ends the export, which sends no more calls',
  { tag: '@long' },
  async ({ page, context, sandbox, expectFailedRequests }) => {
    // Caused by the page that was in flight at sign-out.
    expectFailedRequests(401);
    await openExport(page, '');
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    sandbox.faults.add({ route: 'GET /things', hang: true, skip: 12, count: 3 });
    await start(page);
    await expect(page.getByText(/[1-9]\d* rows so far/)).toBeVisible();
    const other = await openTab(context, paths.groups());
    await other.getByRole('button', { name: 'Account' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    sandbox.faults.clear();
    const sent = sandbox.state.requests().length;
    await signInByForm(page, 'admin', { stay: true });
    await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    const later = sandbox.state.requests().slice(sent);
    expect(later.filter(({ route }) => route === 'GET /things').length).toBeLessThanOrEqual(2);
    expect(downloads).toEqual([]);
  },
);

test(
  'a list that changes during the export gives a partial file, and can be read again',
  { tag: '@long' },
  async ({ page, sandbox, expectFailedRequests }) => {
    expectFailedRequests(403);
    const cameras = sandbox.state.groups().find(({ name }) => name === 'Construction Site Cameras');
    await openExport(page, 'ThingsGroupName=Scooter+Sharing');
    sandbox.faults.add({ route: 'GET /things', status: 403, skip: 1 });
    await start(page);
    await expect(page.getByText(/^Stopped by an error after 50 rows/)).toBeVisible();
    await expectAccessible(page);
    // From now on, the filter also finds this group's SIMs, which come first in the list.
    sandbox.changeGroup(cameras?.id ?? '', { name: 'Scooter Sharing Cameras' });
    const first = page.waitForEvent('download');
    await resume(page);
    expect((await first).suggestedFilename()).toContain('_partial.csv');
    await expect(
      page.getByText(/rows appeared twice .* so other rows may be missing\.$/),
    ).toBeVisible();
    await expectAccessible(page);
    const second = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Read again' }).click();
    const file = await second;
    expect(file.suggestedFilename()).toContain('_complete.csv');
    const found = sandbox.state
      .things()
      .filter((thing) => thing.ThingsGroupName?.startsWith('Scooter Sharing'));
    expect(iccids(await readCsv(file))).toHaveLength(found.length);
    await expect(page.getByRole('button', { name: 'Read again' })).toBeHidden();
  },
);

import { resume, iccids, openExport, start, storedThings } from './exportSteps.ts';
import { readCsv } from './files.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test(
  'keeps the rows after an error, saves them as a partial file, and can resume',
  { tag: '@long' },
  async ({ page, sandbox, expectFailedRequests }) => {
    expectFailedRequests(403);
    await openExport(page);
    const refuse = () =>
      sandbox.faults.add({ route: 'GET /things', status: 403, message: 'Scope missing', skip: 4 });
    refuse();
    await start(page);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Scope missing');
    await expect(alert).toContainText(/Request ID ?req_/);
    await expectAccessible(page);
    const stopped = page.getByText(/^Stopped by an error after/);
    const first = (await stopped.textContent()) ?? '';
    refuse();
    await resume(page);
    await expect(stopped).not.toHaveText(first);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: /Save the \d+ rows read/ }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toContain('_partial.csv');
    const read = iccids(await readCsv(download));
    const stored = storedThings(sandbox).map((thing) => thing.ExternalUniqueId);
    expect(read.length).toBeGreaterThan(100);
    expect(read).toEqual(stored.slice(0, read.length));
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

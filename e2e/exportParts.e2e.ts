import { resume, iccids, openExport, start } from './exportSteps.ts';
import { readCsv } from './files.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

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

import { paths } from '../src/paths.ts';
import { expect, signIn, test } from './fixtures.ts';
import { list } from './groupEditor.ts';

test('hundreds of groups can be sorted and filtered without another call', async ({
  page,
  sandbox,
}) => {
  const groups = Array.from({ length: 500 }, (_, number) => ({
    ThingsGroupId: `ThingsGroupId_${number}`,
    ThingsGroupName: `Group ${number}`,
    Data: number * 10,
  }));
  sandbox.faults.add({ route: list, count: Infinity, body: JSON.stringify(groups) });
  await signIn(page, 'writer', { at: paths.groups() });
  const table = page.getByRole('table', { name: 'Thing Groups' });
  // Includes the header and the totals.
  await expect(table.getByRole('row')).toHaveCount(502);
  await table.getByRole('button', { name: 'Data' }).click();
  await expect(page).toHaveURL(/\?sort=-Data$/);
  await expect(table.getByRole('row').nth(1)).toContainText('Group 499');

  await page.getByRole('searchbox', { name: 'Filter groups' }).pressSequentially('group 49');
  await expect(page.getByText('11 of 500 groups', { exact: true })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(13);
  await expect(table.getByRole('row').last()).toContainText('49,940');
  await page.reload();
  await expect(table.getByRole('row').nth(11)).toContainText('Group 49');
  const calls = sandbox.state.requests().filter(({ route }) => route === list);
  expect(calls).toHaveLength(2);
});

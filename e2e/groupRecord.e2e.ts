import { paths } from '../src/paths.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { groupIn, openGroup } from './groupEditor.ts';
import { cutOnPaper, cutText, sidewaysOverflow, smallTargets } from './layoutChecks.ts';

const name = 'Electricity Meters North';

test.use({ viewport: { width: 320, height: 640 } });

test('V3: all fields of a group fit a narrow screen and paper, documented or not', async ({
  page,
  sandbox,
}) => {
  sandbox.setOptions({ groupFields: 'more', listItems: 'mixed' });
  await openGroup(page, sandbox, name);
  const fields = page.getByRole('region', { name: 'All fields' });
  await expect(fields).toContainText('ContactPhone unknown+493012345678');
  await expectAccessible(page);
  expect(await sidewaysOverflow(page)).toBe(0);
  expect(await cutText(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(await cutOnPaper(page)).toEqual([]);
});

test(
  'reports on the next group’s page that the service refused a change',
  { tag: '@long' },
  async ({ page, sandbox, expectFailedRequests }) => {
    expectFailedRequests(403);
    const editor = await openGroup(page, sandbox, name, 'reader');
    await editor.name.fill('Meters');
    await editor.save.click();
    await expect(page.getByRole('alert')).toContainText('(403)');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.goto(paths.group(groupIn(sandbox, 'Scooter Sharing').id));
    const refusal = page.getByRole('region', { name: 'Refused change' });
    await expect(refusal).toContainText('The token lacks the scope "write"');
    await expect(editor.name).toBeEditable();
    await expectAccessible(page);
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(await cutText(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
  },
);

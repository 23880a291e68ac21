import { paths } from '../src/paths.ts';
import { expect, signIn, test } from './fixtures.ts';

test('N1, N2: a note is seen by a colleague, who cannot change it, and marks the SIM in the list', async ({
  page,
  browser,
  gateway,
  sandbox,
}) => {
  const iccid = sandbox.state.things()[2]?.ExternalUniqueId ?? '';
  const address = paths.thing(iccid, `ExternalUniqueId=${iccid}`);
  await signIn(page, 'writer', { at: address });
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByRole('textbox', { name: 'New note' }).fill('Sent a new SIM.\nWaiting.');
  await notes.getByRole('button', { name: 'Save note' }).click();
  await expect(notes.getByRole('listitem')).toHaveText(/^writer, .*Sent a new SIM\.\nWaiting\./);

  const context = await browser.newContext({ baseURL: gateway.origin });
  const colleague = await context.newPage();
  await signIn(colleague, 'reader', { at: address });
  const theirs = colleague.getByRole('region', { name: 'Notes' });
  await expect(theirs.getByRole('listitem')).toHaveText(/Waiting\.$/);
  await expect(theirs.getByRole('button', { name: 'Edit note' })).toHaveCount(0);
  await colleague.goto(paths.things(`ExternalUniqueId=${iccid}`));
  await colleague.getByRole('link', { name: new RegExp(`^${iccid} ?, 1 note$`) }).click();
  await expect(colleague.getByRole('heading', { name: iccid })).toBeVisible();
  await context.close();

  // A double click or a held Enter asks, and does not answer too.
  await notes.getByRole('button', { name: 'Delete note' }).dblclick();
  await notes.getByRole('button', { name: 'Keep it' }).click();
  await expect(notes.getByRole('button', { name: 'Delete note' })).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');

  // Other tests use the same gateway.
  await notes.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(notes.getByText('No notes about this SIM yet.')).toBeVisible();
});

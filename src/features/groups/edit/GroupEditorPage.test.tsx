import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { storedBody } from '#testing/fixtures/groupBody.ts';
import {
  answerWithNumber,
  button,
  form,
  openGroup,
  said,
  shown,
} from '#testing/fixtures/openGroup.tsx';

const meters = 'Electricity Meters North';
const askLock = 'The service does not report the stored lock. Choose Locked or Unlocked.';

function clickTwice() {
  fireEvent.click(button('Save'));
  fireEvent.click(button('Save'));
}

it('locks a group to a prefix after a confirmation that shows before and after', async () => {
  const { sandbox, user, group } = await openGroup();
  await user.click(button('Locked'));
  await user.type(form.prefix(), '35693803');
  await user.click(button('Save'));
  const dialog = await shown.confirmation();
  expectText('Unlocked · no prefix', dialog);
  expectText('Locked · 35693803', dialog);
  await answerWithNumber(user);
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await shown.saved()).toBeVisible();
  expect(sandbox.state.group(group.id)).toMatchObject({
    imeiPrefix: '35693803',
    lockMasterImei: true,
  });
  expect(sandbox.state.puts()).toHaveLength(1);
  // Once to open the page, once before the PUT, and once to read the result.
  const lists = sandbox.state.requests().filter(({ route }) => route.endsWith('Measures'));
  expect(lists).toHaveLength(3);
});

it('renames without a confirmation, and keeps the stored lock', async () => {
  const { sandbox, before, rename } = await openGroup({ name: meters });
  await rename();
  expect(await shown.saved()).toBeVisible();
  expect(sandbox.state.puts()[0]?.body).toMatchObject({
    ThingsGroupName: `${meters} 2`,
    IMEIPrefix: before.imeiPrefix,
    LockMasterImei: before.lockMasterImei,
  });
});

it.each<[string, (user: UserEvent) => unknown]>([
  ['a double click on Save sends', (user) => user.dblClick(button('Save'))],
  ['two clicks before the form has been validated send', clickTwice],
])('R16: %s one PUT', async (_case, click) => {
  const { sandbox, user } = await openGroup();
  await user.type(form.name(), ' 2');
  await click(user);
  expect(await shown.saved()).toBeVisible();
  expect(sandbox.state.puts()).toHaveLength(1);
});

it('saves twice in a row: the next save starts from the stored values', async () => {
  const { sandbox, user, group, rename } = await openGroup();
  await rename();
  expect(await shown.saved()).toBeVisible();
  await user.type(form.name(), '3');
  await user.click(button('Save'));
  await waitFor(() => expect(sandbox.state.puts()).toHaveLength(2));
  expect(await shown.saved()).toBeVisible();
  expect(sandbox.state.group(group.id)?.name).toBe('Scooter Sharing 23');
});

it('keeps the edits when the confirmation is declined', async () => {
  const { sandbox, user } = await openGroup();
  await user.click(button('Locked'));
  await user.type(form.prefix(), '35693803');
  await user.click(button('Save'));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(form.prefix()).toHaveValue('35693803');
  expect(sandbox.state.puts()).toEqual([]);
});

it.each([
  ['not reported', 'none'],
  ['reported as null', 'nulls'],
] as const)(
  'R17: preselects no button and asks for lock and prefix if they are %s',
  async (_case, groupLockFields) => {
    const { sandbox, user, before, saveLock } = await openGroup({ options: { groupLockFields } });
    expect(button('Locked')).toHaveAttribute('aria-pressed', 'false');
    expect(button('Unlocked')).toHaveAttribute('aria-pressed', 'false');
    // An empty field does not remove the prefix here: only the box beside it does.
    expect(form.prefix()).not.toHaveAccessibleDescription(/Leave it empty to remove the prefix/);
    await user.click(button('Save'));
    await expectTextSoon(askLock);
    await user.click(button('Unlocked'));
    await user.click(button('Save'));
    await expectTextSoon(
      'The service does not report the stored prefix. Enter the prefix to store, or tick the box to remove it.',
    );
    expect(form.prefix()).toHaveFocus();
    expect(sandbox.state.puts()).toEqual([]);
    await user.click(form.removePrefix());
    await saveLock();
    await expectTextSoon(said.hidden);
    expect(sandbox.state.puts()[0]?.body).toEqual(
      storedBody({ ...before, imeiPrefix: '', lockMasterImei: false }),
    );
    // The service does not report the sent values, so the next save asks again.
    expect(button('Unlocked')).toHaveAttribute('aria-pressed', 'false');
    await user.click(button('Save'));
    await expectTextSoon(askLock);
    expect(sandbox.state.puts()).toHaveLength(1);
  },
);

it('R17: a prefix taken from the preview is stored, even after the box was ticked', async () => {
  const { sandbox, user } = await openGroup({ options: { groupLockFields: 'none' } });
  await user.click(form.removePrefix());
  await user.click(button('Locked'));
  await user.click(button('Preview impact'));
  const [use] = await screen.findAllByRole('button', { name: /^Use \d{8} as prefix$/ });
  if (use) await user.click(use);
  expect(screen.getByRole('checkbox')).not.toBeChecked();
  expect(form.prefix()).not.toHaveAttribute('readonly');
  const value = use?.getAttribute('aria-label')?.replaceAll(/\D/g, '') ?? '';
  expect(form.prefix()).toHaveValue(value);
  await user.click(button('Save'));
  const dialog = await shown.confirmation();
  expectText(`Locked · ${value}`, dialog);
  const confirm = within(dialog).getByRole('button', { name: 'Confirm' });
  // All its devices have this TAC.
  await waitFor(() => expect(confirm).toHaveAttribute('aria-disabled', 'false'));
  await user.click(confirm);
  await expectTextSoon(said.hidden);
  expect(sandbox.state.puts()[0]?.body).toMatchObject({ IMEIPrefix: value });
});

it('renames a group whose stored prefix is not numeric, and says that it is sent back unchanged', async () => {
  const { user, puts, rename } = await openGroup({ change: { imeiPrefix: '8641-1204' } });
  expect(form.prefix()).toHaveAccessibleDescription(
    /^The stored value is not a prefix of 1 to 15 digits\./,
  );
  await rename();
  // The sandbox does not accept such a prefix, and rejecting it is up to the service.
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Could not save the group/);
  await user.click(button('Locked'));
  await user.click(button('Save'));
  await expectTextSoon('A prefix must be 1 to 15 digits.');
  expect(puts()).toHaveLength(1);
});

it('clicking the pressed lock button changes nothing', async () => {
  const { user } = await openGroup({ name: meters });
  await user.click(button('Locked'));
  expect(button('Locked')).toHaveAttribute('aria-pressed', 'true');
});

it('R15: shows my, their and the original values if another user saved first', async () => {
  const { sandbox, group, user, rename } = await openGroup();
  sandbox.changeGroup(group.id, { imeiPrefix: '11111111' });
  await rename();
  const dialog = await shown.conflict();
  const option = (name: string) => within(dialog).getByRole('radio', { name });
  // My value for fields I changed, theirs for the others.
  expect(option('Group name Yours Scooter Sharing 2')).toBeChecked();
  expect(option('IMEI prefix (TAC) Stored now 11111111')).toBeChecked();
  expect(option('IMEI prefix (TAC) Yours no prefix')).not.toBeChecked();
  await user.click(option('Group name Stored now Scooter Sharing'));
  await user.click(option('Group name Yours Scooter Sharing 2'));
  await user.click(within(dialog).getByRole('button', { name: 'Use these values' }));
  await waitFor(() => expect(form.prefix()).toHaveValue('11111111'));
  expect(form.name()).toHaveValue('Scooter Sharing 2');
  expect(sandbox.state.puts()).toEqual([]);
  await user.click(button('Save'));
  expect(await shown.saved()).toBeVisible();
  expect(sandbox.state.puts()[0]?.body).toMatchObject({
    ThingsGroupName: 'Scooter Sharing 2',
    IMEIPrefix: '11111111',
    LockMasterImei: false,
  });
});

it('R15: keeps all edits when the conflict is dismissed, and shows the conflict again', async () => {
  const { sandbox, group, user } = await openGroup();
  sandbox.changeGroup(group.id, { imeiPrefix: '11111111' });
  await user.type(form.name(), ' 2');
  for (let turn = 0; turn < 2; turn++) {
    await user.click(button('Save'));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
  expect(form.name()).toHaveValue('Scooter Sharing 2');
  expect(sandbox.state.puts()).toEqual([]);
});

it('moves the focus to the first invalid field', async () => {
  const { user } = await openGroup({ options: { groupLockFields: 'none' } });
  await user.clear(form.name());
  await user.click(button('Save'));
  await expectTextSoon('A group needs a name.');
  expect(form.name()).toHaveFocus();
  expect(form.name()).toHaveAccessibleDescription('A group needs a name.');
  await user.type(form.name(), 'Vans');
  await user.click(button('Save'));
  await waitFor(() => expect(button('Locked')).toHaveFocus());
});

it.each([
  ['35 693803-564380-9', 'Use TAC 35693803', '35693803'],
  ['IMEI: 3569380356438099', 'Use TAC 35693803', '35693803'],
  ['35-69.38 03', 'Use 35693803', '35693803'],
])('offers the likely meaning of a pasted %s', async (pasted, offer, prefix) => {
  const { user } = await openGroup();
  await user.click(form.prefix());
  await user.paste(pasted);
  expect(form.prefix()).toHaveValue(pasted);
  await user.click(await screen.findByRole('button', { name: offer }));
  expect(form.prefix()).toHaveValue(prefix);
  expect(form.prefix()).toHaveFocus();
  expect(screen.queryByRole('button', { name: /^Use / })).not.toBeInTheDocument();
});

it('warns about a length other than a TAC’s, but allows it', async () => {
  const { user } = await openGroup();
  await user.type(form.prefix(), '3569');
  await expectTextSoon('A TAC has 8 digits. Check that this is the prefix you want.');
  await user.click(button('Save'));
  expect(await screen.findByRole('dialog')).toBeVisible();
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { formatClock } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { startAt } from '#testing/fixtures/fakeTime.ts';
import { callsTo } from '#testing/fixtures/listCalls.ts';
import { answerWithNumber, button } from '#testing/fixtures/openGroup.tsx';
import { openLockDialog, twoGroups } from '#testing/fixtures/openLockDialog.tsx';

const start = Date.parse('2026-11-26T08:00:00Z');
startAt(start);

async function open(names: readonly string[] = twoGroups) {
  const page = await openLockDialog({ chosen: names });
  const dialog = within(page.dialog);
  const prefix = dialog.getByRole('textbox', { name: 'IMEI prefix (TAC)' });
  const groupsRead = () =>
    new Set(
      callsTo(page.sandbox, 'GET /things').map(({ query }) =>
        Object.values(query).find((value) => names.some((n) => n === value)),
      ),
    );
  return { ...page, dialog, prefix, groupsRead };
}

it.each([
  ['once it is included again', []],
  ['for a lock once it is included again under Unlock', ['Unlock', 'Lock all to one prefix']],
])('an excluded group is not read or sent, and is read %s', async (_case, [off, on]) => {
  const { sandbox, user, dialog, prefix, groupsRead } = await open();
  expect(dialog.getByText(/one call to the service for every 49/)).toBeVisible();
  const include = dialog.getByRole('checkbox', { name: 'Include Scooter Sharing' });
  await user.click(include);
  await user.type(prefix, '35290411');
  await dialog.findByText(/SIMs? (may lose service|is known to lose service)\.$/);
  expect(groupsRead()).toEqual(new Set(['Payment Terminals Retail']));
  if (off) await user.click(dialog.getByRole('radio', { name: off }));
  await user.click(include);
  if (on) await user.click(dialog.getByRole('radio', { name: on }));
  await dialog.findByText(/SIMs? (may lose service|is known to lose service)\.$/);
  expect(groupsRead()).toEqual(new Set(twoGroups));
  await user.click(include);
  await answerWithNumber(user);
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await expectTextSoon('1 saved.');
  expect(screen.getByRole('dialog', { name: 'Set IMEI lock of 1 group' })).toBeVisible();
  expect(sandbox.state.puts().map(({ body }) => body)).toMatchObject([
    { ThingsGroupName: 'Payment Terminals Retail', IMEIPrefix: '35290411' },
  ]);
});

it('says that reading has stopped only as long as SIMs of an included group are left to read', async () => {
  const { sandbox, user, dialog, prefix } = await open();
  sandbox.faults.add({ route: 'GET /things', status: 403 });
  await user.type(prefix, '86056704');
  const stopped = 'Reading stopped: the remaining SIMs were not read.';
  expect(await dialog.findByText(stopped)).toBeVisible();
  for (const name of ['Unlock', 'Lock all to one prefix']) {
    await user.click(dialog.getByRole('radio', { name }));
  }
  expect(dialog.getByText(stopped)).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: 'Include Scooter Sharing' }));
  await user.type(dialog.getByLabelText('Type to confirm'), '1 group');
  await user.click(dialog.getByRole('button', { name: 'Continue reading' }));
  await dialog.findByText(/SIMs? (may lose service|is known to lose service)\.$/);
  // The text was typed for what was known until then.
  expect(dialog.getByLabelText('Type to confirm')).toHaveValue('');
  expect(dialog.queryByText(stopped)).not.toBeInTheDocument();
});

it('reads a group that was included again under Unlock, although one whose reading failed is left out', async () => {
  const names = [...twoGroups, 'Parcel Vans Europe'];
  const { sandbox, user, dialog, prefix, groupsRead } = await open(names);
  const include = async (index: number) =>
    user.click(dialog.getByRole('checkbox', { name: `Include ${names[index]}` }));
  await include(2);
  sandbox.faults.add({ route: 'GET /things', status: 403 });
  await user.type(prefix, '35290411');
  const go = await dialog.findByRole('button', { name: 'Continue reading' });
  await include(0);
  await user.click(go);
  await dialog.findByText(/SIMs? (may lose service|is known to lose service)\.$/);
  await user.click(dialog.getByRole('radio', { name: 'Unlock' }));
  await include(2);
  await user.click(dialog.getByRole('radio', { name: 'Lock all to one prefix' }));
  await waitFor(() => expect(groupsRead()).toContain(names[2]));
});

it('says why no prefix is suggested', async () => {
  const { sandbox, user, dialog } = await open();
  const sims = sandbox.state.things().filter(({ ThingsGroupName: name }) => name === twoGroups[1]);
  const imeis = ['356938035643809', '868120044183270'];
  const two = imeis.map((IMEI, at) => ({ ...sims[at], IMEI }));
  for (const fault of [{ status: 403 }, { body: '[]' }, { body: JSON.stringify(two) }]) {
    sandbox.faults.add({ route: 'GET /things', ...fault });
  }
  await user.click(dialog.getByRole('radio', { name: 'Lock each to its own suggestion' }));
  await dialog.findByRole('button', { name: 'Continue reading' });
  expect(dialog.getAllByText('Its SIMs have not been read yet.')).toHaveLength(2);
  await user.click(dialog.getByRole('button', { name: 'Continue reading' }));
  await expectTextSoon(
    'No prefix of 6 to 8 digits matches at least 80 % of the valid IMEIs read. Enter a prefix.',
  );
  expectText('No valid IMEI of its SIMs has been read, so no prefix is suggested.');
});

it('Q1: says when the SIMs were read, and reads them again after five minutes, although the dialog was open by then', async () => {
  const { sandbox, user, dialog, prefix } = await open();
  await user.type(prefix, '35290411');
  await expectTextSoon(`Read at ${formatClock(start)}.`);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(button('Set IMEI lock'));
  const reads = callsTo(sandbox, 'GET /things').length;
  vi.setSystemTime(start + 6 * 60_000);
  await user.type(screen.getByRole('textbox', { name: 'IMEI prefix (TAC)' }), '35290411');
  await expectTextSoon(`Read at ${formatClock(start + 6 * 60_000)}.`);
  expect(callsTo(sandbox, 'GET /things')).toHaveLength(reads * 2);
});

it('allows a prefix that is not a TAC, with a warning', async () => {
  const { user, dialog, prefix } = await open();
  await user.type(prefix, '8605670');
  expectText('A TAC has 8 digits. Check that this is the prefix you want.');
  await user.type(prefix, '4');
  expect(dialog.queryByText(/A TAC has 8/)).not.toBeInTheDocument();
});

it('asks before another page would discard the plan', async () => {
  const { user, dialog, prefix, router } = await open();
  await user.type(prefix, '8605');
  void router.navigate(paths.things());
  await user.click(await dialog.findByRole('button', { name: 'Stay' }));
  expect(prefix).toHaveValue('8605');
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  void router.navigate(paths.things());
  await user.click(await dialog.findByRole('button', { name: 'Leave the page' }));
  expect(await screen.findByRole('heading', { name: 'Things' })).toBeVisible();
});

it('text typed to confirm one plan does not confirm another', async () => {
  const { user, dialog, prefix } = await open();
  await user.type(prefix, '86056704');
  const field = await dialog.findByLabelText('Type to confirm');
  await user.type(field, '12');
  await user.click(dialog.getByRole('checkbox', { name: 'Include Payment Terminals Retail' }));
  expect(await dialog.findByLabelText('Type to confirm')).toHaveValue('');
});

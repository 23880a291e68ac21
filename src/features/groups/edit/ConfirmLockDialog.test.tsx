import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { button, form, openGroup, shown } from '#testing/fixtures/openGroup.tsx';
import { simsAtLock } from '#testing/fixtures/openLockDialog.tsx';

const groupName = 'Scooter Sharing';
const typeTheName =
  'The number of SIMs that may lose service is unknown. Type the name of the group: Scooter Sharing';
const route = 'GET /things';

/** Opens the confirmation of a lock to a prefix, and of a new name if one is passed. */
async function openConfirmation(sandbox: Sandbox, newName = groupName, storedName = groupName) {
  const { user } = await openGroup({ sandbox, name: storedName });
  const name = form.name();
  await user.clear(name);
  await user.type(name, newName);
  await user.click(button('Locked'));
  await user.type(form.prefix(), '86056704');
  await user.click(button('Save'));
  const dialog = await shown.confirmation();
  const question = (words: string | RegExp) => within(dialog).findByText(words);
  return { user, question, confirm: within(dialog).getByRole('button', { name: 'Confirm' }) };
}

const field = () => screen.getByRole('textbox', { name: 'Type to confirm' });

it('the confirmation of a lock shows the figure and a breakdown that counts each SIM once, and the tables after a click', async () => {
  const sandbox = createSandbox({ things: 400 });
  const { sims, losing } = simsAtLock(sandbox, groupName);
  const { user, question } = await openConfirmation(sandbox);
  const summary = `${losing.length} of ${sims.length} SIMs may lose service.`;
  expect(await question(summary)).toBeVisible();
  const parts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(parts.map((part) => part.replace(/^\d+ /, ''))).toEqual([
    'Matches the prefix',
    'Does not match the prefix',
    'No IMEI, or only zeros',
    'Not a readable IMEI',
    'Suspended',
  ]);
  const counts = parts.map((part) => Number.parseInt(part, 10));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sims.length);
  expect(counts.slice(1, 4).reduce((sum, count) => sum + count, 0)).toBe(losing.length);
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  await user.click(button('Details'));
  expect(screen.getByRole('table', { name: 'SIMs by last known IMEI' })).toBeVisible();
  expect(await question(/^It is the longest prefix.* of the valid IMEIs[^.]*\.$/)).toBeVisible();
  expect(await question(/^Devices whose IMEI does not begin with the prefix/)).toBeVisible();
});

it.each([
  ['stored name, not the new one', {}, { route, status: 403 }, { newName: 'Scooters' }],
  ['name if no SIMs are found although the group has a total', {}, { route, body: '[]' }],
  ['name if the SIMs do not report their group', { thingFields: 'documented' }, { count: 0 }],
  ['name if reading was stopped', {}, { route, hang: true, count: Infinity }, { stops: true }],
] as const)(
  'the confirmation of a lock asks for the %s',
  async (_, options, fault, given: { newName?: string; stops?: true } = {}) => {
    const sandbox = createSandbox({ things: 400, ...options });
    sandbox.faults.add(fault);
    const { user, question, confirm } = await openConfirmation(sandbox, given.newName);
    if (given.stops) await user.click(await screen.findByRole('button', { name: 'Stop reading' }));
    expect(await question(typeTheName)).toBeVisible();
    await user.type(field(), given.newName ?? 'scooters');
    expect(confirm).toHaveAttribute('aria-disabled', 'true');
    await user.clear(field());
    await user.type(field(), groupName);
    expect(confirm).toHaveAttribute('aria-disabled', 'false');
  },
);

it('the confirmation of a lock asks for the ID of a group whose name cannot be seen', async () => {
  const sandbox = createSandbox({ things: 60 });
  const { id = '' } = sandbox.state.groups().find(({ name }) => name === groupName) ?? {};
  sandbox.changeGroup(id, { name: '\u200B' });
  sandbox.faults.add({ route, status: 403 });
  const { user, question, confirm } = await openConfirmation(sandbox, 'Scooters', '\u200B');
  expect(await question(new RegExp(`Type the ID of the group: ${id}$`))).toBeVisible();
  expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await user.type(field(), id);
  expect(confirm).toHaveAttribute('aria-disabled', 'false');
});

it('the confirmation of a lock asks for the name if the list changed while being read, and for the number after reading again', async () => {
  const sandbox = createSandbox({ things: 3_000 });
  const cameras = sandbox.state.groups().find(({ name }) => name === 'Construction Site Cameras');
  // The same name filter also finds this group, whose SIMs come first in the list.
  sandbox.changeGroup(cameras?.id ?? '', { name: `${groupName} Cameras` });
  sandbox.faults.add({ route, skip: 1, status: 403, count: Number.POSITIVE_INFINITY });
  const { user, question } = await openConfirmation(sandbox);
  const goOn = await screen.findByRole('button', { name: 'Continue reading' });
  sandbox.faults.clear();
  sandbox.changeGroup(cameras?.id ?? '', { name: 'Cameras' });
  await user.click(goOn);
  await expectTextSoon(/^The list changed while it was being read/);
  expect(await question(typeTheName)).toBeVisible();
  expectText(/^At least \d+ of \d+ SIMs read may lose service/);
  await user.click(button('Read again'));
  await expectTextSoon(/SIMs may lose service, based on their last known devices/);
  expect(screen.queryByText(/^The list changed/)).not.toBeInTheDocument();
});

it('the confirmation of a lock closes the gate again while reading continues: the earlier number is no longer accepted', async () => {
  const sandbox = createSandbox({ things: 3_000 });
  sandbox.faults.add({ route, skip: 1, status: 403, count: Number.POSITIVE_INFINITY });
  const { user, confirm } = await openConfirmation(sandbox);
  const goOn = await screen.findByRole('button', { name: 'Continue reading' });
  await user.type(field(), groupName);
  expect(confirm).toHaveAttribute('aria-disabled', 'false');
  sandbox.faults.clear();
  sandbox.faults.add({ route, delayMs: 60_000, count: Number.POSITIVE_INFINITY });
  await user.click(goOn);
  await waitFor(() => expect(confirm).toHaveAttribute('aria-disabled', 'true'));
  await user.click(confirm);
  expectText('Wait until the SIMs have been read, or cancel.');
  expect(screen.getByRole('alert')).toHaveTextContent('Wait until the SIMs have been read');
  expect(sandbox.state.puts()).toEqual([]);
});

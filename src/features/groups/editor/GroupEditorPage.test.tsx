import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { renderRoute } from '#testing/renderRoute.tsx';

import { messages } from '../messages.ts';

function groupIn(sandbox: Sandbox, name: string) {
  const group = sandbox.state.groups().find((candidate) => candidate.name === name);
  if (!group) throw new Error(`The sandbox has no group ${name}`);
  return group;
}

async function openEditor(sandbox: Sandbox, name = 'Scooter Sharing') {
  const { user } = await renderRoute(paths.group(groupIn(sandbox, name).id), { sandbox });
  await screen.findByRole('heading', { name, level: 1 });
  return user;
}

const button = (name: string) => screen.getByRole('button', { name });
const prefixField = () => screen.getByRole('textbox', { name: 'IMEI prefix (TAC)' });

describe('the group editor', () => {
  it('locks a group to a prefix after a confirmation that says before and after', async () => {
    const sandbox = createSandbox({ things: 60 });
    const user = await openEditor(sandbox);
    await user.click(button('Locked'));
    await user.type(prefixField(), '35693803');
    await user.click(button('Save'));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm IMEI lock change' });
    expect(within(dialog).getByText('Unlocked · no prefix')).toBeVisible();
    expect(within(dialog).getByText('Locked · 35693803')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(messages.saved)).toBeVisible();
    expect(groupIn(sandbox, 'Scooter Sharing')).toMatchObject({
      imeiPrefix: '35693803',
      lockMasterImei: true,
    });
    expect(sandbox.state.puts()).toHaveLength(1);
    // To open the page, straight before the PUT, and to see what was stored.
    const lists = sandbox.state.requests().filter(({ route }) => route.endsWith('Measures'));
    expect(lists).toHaveLength(3);
  });

  it('renames without a confirmation, and leaves a stored lock as it was', async () => {
    const sandbox = createSandbox({ things: 60 });
    const before = { ...groupIn(sandbox, 'Electricity Meters North') };
    const user = await openEditor(sandbox, before.name);
    await user.type(screen.getByRole('textbox', { name: 'Group name' }), ' 2');
    await user.click(button('Save'));
    expect(await screen.findByText(messages.saved)).toBeVisible();
    expect(sandbox.state.puts()[0]?.body).toMatchObject({
      ThingsGroupName: 'Electricity Meters North 2',
      IMEIPrefix: before.imeiPrefix,
      LockMasterImei: before.lockMasterImei,
    });
  });

  it('R16: a double click on Save sends one PUT', async () => {
    const sandbox = createSandbox({ things: 60 });
    const user = await openEditor(sandbox);
    await user.type(screen.getByRole('textbox', { name: 'Group name' }), ' 2');
    await user.dblClick(button('Save'));
    expect(await screen.findByText(messages.saved)).toBeVisible();
    expect(sandbox.state.puts()).toHaveLength(1);
  });

  it('saves twice in a row: what was stored is what the next save starts from', async () => {
    const sandbox = createSandbox({ things: 60 });
    const user = await openEditor(sandbox);
    const name = screen.getByRole('textbox', { name: 'Group name' });
    await user.type(name, ' 2');
    await user.click(button('Save'));
    expect(await screen.findByText(messages.saved)).toBeVisible();
    await user.type(name, '3');
    await user.click(button('Save'));
    await waitFor(() => expect(sandbox.state.puts()).toHaveLength(2));
    expect(await screen.findByText(messages.saved)).toBeVisible();
    expect(groupIn(sandbox, 'Scooter Sharing 23').name).toBe('Scooter Sharing 23');
  });

  it('keeps what was typed when the confirmation is declined', async () => {
    const sandbox = createSandbox({ things: 60 });
    const user = await openEditor(sandbox);
    await user.click(button('Locked'));
    await user.type(prefixField(), '35693803');
    await user.click(button('Save'));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(prefixField()).toHaveValue('35693803');
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('R17: presses no button and asks for both where lock and prefix are not reported', async () => {
    const sandbox = createSandbox({ things: 60, groupLockFields: 'none' });
    const user = await openEditor(sandbox);
    expect(button('Locked')).toHaveAttribute('aria-pressed', 'false');
    expect(button('Unlocked')).toHaveAttribute('aria-pressed', 'false');
    await user.click(button('Save'));
    expect(await screen.findByText(messages.lockUnchosen)).toBeVisible();
    await user.click(button('Unlocked'));
    await user.click(button('Save'));
    expect(await screen.findByText(messages.prefixUnchosen)).toBeVisible();
    expect(prefixField()).toHaveFocus();
    expect(sandbox.state.puts()).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'Remove the stored IMEI prefix' }));
    await user.click(button('Save'));
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(messages.unconfirmed)).toBeVisible();
    expect(sandbox.state.puts()[0]?.body).toMatchObject({ IMEIPrefix: '', LockMasterImei: false });
    // What was sent is not what is reported: the next save asks again.
    expect(button('Unlocked')).toHaveAttribute('aria-pressed', 'false');
    await user.click(button('Save'));
    expect(await screen.findByText(messages.lockUnchosen)).toBeVisible();
    expect(sandbox.state.puts()).toHaveLength(1);
  });

  it('trap: pressing the pressed lock button changes nothing', async () => {
    const user = await openEditor(createSandbox({ things: 60 }), 'Electricity Meters North');
    await user.click(button('Locked'));
    expect(button('Locked')).toHaveAttribute('aria-pressed', 'true');
  });

  it('R15: shows mine, theirs and what was there when somebody was faster', async () => {
    const sandbox = createSandbox({ things: 60 });
    const user = await openEditor(sandbox);
    sandbox.changeGroup(groupIn(sandbox, 'Scooter Sharing').id, { imeiPrefix: '11111111' });
    await user.type(screen.getByRole('textbox', { name: 'Group name' }), ' 2');
    await user.click(button('Save'));
    const dialog = await screen.findByRole('dialog', { name: 'Group changed meanwhile' });
    expect(within(dialog).getByText('Unlocked · 11111111')).toBeVisible();
    expect(sandbox.state.puts()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Take what is stored' }));
    await waitFor(() => expect(prefixField()).toHaveValue('11111111'));
  });
});

import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import type { Fault } from '#sandbox/faultInjection.ts';
import type { SandboxOptions } from '#sandbox/options.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { storedBody } from '#testing/fixtures/groupBody.ts';
import { callsTo } from '#testing/fixtures/listCalls.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { answerWithNumber, button, put } from '#testing/fixtures/openGroup.tsx';
import { openLockDialog, simsAtLock, twoGroups } from '#testing/fixtures/openLockDialog.tsx';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const list = 'GET /things';

async function open(given?: Parameters<typeof openLockDialog>[0]) {
  const page = await openLockDialog(given);
  const dialog = within(page.dialog);
  return { ...page, dialog };
}

const groupIn = (sandbox: Sandbox, name: string) =>
  sandbox.state.groups().find((group) => group.name === name);

const rowOf = (name: string) =>
  within(screen.getByRole('dialog')).getByRole('row', { name: new RegExp(name) });

describe('the lock of several groups', () => {
  it('shows each group’s current lock and affected SIMs, and asks once for the total', async () => {
    const { sandbox, user, dialog } = await open();
    expect(rowOf('Payment Terminals Retail')).toHaveTextContent('Unlocked · 35290411');
    await user.type(dialog.getByRole('textbox', { name: 'IMEI prefix (TAC)' }), '86056704');
    const losing = twoGroups.map((name) => simsAtLock(sandbox, name).losing.length);
    const sum = losing.reduce((total, count) => total + count, 0);
    expect(
      await dialog.findByText(new RegExp(`^${sum} of \\d+ SIMs may lose service\\.$`)),
    ).toBeVisible();
    for (const [index, name] of twoGroups.entries()) {
      expect(rowOf(name)).toHaveTextContent(new RegExp(`${losing[index]} of \\d+$`));
    }
    await user.type(dialog.getByLabelText('Type to confirm'), String(sum + 1));
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(sandbox.state.puts()).toEqual([]);
    await user.clear(dialog.getByLabelText('Type to confirm'));
    await user.type(dialog.getByLabelText('Type to confirm'), `${sum}{Enter}`);
    await expectTextSoon('2 saved.');
    const lock = { IMEIPrefix: '86056704', LockMasterImei: true };
    expect(sandbox.state.puts().map(({ body }) => body)).toMatchObject(
      twoGroups.map((name) => ({ ThingsGroupName: name, ...lock })),
    );
  });

  it('suggests a prefix for each group from its own SIMs, and sends a typed prefix instead', async () => {
    const { sandbox, user, dialog } = await open();
    await user.click(dialog.getByRole('radio', { name: 'Lock each to its own suggestion' }));
    const scooters = await dialog.findByRole('textbox', { name: 'New prefix for Scooter Sharing' });
    await waitFor(() => expect(scooters).toHaveValue('86056704'));
    await dialog.findByText(/SIMs may lose service\.$/);
    await user.clear(scooters);
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText(/^Enter a prefix to turn the lock on/)).toBeVisible();
    expect(scooters).toHaveFocus();
    await user.type(scooters, '8605');
    await answerWithNumber(user);
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('2 saved.');
    expect(groupIn(sandbox, 'Scooter Sharing')).toMatchObject({ imeiPrefix: '8605' });
  });

  it('asks for typed words instead of a number if not all SIMs were read, and says what is unknown', async () => {
    const { sandbox, user, dialog } = await open();
    sandbox.faults.add({ route: list, delayMs: 60_000, count: Number.POSITIVE_INFINITY });
    await user.type(dialog.getByRole('textbox', { name: 'IMEI prefix (TAC)' }), '86056704');
    await user.click(await dialog.findByRole('button', { name: 'Stop reading' }));
    expect(
      await dialog.findByText('The number of SIMs that may lose service is unknown.'),
    ).toBeVisible();
    expect(rowOf('Payment Terminals Retail')).toHaveTextContent('not known');
    expect(dialog.getByText(/Type these words: 2 groups$/)).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Unlock' }));
    await user.click(dialog.getByRole('radio', { name: 'Lock all to one prefix' }));
    expect(dialog.getByRole('button', { name: 'Continue reading' })).toBeVisible();
    await user.type(dialog.getByLabelText('Type to confirm'), '2 groups');
    const confirm = dialog.getByRole('button', { name: 'Confirm' });
    expect(confirm).toHaveAttribute('aria-disabled', 'false');
  });

  it('R17: unlocks without reading any SIMs, and never removes a prefix that the user has not seen', async () => {
    const { sandbox, user, dialog } = await open({ options: { groupLockFields: 'none' } });
    expect(rowOf('Scooter Sharing')).toHaveTextContent('not reported');
    await user.click(dialog.getByRole('radio', { name: 'Unlock' }));
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(sandbox.state.puts()).toEqual([]);
    await user.click(dialog.getByRole('checkbox', { name: /^Remove the stored IMEI prefix/ }));
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await expectTextSoon('2 saved, not confirmed.');
    expect(screen.getAllByText(/^This change cannot be undone here/)).toHaveLength(2);
    expect(sandbox.state.requests().filter(({ route }) => route === list)).toEqual([]);
  });

  it('reads no SIMs while Unlock is chosen, and goes on when a lock is chosen again', async () => {
    const { sandbox, user, dialog } = await open();
    sandbox.faults.add({ route: list, hang: true });
    await user.type(dialog.getByRole('textbox', { name: 'IMEI prefix (TAC)' }), '86056704');
    expect(await dialog.findByRole('button', { name: 'Stop reading' })).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Unlock' }));
    // Only one group is read at a time, and its call is not answered.
    await user.click(dialog.getByRole('radio', { name: 'Lock all to one prefix' }));
    expect(await dialog.findByText(/SIMs may lose service\.$/)).toBeVisible();
  });

  it('keeps each stored prefix when unlocking', async () => {
    const chosen = ['Payment Terminals Retail', 'Electricity Meters North'];
    const { sandbox, user, dialog } = await open({ chosen });
    const before = groupIn(sandbox, 'Electricity Meters North')?.imeiPrefix;
    await user.click(dialog.getByRole('radio', { name: 'Unlock' }));
    expect(rowOf('Payment Terminals Retail')).toHaveTextContent('no change');
    // API document 4.4, rule 2.
    expectText('Any device may then use the SIMs in these groups.');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await expectTextSoon('1 unchanged, 1 saved.');
    expect(sandbox.state.puts().map(({ body }) => body)).toEqual([
      expect.objectContaining({ IMEIPrefix: before, LockMasterImei: false }),
    ]);
  });
});

/** Unlocks two locked groups; the service refuses or delays one of them. */
async function unlock(fault: Fault, options?: Partial<SandboxOptions>) {
  const chosen = ['Electricity Meters North', 'Construction Site Cameras'];
  const world = await open({ chosen, ...(options && { options }) });
  const { user, dialog, sandbox } = world;
  await user.click(dialog.getByRole('radio', { name: 'Unlock' }));
  sandbox.faults.add(fault);
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  return world;
}

describe('the outcome for each group', () => {
  it('is shown when a group has changed in the meantime, and the saved group can be undone before the rest is sent', async () => {
    const chosen = ['Scooter Sharing', 'Payment Terminals Retail', 'Cold Chain Trailers'];
    const [first = '', second = '', third = ''] = chosen;
    const { sandbox, user, dialog, leave, tabStorage } = await open({ chosen });
    await user.click(dialog.getByRole('radio', { name: 'Lock each to its own suggestion' }));
    const suggested = await dialog.findByRole('textbox', { name: `New prefix for ${first}` });
    await waitFor(() => expect(suggested).toHaveValue('86056704'));
    const asked = await dialog.findByText(/SIMs? may lose service, based on/);
    expect(sandbox.state.puts()).toEqual([]);

    const { id = '' } = groupIn(sandbox, second) ?? {};
    sandbox.changeGroup(id, { imeiPrefix: '11111111' });
    const [number = ''] = asked.textContent.split(' ');
    await user.type(dialog.getByLabelText('Type to confirm'), number);
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Stopped at “${second}”: Changed in the meantime. No change was sent.`,
    );
    expect(rowOf(first)).toHaveTextContent('Saved');
    expect(rowOf(second)).toHaveTextContent('Stored now: Unlocked · 11111111.');
    expect(rowOf(third)).toHaveTextContent('Not sent');
    expect(sandbox.state.puts().map(({ body }) => body)).toEqual([
      storedBody({ ...groupIn(sandbox, first), imeiPrefix: '86056704', lockMasterImei: true }),
    ]);

    await user.click(within(rowOf(first)).getByRole('button', { name: 'Undo' }));
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(rowOf(first)).toHaveTextContent('Undone'));
    expect(groupIn(sandbox, first)).toMatchObject({ lockMasterImei: false, imeiPrefix: '' });
    await user.click(button('Continue with the rest (1)'));
    await waitFor(() => expect(rowOf(third)).toHaveTextContent('Saved'));
    await user.click(button('Done'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(button('Set IMEI lock')).toHaveFocus();

    leave();
    await renderRoute(paths.groups(), { sandbox, tabStorage });
    await screen.findByRole('table', { name: 'Thing Groups' });
    expect(screen.queryByText(/You left this page while the IMEI lock/)).not.toBeInTheDocument();
  });

  it('is shown after a refusal with the request id, and the unsent groups are sent on request', async () => {
    const { user, sandbox } = await unlock({ route: put, status: 422, message: 'Gesperrt' });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Stopped at “Electricity Meters North”: Refused\./);
    expect(rowOf('Electricity Meters North')).toHaveTextContent(/The service said: .*Request ID/);
    expect(screen.getByText('Gesperrt')).toHaveAttribute('lang', '');
    expect(rowOf('Construction Site Cameras')).toHaveTextContent('Not sent');
    expect(sandbox.state.puts()).toEqual([]);
    // Closing would discard the report, and the offers to go on.
    await user.keyboard('{Escape}');
    await user.click(button('Continue with the rest (1)'));
    await waitFor(() => expect(sandbox.state.puts()).toHaveLength(1));
    await expectTextSoon('1 refused, 1 saved.');
    await user.click(button('Try “Electricity Meters North” again'));
    await expectTextSoon('2 saved.');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('survives leaving the page halfway, until the user has seen it', async () => {
    const { sandbox, tabStorage } = await unlock({ route: put, delayMs: 60_000 });
    await waitFor(() => expect(callsTo(sandbox, put)).toHaveLength(1));
    const { user } = await renderRoute(paths.groups(), { sandbox, tabStorage });
    await expectTextSoon(
      'You left this page while the IMEI lock of 2 groups was being set: 1 outcome unknown, 1 not sent.',
    );
    const [show] = screen.getAllByRole('button', { name: 'Show', hidden: true });
    if (show) await user.click(show);
    const report = await screen.findAllByText(/may or may not have been saved\. Check the/);
    expect(report).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Continue/ })).not.toBeInTheDocument();
    const [startAgain] = screen.getAllByRole('button', { name: 'Start again with the rest (1)' });
    if (startAgain) await user.click(startAgain);
    const plan = within(await screen.findByRole('dialog', { name: 'Set IMEI lock of 1 group' }));
    expect(plan.getByRole('radio', { name: 'Unlock' })).toBeChecked();
    expect(plan.getByRole('row', { name: /Construction Site Cameras/ })).toBeVisible();
    await user.click(plan.getByRole('button', { name: 'Confirm' }));
    // The other group's outcome stays on screen.
    await expectTextSoon('1 outcome unknown, 1 saved.');
    expect(sandbox.state.puts().map(({ body }) => body)).toMatchObject([
      { ThingsGroupName: 'Construction Site Cameras', LockMasterImei: false },
    ]);
  });

  it('T24: a sign-in during the run loses nothing: the unsent groups are sent on a click', async () => {
    const clock = manualClock();
    const { user, monitor, sandbox } = await unlock({ route: put, delayMs: 1 }, { clock });
    await screen.findByText(/^Saving:/);
    await waitFor(() => expect(callsTo(sandbox, put)).toHaveLength(1));
    act(() => monitor.ended());
    const again = within(await screen.findByRole('dialog', { name: 'Sign in again' }));
    await user.type(again.getByLabelText('Password'), 'sandbox-writer{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull());
    await act(() => clock.advance(1));
    const more = await screen.findByRole('button', { name: /^Continue with the rest \(\d\)$/ });
    await user.click(more);
    await waitFor(() => expect(sandbox.state.puts()).toHaveLength(2));
  });

  it('is undone through the same confirmation, which shows the effect of a lock', async () => {
    const { user, sandbox, tabStorage } = await unlock({ route: put, count: 0 });
    await screen.findByText('2 saved.');
    await user.click(
      within(rowOf('Construction Site Cameras')).getByRole('button', { name: 'Undo' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm IMEI lock change' }));
    await dialog.findByText(/^None of \d+ SIMs? is known to lose service/);
    expect(dialog.queryByLabelText('Type to confirm')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await expectTextSoon('1 saved, 1 undone.');
    expect(groupIn(sandbox, 'Construction Site Cameras')?.lockMasterImei).toBe(true);
    await renderRoute(paths.groups(), { sandbox, tabStorage });
    await expectTextSoon(/was being set: 1 saved, 1 undone\.$/);
  });
});

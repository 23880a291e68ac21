import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { SandboxOptions } from '#sandbox/options.ts';
import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { storedBody } from '#testing/fixtures/groupBody.ts';
import { button, form, list, openGroup, put, said, shown } from '#testing/fixtures/openGroup.tsx';

const pass = fakeTime();

function open(options: Partial<SandboxOptions> = {}, name?: string) {
  return openGroup({ options, ...(name !== undefined && { name }) });
}

/** Chooses the unreported values, and saves. */
async function saveUnlocked({ user, saveLock }: Awaited<ReturnType<typeof open>>) {
  await user.click(button('Unlocked'));
  const box = screen.queryByRole('checkbox', { name: 'Remove the stored IMEI prefix' });
  if (box) await user.click(box);
  await saveLock();
}

describe('R15, R17: a touched group that the list reports only in part', () => {
  it.each([
    ['none', 'name and profile', 'IMEI lock and IMEI prefix'],
    ['prefixOnly', 'name, IMEI prefix and profile', 'IMEI lock'],
    ['lockOnly', 'name, IMEI lock and profile', 'IMEI prefix'],
  ] as const)(
    'with the lock fields %s, says which changes may have gone unnoticed',
    async (groupLockFields, same, unseen) => {
      const world = await open({ groupLockFields }, 'Electricity Meters North');
      // Another user changes the lock, which this list cannot show.
      const unseenChange = {
        none: { lockMasterImei: false, imeiPrefix: '' },
        prefixOnly: { lockMasterImei: false },
        lockOnly: { imeiPrefix: '11' },
      };
      world.sandbox.changeGroup(world.group.id, unseenChange[groupLockFields]);
      await saveUnlocked(world);
      const notice = await screen.findByText(
        /^Something in this group was saved after you opened it: its modification date is now /,
      );
      await world.user.click(button('Details'));
      expectText(`Reported unchanged: ${same}.`);
      expect(notice).toHaveTextContent(`Not reported, and possibly changed: ${unseen}.`);
      expect(notice).toHaveTextContent('Save again to overwrite the stored values with this form');
      expect(world.sandbox.state.puts()).toEqual([]);
      await world.user.click(button('Save'));
      expect(await screen.findByText(/^Saved, but not confirmed/)).toHaveTextContent(
        `Not reported: ${unseen}.`,
      );
    },
  );

  it('says that nothing has changed if the list reports everything', async () => {
    const { sandbox, group, user, rename } = await open();
    sandbox.changeGroup(group.id, {});
    await rename();
    const notice = await screen.findByText(said.touched);
    expect(notice).toHaveTextContent('Nothing has been sent yet. Save again to continue.');
    await user.click(button('Details'));
    expectText('Reported unchanged: name, IMEI lock, IMEI prefix and profile.');
    expect(notice).not.toHaveTextContent('Not reported');
  });
});

describe('a conflict', () => {
  it('does not claim a change if the lock is merely no longer reported', async () => {
    const { sandbox, rename } = await open({}, 'Electricity Meters North');
    sandbox.setOptions({ groupLockFields: 'none' });
    await rename();
    const dialog = await shown.conflict();
    expect(within(dialog).queryByText(/Somebody changed this group/)).not.toBeInTheDocument();
    expectText(
      /Somebody may have changed this group after you opened it\. The service did not report the same fields both times \(IMEI lock and IMEI prefix\)\. Nothing was sent\./,
      dialog,
    );
  });

  it('after a save without a response does not claim that other values changed if only the date did', async () => {
    const { sandbox, group, rename } = await open();
    sandbox.faults.add({ route: put, cut: 'before', delayMs: 5_000 });
    await rename();
    await waitFor(() => expect(sandbox.state.requests().at(-1)?.route).toBe(put));
    sandbox.changeGroup(group.id, {});
    await pass(8_000);
    const dialog = await shown.conflict();
    expectText(/The service does not report the values that were sent/, dialog);
    expect(within(dialog).queryByText(/The group now has neither/)).not.toBeInTheDocument();
    expect(within(dialog).getByRole('alert')).toHaveTextContent(/^Could not confirm the save:/);
  });
});

describe('the end of a save', () => {
  it('does not say that an unlisted group differs from the sent values', async () => {
    const { sandbox, rename } = await open();
    sandbox.faults.add({ route: list, skip: 1, count: Number.POSITIVE_INFINITY, body: '[]' });
    await rename();
    await expectTextSoon(/accepted the change, but no longer lists the group/);
    expect(screen.queryByText(/reports different values/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('shows the reported profile, if that is the difference', async () => {
    const { sandbox, group, rename } = await open();
    const changed = { name: 'Scooter Sharing 2', profileId: 'TelephonyProfile_9' };
    const item = { ThingsGroupId: group.id, ...storedBody({ ...group, ...changed }) };
    sandbox.faults.add({ route: list, skip: 1, body: JSON.stringify([item]) });
    await rename();
    await expectTextSoon(/reports different values/);
    expectText('Scooter Sharing 2 · Unlocked · no prefix · TelephonyProfile_9');
  });

  it('without a response, names the values that the list does not report', async () => {
    const { sandbox, user, saveLock } = await open({ groupLockFields: 'none' });
    sandbox.faults.add({ route: put, cut: 'before' });
    await user.click(button('Unlocked'));
    await user.click(form.removePrefix());
    await saveLock();
    await pass(2_000);
    const alert = await screen.findByRole('alert');
    // It is not known that the save failed.
    expect(alert).toHaveTextContent(/^Could not confirm the save:/);
    expect(alert).toHaveTextContent(
      /The service reports the same values as before, .* Not reported: IMEI lock and IMEI prefix\./,
    );
  });
});

describe('a form whose lock the service hides', () => {
  async function unlocked() {
    const world = await open({ groupLockFields: 'none' });
    await world.user.click(button('Unlocked'));
    await world.user.type(form.prefix(), '35693803');
    return world;
  }

  it('loses nothing when the read-only box is clicked', async () => {
    const { sandbox, user, saveLock } = await unlocked();
    sandbox.faults.add({ route: put, status: 429, retryAfter: '60' });
    await saveLock();
    expect(await screen.findByRole('timer')).toBeVisible();
    await user.click(form.removePrefix());
    expect(form.removePrefix()).not.toBeChecked();
    expect(form.prefix()).toHaveValue('35693803');
  });

  it('stays open until the user has read that the save is not confirmed', async () => {
    const { sandbox, user, saveLock } = await unlocked();
    sandbox.faults.add({ route: put, delayMs: 2_000 });
    await saveLock();
    await user.click(screen.getByRole('link', { name: 'Things' }));
    await expectTextSoon(said.isSaving);
    await pass(4_000);
    await expectTextSoon(said.hidden);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

it('the confirmation of a prefix without a lock says that the group stays unlocked, under its stored name', async () => {
  const { user, rename } = await open({}, 'Payment Terminals Retail');
  await user.clear(form.prefix());
  await rename();
  const dialog = await shown.confirmation();
  expectText(/in “Payment Terminals Retail”\. The stored values will be overwritten\./, dialog);
  expectText('The group stays unlocked: any device may use its SIMs, whatever the prefix.', dialog);
});

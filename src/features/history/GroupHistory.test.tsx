import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { GroupChange } from '#contract/history.ts';
import { addressOf, expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { changesAnswer, groupChange } from '#testing/fixtures/groupChange.ts';
import { button, form, openGroup, shown } from '#testing/fixtures/openGroup.tsx';

const groupName = 'Scooter Sharing';

/** A row of the group's history. By default, its new values are the form's. */
function change(given: Partial<GroupChange>): GroupChange {
  return groupChange({
    groupName,
    before: { ThingsGroupName: 'Scooters of before', LockMasterImei: true, IMEIPrefix: '35208115' },
    after: { ThingsGroupName: groupName, LockMasterImei: false, IMEIPrefix: '' },
    ...given,
  });
}

async function open(answer?: (query: URLSearchParams) => Response) {
  const page = await openGroup({ name: groupName, changes: answer });
  return { ...page, groupId: page.group.id };
}

/** Opens the group with these changes in its history. */
const openWith = (...changes: readonly Partial<GroupChange>[]) =>
  open(() => changesAnswer({ changes: changes.map(change) }));

const history = () => screen.findByRole('region', { name: 'History' });
const lockButton = () => button('Locked');

const uses = async () =>
  within(await history()).findAllByRole('button', { name: 'Use these values' });

async function useEntry(user: UserEvent, index = 0) {
  const entry = (await uses())[index];
  if (!entry) throw new Error('The history has no such entry');
  await user.click(entry);
}

describe('the history of a group', () => {
  it('fills the form with the values from before a change, and sends nothing', async () => {
    const { user, sandbox } = await openWith({});
    await useEntry(user);
    expect(form.name()).toHaveValue('Scooters of before');
    expect(lockButton()).toHaveAttribute('aria-pressed', 'true');
    expect(form.prefix()).toHaveValue('35208115');
    expect(screen.getByText(/^The values from before the change on/)).toHaveTextContent(
      'Nothing is sent until you click Save.',
    );
    expect(sandbox.state.puts()).toEqual([]);
    await user.click(button('Save'));
    expect(await screen.findByRole('dialog', { name: 'Confirm IMEI lock change' })).toBeVisible();
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('describes the values that each button fills in', async () => {
    await openWith(
      {},
      { id: '2', outcome: 'refused', status: 409, message: 'Schon vergeben' },
      { id: '3', before: { IMEIPrefix: '35' } },
      {
        id: '4',
        outcome: 'elsewhere',
        before: { ThingsGroupName: 'A', Networks: ['A1'] },
        after: { ThingsGroupName: 'B', Networks: ['Orange'] },
      },
      { id: '5', outcome: 'elsewhere', before: {} },
      { id: '6', outcome: 'not-seen', status: null },
    );
    const buttons = await uses();
    const descriptions = [
      'Values before this change: Scooters of before · Locked · 35208115',
      'Values that it should have stored: Scooter Sharing · Unlocked · no prefix',
      'Values before this change: 35. Not known, so left unchanged: name and IMEI lock.',
      'Values before this change: A. Not known, so left unchanged: IMEI lock and IMEI prefix. Cannot be set here: networks.',
      'The values before this change are not known.',
      'Values that it should have stored: Scooter Sharing · Unlocked · no prefix',
    ];
    expect(buttons).toHaveLength(descriptions.length);
    // WCAG 3.1.2: the service's message, beside the console's text.
    expect(screen.getByText('Schon vergeben')).toHaveAttribute('lang', '');
    // Isolated, because a name may be written from right to left.
    expect(screen.getByText('Orange', { selector: 'bdi *' })).toBeVisible();
    for (const [index, words] of descriptions.entries()) {
      expect(buttons[index]).toHaveAccessibleDescription(words);
    }
    expect(buttons[4]).toHaveAttribute('aria-disabled', 'true');
  });

  it('offers the last saved value of a setting that lists do not show', async () => {
    const unlisted = { ThingsGroupName: groupName };
    const lockedHere = { ThingsGroupName: groupName, LockMasterImei: true, IMEIPrefix: '35208115' };
    const { user } = await openWith(
      { id: '1', before: unlisted },
      { id: '2', outcome: 'refused', before: unlisted },
      { id: '3', before: unlisted, after: lockedHere },
      { id: '4', before: unlisted },
    );
    const [first] = await uses();
    expect(first).toHaveAccessibleDescription(
      'Values before this change: Scooter Sharing · Locked · 35208115. The group list did not include the IMEI lock and IMEI prefix, so the values last saved in this console are used.',
    );
    await useEntry(user);
    expect(form.prefix()).toHaveValue('35208115');
    expect(lockButton()).toHaveAttribute('aria-pressed', 'true');
  });

  it('leaves form values alone if the entry does not have them', async () => {
    const { user } = await openWith({ before: { LockMasterImei: true } });
    await screen.findByRole('region', { name: 'History' });
    await user.clear(form.name());
    await user.type(form.name(), 'Mine');
    await user.type(form.prefix(), '35693803');
    await useEntry(user);
    expect(form.name()).toHaveValue('Mine');
    expect(form.prefix()).toHaveValue('35693803');
    expect(lockButton()).toHaveAttribute('aria-pressed', 'true');
    expect(
      screen.getByText(/Not known, so left unchanged: name and IMEI prefix/, {
        selector: '[role="status"] *',
      }),
    ).toBeVisible();
  });

  it('can restore the text typed before the form was filled, and undo that too', async () => {
    const { user } = await openWith({});
    await user.clear(form.name());
    await user.type(form.name(), 'Typed by me');
    await useEntry(user);
    expect(form.name()).toHaveValue('Scooters of before');
    await user.click(button('Restore your edits'));
    expect(form.name()).toHaveValue('Typed by me');
    expect(form.prefix()).toHaveValue('');
    expectText(/^Your edits are restored/);
    await user.click(button('Fill in the other values again'));
    expect(form.name()).toHaveValue('Scooters of before');
    expectText(/^The other values are filled in again/);
    expect(button('Restore your edits')).toBeVisible();
  });

  it('restores the typed text, not the values of an entry tried in between', async () => {
    const older = { id: '1', before: { ThingsGroupName: 'Scooters of long ago' } };
    const { user } = await openWith({ id: '2' }, older);
    await user.clear(form.name());
    await user.type(form.name(), 'Typed by me');
    await useEntry(user);
    await useEntry(user, 1);
    expect(form.name()).toHaveValue('Scooters of long ago');
    await user.click(button('Restore your edits'));
    expect(form.name()).toHaveValue('Typed by me');
  });

  it('says so when the values match the stored ones, or when these have been typed since', async () => {
    const older = { id: '1', before: { ThingsGroupName: 'Scooters of before' } };
    const { user } = await openWith({ id: '2', before: { ThingsGroupName: groupName } }, older);
    const isAsStored =
      /^The values from before the change on .* were filled in\. .*The form has the stored values, so there is nothing to save\.$/;
    await useEntry(user);
    expectText(isAsStored);
    await useEntry(user, 1);
    expect(screen.queryByText(isAsStored)).not.toBeInTheDocument();
    await user.clear(form.name());
    await user.type(form.name(), groupName);
    expectText(isAsStored);
  });

  it('no longer mentions its values once a conflict has been resolved', async () => {
    const { user, sandbox, groupId } = await openWith({ before: { ThingsGroupName: 'Before' } });
    await useEntry(user);
    sandbox.changeGroup(groupId, { name: 'Theirs' });
    await user.click(button('Save'));
    const dialog = within(await shown.conflict());
    await user.click(dialog.getByRole('radio', { name: 'Group name Stored now Theirs' }));
    await user.click(dialog.getByRole('button', { name: 'Use these values' }));
    await waitFor(() => expect(form.name()).toHaveValue('Theirs'));
    expect(screen.queryByText(/^The values from before the change/)).not.toBeInTheDocument();
  });

  it('shows older changes on demand, and is reloaded after a save', async () => {
    const asked: string[] = [];
    const { user, groupId } = await open((query) => {
      asked.push(String(query));
      return query.has('before')
        ? changesAnswer({ changes: [change({ id: '2', username: 'bert' })] })
        : changesAnswer({ changes: [change({})], next: 'c2' });
    });
    const region = await history();
    await user.click(await within(region).findByRole('button', { name: 'Show older' }));
    await expectTextSoon(/bert$/, region);
    expect(addressOf(region, 'Open the full history')).toBe(`/changes?groupId=${groupId}`);
    expect(asked).toEqual([`groupId=${groupId}&size=5`, `groupId=${groupId}&before=c2&size=5`]);
    expect(within(region).getByRole('button', { name: 'No older entries' })).toHaveFocus();
    asked.length = 0;
    await user.type(form.name(), ' 2');
    await user.click(button('Save'));
    await screen.findByText('Saved. The service reports exactly what was sent.');
    await waitFor(() => expect(asked.length).toBeGreaterThan(1));
  });

  it('says why there is no history', async () => {
    await open(() => changesAnswer({ keptDays: 0 }));
    await expectTextSoon('This installation keeps no history.');
  });

  it('leaves the form usable when it cannot be read', async () => {
    const { user } = await open(() => Response.json({ message: 'no' }, { status: 403 }));
    expect(await within(await history()).findByRole('alert')).toHaveTextContent(
      'Could not load the history',
    );
    await user.type(form.name(), '!');
    expect(form.name()).toHaveValue(`${groupName}!`);
  });

  it('says that changes are not recorded with static hosting', async () => {
    await open();
    expect(
      await within(await history()).findByText(
        'Only a gateway can record changes, and this installation has none.',
      ),
    ).toBeVisible();
  });
});

it('a group that somebody else has changed in the meantime: says who it was, once the history has the change', async () => {
  const asked: string[] = [];
  let isRecorded = false;
  const { user, sandbox, groupId } = await open((query) => {
    asked.push(String(query));
    const by = change({
      at: Date.now() + 60_000,
      before: { ThingsGroupName: groupName },
      after: { ThingsGroupName: 'Theirs' },
    });
    return changesAnswer({ changes: isRecorded && !query.has('size') ? [by] : [] });
  });
  sandbox.changeGroup(groupId, { name: 'Theirs' });
  await user.type(form.name(), ' of mine');
  await user.click(button('Save'));
  const dialog = await shown.conflict();
  await waitFor(() => expect(asked).toContain(`groupId=${groupId}`));
  expect(within(dialog).queryByText(/^Changed by/)).not.toBeInTheDocument();
  isRecorded = true;
  await expectTextSoon(/^Changed by anna at/, dialog);
});

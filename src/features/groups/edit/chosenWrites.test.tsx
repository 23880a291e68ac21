import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { storedBody } from '#testing/fixtures/groupBody.ts';
import { changesAnswer, groupChange } from '#testing/fixtures/groupChange.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { button, form, list, openGroup, put, said, shown } from '#testing/fixtures/openGroup.tsx';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const pass = fakeTime();

const waits = { route: put, status: 429, retryAfter: '7' } as const;
const readsSlowly = { route: list, delayMs: 5_000 } as const;

/** A group whose save is waiting because of the service's rate limit. */
async function openWaiting() {
  const page = await openGroup();
  page.sandbox.faults.add(waits);
  await page.rename();
  expect(await screen.findByRole('timer')).toBeVisible();
  return page;
}

describe('an abandoned save sends nothing', () => {
  it.each([
    ['while it waits for a rate limit', waits, 1],
    ['while the group is read again', readsSlowly, 0],
  ])('by leaving the page %s', async (_case, fault, sent) => {
    const { sandbox, user, puts, rename } = await openGroup();
    sandbox.faults.add(fault);
    await rename();
    await pass(1_000);
    await waitFor(() => expect(puts()).toHaveLength(sent));
    await user.click(screen.getByRole('link', { name: 'Things' }));
    await expectTextSoon(said.isSaving);
    await user.click(button('Leave'));
    expect(await screen.findByRole('heading', { name: 'Things' })).toBeVisible();
    await pass(60_000);
    expect(puts()).toHaveLength(sent);
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('T18: after signing out, even if another user signs in', async () => {
    const { sandbox, user } = await openWaiting();
    await user.click(button('Account'));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out and discard changes' }));
    await user.type(await screen.findByLabelText('Username'), 'admin');
    await user.type(screen.getByLabelText('Password'), 'sandbox-admin{Enter}');
    expect(await screen.findByRole('heading', { name: 'Things' })).toBeVisible();
    await pass(60_000);
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('T16: after its session has ended, even if the user signs in again', async () => {
    const { sandbox, monitor, user } = await openWaiting();
    act(() => monitor.ended());
    await user.type(await screen.findByLabelText('Password'), 'sandbox-writer{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expectText('Save cancelled. Nothing was changed, and your edits are still here.');
    await pass(60_000);
    expect(sandbox.state.puts()).toEqual([]);
    expect(form.name()).toHaveValue('Scooter Sharing 2');
  });

  it('after cancelling, whatever another user has stored in the meantime', async () => {
    const { sandbox, group, user, puts, rename } = await openGroup();
    sandbox.faults.add({ ...readsSlowly, delayMs: 30_000 });
    await rename();
    sandbox.changeGroup(group.id, { imeiPrefix: '86056704', lockMasterImei: true });
    await pass(11_000);
    await user.click(button('Cancel'));
    expect(await shown.cancelled()).toBeVisible();
    await pass(60_000);
    expect(puts()).toEqual([]);
    expect(form.name()).toHaveValue('Scooter Sharing 2');
  });
});

it('R16: a save without changes sends nothing, and says so', async () => {
  const { user, puts, rename } = await openGroup();
  await rename();
  expect(await shown.saved()).toBeVisible();
  await user.click(button('Save'));
  await user.type(form.name(), '{Enter}{Enter}');
  const nothingToSave = 'There is nothing to save: no value in this form has changed.';
  expectText(nothingToSave);
  await pass(5_000);
  expect(puts()).toHaveLength(1);
  await user.type(form.name(), '3');
  expect(screen.queryByText(nothingToSave)).not.toBeInTheDocument();
  expect(screen.queryByText(/^Saved\. The service reports/)).not.toBeInTheDocument();
});

it('the form during a save has read-only fields, because later input would not be part of the save', async () => {
  const { user } = await openWaiting();
  expect(form.name()).toHaveAttribute('readonly');
  await user.click(button('Locked'));
  expect(button('Locked')).toHaveAttribute('aria-pressed', 'false');
  await user.click(button('Cancel'));
  expect(form.name()).not.toHaveAttribute('readonly');
  expect(form.name()).toHaveValue('Scooter Sharing 2');
});

it('leaving during a save that is confirmed continues automatically, because nothing can be lost', async () => {
  const { sandbox, user, rename } = await openGroup();
  sandbox.faults.add({ route: put, delayMs: 2_000 });
  await rename();
  await user.click(screen.getByRole('link', { name: 'Things' }));
  await expectTextSoon(said.isSaving);
  await pass(4_000);
  expect(await screen.findByRole('heading', { name: 'Things' })).toBeVisible();
});

it('V8: a different group was confirmed, and this group has the values that were sent: there is nothing left to save or lose', async () => {
  const { sandbox, user, rename } = await openGroup();
  sandbox.faults.add({ route: put, body: 'ThingsGroupId_other' });
  await rename();
  await expectTextSoon(
    'The service confirmed a different group. Compare the values before you continue.',
  );
  expect(form.name()).toHaveValue('Scooter Sharing 2');
  await waitFor(() => expect(button('Discard changes')).toHaveAttribute('aria-disabled', 'true'));
  await user.click(screen.getByRole('link', { name: 'Things' }));
  expect(await screen.findByRole('heading', { name: 'Things' })).toBeVisible();
});

describe('R15: a group whose modification date keeps changing', () => {
  async function touched() {
    const world = await openGroup();
    const touch = () => {
      world.sandbox.changeGroup(world.group.id, {});
      return pass(1_000);
    };
    await touch();
    await world.rename();
    await expectTextSoon(said.touched);
    await touch();
    return world;
  }

  it('is saved by the second click, unless that belongs to a double click or a held Enter', async () => {
    const { user, puts } = await touched();
    expect(fireEvent.click(button('Save'), { detail: 2 })).toBe(false);
    expect(fireEvent.keyDown(form.name(), { key: 'Enter', repeat: true })).toBe(false);
    await user.click(button('Save'));
    expect(await shown.saved()).toBeVisible();
    expect(puts()).toHaveLength(1);
  });

  it('asks to confirm a lock that was chosen after the first click', async () => {
    const { user, puts } = await touched();
    await user.click(button('Locked'));
    await user.type(form.prefix(), '86056704');
    await user.click(button('Save'));
    expect(await shown.confirmation()).toBeVisible();
    expect(puts()).toEqual([]);
  });
});

describe('the lock that the form starts from', () => {
  it.each([
    ['edits', ''],
    ['edits undone by hand', '{Backspace}{Backspace}'],
  ])('is the newest known, even after "Discard changes" of %s', async (_case, typed) => {
    const { sandbox, group, user, rename } = await openGroup({ name: 'Electricity Meters North' });
    sandbox.changeGroup(group.id, { imeiPrefix: '', lockMasterImei: false });
    await rename();
    await shown.conflict();
    await user.keyboard('{Escape}');
    if (typed !== '') await user.type(form.name(), typed);
    await user.click(button('Discard changes'));
    await waitFor(() => expect(button('Unlocked')).toHaveAttribute('aria-pressed', 'true'));
    expect(form.prefix()).toHaveValue('');
  });

  type Page = Awaited<ReturnType<typeof openGroup>>;
  const renamed = ({ sandbox, group }: Page) => sandbox.changeGroup(group.id, { name: 'Theirs' });

  /** The group has changed since. Its page is opened with the values read before, and reads the new ones. */
  async function openBefore(
    change: (page: Page) => void = renamed,
    given?: Parameters<typeof openGroup>[0],
  ) {
    const page = await openGroup(given);
    const { sandbox, group, router } = page;
    change(page);
    await act(() => router.navigate(paths.groups()));
    await pass(61_000);
    // The page's first read is given up at once.
    sandbox.faults.add({ ...readsSlowly, count: 2 });
    await act(() => router.navigate(paths.group(group.id)));
    expect(form.name()).toHaveValue('Scooter Sharing');
    return page;
  }

  it('follows fresh responses until the user edits the form', async () => {
    await openBefore();
    await pass(6_000);
    await waitFor(() => expect(form.name()).toHaveValue('Theirs'));
  });

  const isBehind = /^The service now reports values that differ from those in this form/;

  it('can be replaced by what was read during edits, once these are undone by hand', async () => {
    const before = { ThingsGroupName: 'Scooter Sharing2', LockMasterImei: false, IMEIPrefix: '' };
    const changes = () => changesAnswer({ changes: [groupChange({ before })] });
    const { user } = await openBefore(renamed, { changes });
    await user.click(await screen.findByRole('button', { name: 'Use these values' }));
    await pass(6_000);
    expect(await screen.findByRole('heading', { name: 'Theirs', level: 1 })).toBeVisible();
    expect(screen.queryByText(isBehind)).not.toBeInTheDocument();
    await user.type(form.name(), '{Backspace}');
    await expectTextSoon(isBehind);
    expectText(/^The values from before the change on .* were filled in\.$/);
    // The user may be in the middle of typing.
    expect(form.name()).toHaveValue('Scooter Sharing');
    await user.click(button('Discard changes'));
    await waitFor(() => expect(form.name()).toHaveValue('Theirs'));
    expect(screen.queryByText(isBehind)).not.toBeInTheDocument();
    expect(button('Discard changes')).toHaveAttribute('aria-disabled', 'true');
  });

  it.each([
    ['is kept, without a warning, if it is no longer reported', 'both', 'none', 0],
    ['can be replaced by what is now reported', 'none', 'both', 1],
  ] as const)('%s once edits are undone by hand', async (_case, first, then, warnings) => {
    const { user } = await openBefore(
      ({ sandbox }) => sandbox.setOptions({ groupLockFields: then }),
      { options: { groupLockFields: first } },
    );
    const isUnknown = /^The service does not report this group’s IMEI lock/;
    await user.type(form.name(), '2');
    await pass(6_000);
    await waitFor(() => expect(screen.queryAllByText(isUnknown)).toHaveLength(1 - warnings));
    await user.type(form.name(), '{Backspace}');
    expect(form.name()).toHaveValue('Scooter Sharing');
    expect(screen.queryAllByText(isBehind)).toHaveLength(warnings);
    expect(button('Discard changes')).toHaveAttribute('aria-disabled', String(warnings === 0));
  });

  it('counts as not reported if its prefix is a number, which may have lost a leading zero', async () => {
    const { sandbox, group, router } = await openGroup();
    const values = storedBody({ ...group, name: 'Zero', lockMasterImei: true });
    const body = JSON.stringify([{ ThingsGroupId: group.id, ...values, IMEIPrefix: 1_234_567 }]);
    await act(() => router.navigate(paths.groups()));
    await pass(61_000);
    sandbox.faults.add({ route: list, body, count: Infinity });
    await act(() => router.navigate(paths.group(group.id)));
    expect(await screen.findByRole('heading', { name: 'Zero', level: 1 })).toBeVisible();
    expect(form.removePrefix()).toBeVisible();
    expect(form.prefix()).toHaveValue('');
  });
});

describe('a page that is reloaded during a save', () => {
  async function reload(typed: (text: string) => string) {
    const tabStorage = memoryTextStore();
    const first = await openGroup({ tabStorage });
    first.sandbox.faults.add({ route: put, hang: true });
    await first.rename();
    await waitFor(() => expect(first.puts()).toHaveLength(1));
    document.body.replaceChildren();
    const sandbox = createSandbox({ things: 60 });
    sandbox.changeGroup(first.group.id, { name: typed(first.group.name) });
    async function load() {
      await renderRoute(paths.group(first.group.id), { sandbox, tabStorage });
      await screen.findByRole('heading', { level: 1, name: /Scooter/ });
    }
    await load();
    return load;
  }

  it('says that the service has the edits, if it does', async () => {
    await reload((name) => `${name} 2`);
    expectText(
      'A save was in progress when the page was reloaded. The service now has your edits.',
    );
    expect(form.name()).toHaveValue('Scooter Sharing 2');
    expect(button('Discard changes')).toHaveAttribute('aria-disabled', 'true');
  });

  it('says that the outcome is unknown if it does not, even after another reload', async () => {
    const isUnknown =
      'The page was reloaded while a save was in progress. Your edits are restored. They may or may not have been saved, so check the group before you save again.';
    const again = await reload((name) => name);
    expectText(isUnknown);
    expect(form.name()).toHaveValue('Scooter Sharing 2');
    document.body.replaceChildren();
    await again();
    expectText(isUnknown);
  });
});

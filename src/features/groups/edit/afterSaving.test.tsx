import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { groupBody, storedBody } from '#testing/fixtures/groupBody.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import {
  answerWithNumber,
  button,
  form,
  list,
  openGroup,
  put,
  said,
  shown,
} from '#testing/fixtures/openGroup.tsx';

type Given = NonNullable<Parameters<typeof openGroup>[0]>;
const open = ({ name = 'Electricity Meters North', ...given }: Given = {}) =>
  openGroup({ name, ...given });

type World = Awaited<ReturnType<typeof open>>;

/** The second change stores exactly the group's values from when its page was opened. */
async function expectRestored({ sandbox, before }: Pick<World, 'sandbox' | 'before'>) {
  await waitFor(() => expect(sandbox.state.puts()).toHaveLength(2));
  expect(await shown.saved()).toBeVisible();
  expect(sandbox.state.puts()[1]?.body).toEqual(storedBody(before));
}

describe('Undo', () => {
  it('restores the exact previous values, through the same confirmation', async () => {
    const name = 'Payment Terminals Retail';
    const { sandbox, before, user, rename } = await open({ name, change: { name: `${name} ` } });
    await user.clear(form.prefix());
    await rename();
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await shown.saved()).toBeVisible();
    await user.click(button('Undo'));
    const dialog = await shown.confirmation();
    expectText(`Unlocked · ${before.imeiPrefix}`, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await expectRestored({ sandbox, before });
  });

  it('7.4, 7.6: locks again to exactly the previous prefix, after an unlock that reads no SIMs', async () => {
    const { sandbox, before, user, saveLock } = await open();
    const reads = () => sandbox.state.requests().filter(({ route }) => route === 'GET /things');
    await user.click(button('Unlocked'));
    await user.clear(form.prefix());
    await saveLock();
    expect(await shown.saved()).toBeVisible();
    expect(reads()).toEqual([]);
    await user.click(button('Undo'));
    const dialog = within(await shown.confirmation());
    expect(await dialog.findByText(`Locked · ${before.imeiPrefix}`)).toBeVisible();
    await answerWithNumber(user);
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(before.lockMasterImei).toBe(true);
    await expectRestored({ sandbox, before });
  });

  it('of a lock without a prefix, which the form would not accept, asks for the group’s name', async () => {
    const { group, user, saveLock, puts } = await open({ change: { imeiPrefix: '' } });
    await user.click(button('Unlocked'));
    await saveLock();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await user.type(await screen.findByLabelText('Type to confirm'), group.name);
    await user.click(button('Confirm'));
    // The sandbox does not accept such a lock either, and rejecting it is up to the service.
    await waitFor(() => expect(puts()).toHaveLength(2));
  });

  it('stops if another user changed the group after the save', async () => {
    const { sandbox, group, user, rename } = await open();
    await rename();
    expect(await shown.saved()).toBeVisible();
    sandbox.changeGroup(group.id, { imeiPrefix: '11111111' });
    await user.click(button('Undo'));
    expect(await shown.conflict()).toBeVisible();
    expect(sandbox.state.puts()).toHaveLength(1);
  });

  it('disappears on the next edit, which it would discard', async () => {
    const { user, rename } = await open();
    await rename();
    expect(await shown.saved()).toBeVisible();
    expect(button('Undo')).toBeVisible();
    await user.type(form.name(), '3');
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('says why it is not offered if the previous values were not reported', async () => {
    const { user, saveLock } = await open({ options: { groupLockFields: 'none' } });
    await user.click(button('Unlocked'));
    await user.click(form.removePrefix());
    await saveLock();
    await expectTextSoon(said.hidden);
    expectText(
      'This change cannot be undone here because the service did not report all the previous settings.',
    );
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    // The note about an earlier save says nothing about the current values.
    expectText(/^Last saved from this browser: Unlocked · no prefix, /);
    expect(button('Unlocked')).toHaveAttribute('aria-pressed', 'false');
  });

  it.each([
    ['other values', undefined, /^The service accepted the change, but reports different values/],
    ['another group', 'ThingsGroupId_other', /^The service confirmed a different group\./],
  ] as const)('V8: shows sent values beside the reported ones: %s', async (_, confirmed, words) => {
    const { sandbox, user } = await open({ name: 'Scooter Sharing' });
    if (confirmed !== undefined) sandbox.faults.add({ route: put, body: confirmed });
    await user.type(form.name(), ' 2');
    const items = sandbox.state.groups().map(({ id, name, profileId }) => ({
      ThingsGroupId: id,
      ...groupBody({ ThingsGroupName: name, TelephonyProfileId: profileId, IMEIPrefix: '999' }),
    }));
    sandbox.faults.add({ route: list, skip: 1, body: JSON.stringify(items) });
    await user.click(button('Save'));
    await expectTextSoon(words);
    expectText('Scooter Sharing 2 · Unlocked · no prefix');
    expectText('Scooter Sharing · Unlocked · 999');
    expect(form.name()).toHaveValue('Scooter Sharing 2');
  });

  it('a save that could not be read back does not conflict with itself', async () => {
    const { sandbox, user } = await open();
    await user.type(form.name(), ' 2');
    sandbox.faults.add({ route: list, skip: 1, status: 404, count: 2 });
    await user.click(button('Save'));
    await expectTextSoon(
      'The service accepted the change, but the group could not be read afterwards to confirm it.',
    );
    await user.type(form.name(), '3');
    await user.click(button('Save'));
    await expectTextSoon(/^The group may have been changed after you opened it/);
    await user.click(button('Save'));
    expect(await shown.saved()).toBeVisible();
    expect(sandbox.state.puts()).toHaveLength(2);
  });
});

describe('refusals', () => {
  it('409: shows the conflict with the service’s message, and keeps the edits', async () => {
    const { sandbox, user } = await open({ name: 'Scooter Sharing' });
    await user.clear(form.name());
    await user.type(form.name(), 'Field Test');
    await user.click(button('Save'));
    const dialog = await shown.conflict();
    expectText(/"Field Test" already exists/, dialog);
    expectText(/The service still reports the values from when you opened the group\./, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Use these values' }));
    await waitFor(() => expect(form.name()).toHaveValue('Field Test'));
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('409: is an error beside the form if the stored values cannot be read', async () => {
    const { sandbox, user } = await open({ name: 'Scooter Sharing' });
    sandbox.faults.add({ route: list, skip: 1, status: 404 });
    await user.clear(form.name());
    await user.type(form.name(), 'Field Test');
    await user.click(button('Save'));
    await expectTextSoon(/"Field Test" already exists/);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(form.name()).toHaveValue('Field Test');
  });

  it('422: shows the constraint beside the form, and next to the field that it names', async () => {
    const { sandbox, user, saveLock } = await open({ name: 'Scooter Sharing' });
    const message = 'Constraint "reserved ranges" is violated: IMEIPrefix is reserved';
    sandbox.faults.add({ route: put, status: 422, message });
    const prefix = form.prefix();
    await user.type(prefix, '35693803');
    await saveLock();
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    await waitFor(() => expect(prefix).toHaveFocus());
    expect(prefix).toHaveAccessibleDescription(new RegExp(`^${message}`));
    // WCAG 3.1.2: both in the notice and next to the field.
    const quotes = screen.getAllByText(message);
    expect(quotes.map((quote) => quote.getAttribute('lang'))).toEqual(['', '']);
    // The service's message is only about the value that was sent, so the user may try another.
    await user.type(prefix, '1');
    await saveLock();
    expect(await shown.saved()).toBeVisible();
  });
});

describe('no edits are lost', () => {
  const visit = async (as: string, tabStorage = memoryTextStore()) => ({
    ...(await open({ as, tabStorage })),
    tabStorage,
  });
  async function visitAndType() {
    const page = await visit('writer');
    await page.user.type(form.name(), ' 2');
    document.body.replaceChildren();
    return page;
  }

  it('a page reload restores them, and says so', async () => {
    const { tabStorage, group } = await visitAndType();
    const again = await visit('writer', tabStorage);
    expect(form.name()).toHaveValue(`${group.name} 2`);
    await expectTextSoon(said.isBack);
    await again.user.click(button('Discard changes'));
    expect(form.name()).toHaveValue(group.name);
    expect(tabStorage.read('sim-console:/:drafts')).toBe('');
  });

  it('a save compares the service’s values with those from when editing started', async () => {
    const { tabStorage } = await visitAndType();
    const again = await visit('writer', tabStorage);
    again.sandbox.changeGroup(again.group.id, { imeiPrefix: '11111111' });
    await again.user.click(button('Save'));
    expect(await shown.conflict()).toBeVisible();
    expect(again.sandbox.state.puts()).toEqual([]);
  });

  it('T17: other users do not see them', async () => {
    const { tabStorage, group } = await visitAndType();
    await visit('admin', tabStorage);
    expect(form.name()).toHaveValue(group.name);
    expect(tabStorage.read('sim-console:/:drafts')).toBe('');
  });

  it('a group that disappears from the list keeps its edits', async () => {
    const { sandbox, user, router } = await open({ name: 'Scooter Sharing' });
    await user.type(form.name(), ' 2');
    sandbox.faults.add({ route: list, count: Infinity, body: '[]' });
    await user.click(button('Save'));
    await expectTextSoon('The service no longer lists the group, so nothing was sent.');
    expectText(
      'The service no longer lists this group. It may have been deleted. Your edits are still here.',
    );
    expect(form.name()).toHaveValue('Scooter Sharing 2');
    expect(router.state.location.pathname).toContain('/groups/');
  });
});

describe('leaving the form with unsaved changes', () => {
  it('asks once, and stays or leaves', async () => {
    const { user, router } = await open();
    await user.type(form.name(), ' 2');
    const here = router.state.location.pathname;
    await user.click(screen.getByRole('link', { name: 'Things' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.pathname).toBe(here);
    expect(form.name()).toHaveValue('Electricity Meters North 2');

    await user.click(screen.getByRole('link', { name: 'Things' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByRole('heading', { name: 'Things' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Thing Groups' }));
    await user.click(await screen.findByRole('link', { name: 'Electricity Meters North' }));
    expect(await screen.findByRole('textbox', { name: 'Group name' })).toHaveValue(
      'Electricity Meters North',
    );
  });

  it('does not ask without edits, or when only the search or hash changes', async () => {
    const { user, router } = await open();
    await user.type(form.name(), ' 2');
    await router.navigate(`${router.state.location.pathname}?embed=1#main`);
    expect(router.state.location.search).toBe('?embed=1');
    await user.click(button('Discard changes'));
    await user.click(screen.getByRole('link', { name: 'Things' }));
    expect(await screen.findByRole('heading', { name: 'Things' })).toBeVisible();
  });
});

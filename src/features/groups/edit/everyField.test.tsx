import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import {
  groupFieldKeys,
  groupFields,
  groupValues,
  isFlag,
  settingKeys,
  thingsGroupUpdate,
  updateKeys,
  type GroupFieldKey,
  type GroupSettingKey,
  type GroupValues,
} from '#api/groupFields.ts';
import { columnOf, fieldWords, labelOf, mentionedFields } from '#api/groupWords.ts';
import type { GroupChange } from '#contract/history.ts';
import { changeColumns } from '#features/history/changesFile.ts';
import { createCsvFile } from '#lib/csvFile.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectText } from '#testing/fixtures/expectText.ts';
import { changesAnswer, groupChange } from '#testing/fixtures/groupChange.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { button, settingInForm } from '#testing/fixtures/openGroup.tsx';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { callerOf } from '#testing/fixtures/sandboxClient.ts';

import { emptyPlan, plannedGroup, planGroup } from '../bulk/lockPlan.ts';
import { judgeSave } from './judgeSave.ts';

// Tests each field in the table, one at a time, in all code derived from the table.

const networks = { stored: ['Net A'], changed: ['Net B'] };
const profile = { stored: 'TelephonyProfile_7001', changed: 'TelephonyProfile_7002' };

/** A group's values, stored or with `tried` changed. The lock is on only in its own test. */
function valuesWith(tried: GroupFieldKey, side: 'stored' | 'changed'): GroupValues {
  const value = (key: GroupFieldKey) => {
    const isChanged = key === tried && side === 'changed';
    if (isFlag(key)) return key === tried && !isChanged;
    if (groupFields[key].type === 'networks') return networks[isChanged ? 'changed' : 'stored'];
    if (groupFields[key].role === 'kept') return profile[isChanged ? 'changed' : 'stored'];
    return isChanged ? '86056704' : '35208115';
  };
  return groupValues.parse(Object.fromEntries(groupFieldKeys.map((key) => [key, value(key)])));
}

const bodyOf = (values: GroupValues) =>
  Object.fromEntries(updateKeys.map((key) => [key, values[key]]));

/** The time on the gateway's clock, which is an hour slow. */
const gatewayNow = () => Date.now() - 3_600_000;

/** A change to one field, as recorded by the gateway after the page has been opened, however long that takes. */
function changeOf(key: GroupFieldKey): GroupChange {
  const [before, after] = [valuesWith(key, 'stored'), valuesWith(key, 'changed')];
  return groupChange({ at: gatewayNow() + 60_000, before, beforeAt: 1, after });
}

const pageOf = (changes: readonly GroupChange[]) => () =>
  changesAnswer({ changes: [...changes], now: gatewayNow() });

/** Opens a group that has these values, on a service where other users can change groups. */
async function open(key: GroupFieldKey, changes = pageOf([])) {
  // No SIM can lose service, so a lock is confirmed with one click.
  const sandbox = createSandbox({ things: 0 });
  const tabStorage = memoryTextStore();
  const group = sandbox.state.groups().find(({ profileId }) => profileId === profile.stored);
  const groupId = group?.id ?? '';
  const caller = await callerOf(sandbox);
  const put = async (side: 'stored' | 'changed') =>
    caller.put(`/thingsgroup/${groupId}`, bodyOf(valuesWith(key, side)));
  expect(await put('stored')).toMatchObject({ status: 200 });
  const load = async () => {
    document.body.replaceChildren();
    const page = await renderRoute(paths.group(groupId), { sandbox, tabStorage, changes });
    await screen.findByRole('form', { name: 'Settings' });
    return page;
  };
  const bodies = () => sandbox.state.puts().map(({ body }) => body);
  return { ...(await load()), load, put, bodies, groupId };
}

async function set(user: UserEvent, key: GroupSettingKey, values: GroupValues) {
  if (isFlag(key)) {
    const control = within(screen.getByRole('group', { name: labelOf(key) }));
    await user.click(control.getByRole('button', { name: fieldWords(key, values) }));
    return;
  }
  const field = screen.getByRole('textbox', { name: labelOf(key) });
  await user.clear(field);
  await user.type(field, String(values[key]));
}

/** The value of each setting in the form, as text. */
const inForm = () => settingKeys.map(settingInForm);

const wordsOf = (values: GroupValues) => settingKeys.map((key) => fieldWords(key, values));

/** Clicks Save or Undo, and confirms if asked. */
async function press(user: UserEvent, key: GroupSettingKey, name: string) {
  await user.click(button(name));
  if (!groupFields[key].isOfLock) return;
  const confirm = await screen.findByRole('button', { name: 'Confirm' });
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-disabled', 'true'));
  await user.click(confirm);
}

describe.each(settingKeys)('the setting %s', (key) => {
  const [stored, changed] = [valuesWith(key, 'stored'), valuesWith(key, 'changed')];

  it('is a draft, is sent alone, and is restored by an undo', async () => {
    const { load, bodies, user: first, leave } = await open(key);
    expect(inForm()).toEqual(wordsOf(stored));
    await set(first, key, changed);
    leave();
    const { user } = await load();
    expectText(/^The page was reloaded and your edits/);
    expect(inForm()).toEqual(wordsOf(changed));
    await press(user, key, 'Save');
    await screen.findByText('Saved. The service reports exactly what was sent.');
    expect(bodies().at(-1)).toEqual(bodyOf(changed));
    expect(screen.getByText(/^Undo restores/)).toHaveTextContent(fieldWords(key, stored));
    await press(user, key, 'Undo');
    await waitFor(() => expect(bodies().at(-1)).toEqual(bodyOf(stored)));
    expect(bodies()).toHaveLength(3);
  });

  it('is filled in from the history', async () => {
    const { user, put } = await open(key, pageOf([changeOf(key)]));
    await put('changed');
    expect(inForm()).toEqual(wordsOf(stored));
    await set(user, key, changed);
    const history = within(await screen.findByRole('region', { name: 'History' }));
    await user.click(await history.findByRole('button', { name: 'Use these values' }));
    expect(inForm()).toEqual(wordsOf(stored));
    for (const values of [stored, changed]) {
      expect(history.getAllByText(new RegExp(fieldWords(key, values))).length).toBeGreaterThan(0);
    }
  });

  it('is named in a conflict, with the user who changed it', async () => {
    const change = changeOf(key);
    // Another user has merely stored the same values again.
    const again = { ...change, id: '2', username: 'bert', before: change.after, at: change.at + 1 };
    const { user, put } = await open(key, pageOf([again, change]));
    const mine = settingKeys.find((one) => one !== key && !groupFields[one].isOfLock) ?? key;
    const typed = { [mine]: '12345678' };
    await set(user, mine, { ...changed, ...typed });
    await put('changed');
    await press(user, mine, 'Save');
    const dialog = within(await screen.findByRole('dialog', { name: 'Group changed meanwhile' }));
    const rows = dialog.getAllByRole('row').map(({ textContent }) => textContent);
    const row = rows.find((text) => text.startsWith(labelOf(key)));
    expect(row).toContain(fieldWords(key, changed));
    expect(row).toContain(fieldWords(key, stored));
    expect(await dialog.findByText(/^Changed by anna at/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Use these values' }));
    expect(inForm()).toEqual(wordsOf({ ...changed, ...typed }));
  });

  it('is compared with the reported values, and recognized in the service’s messages', () => {
    const sent = thingsGroupUpdate.parse(bodyOf(changed));
    const before = bodyOf(stored);
    expect(judgeSave({ before, after: sent, sent })).toMatchObject({ check: 'confirmed' });
    expect(judgeSave({ before, after: before, sent })).toMatchObject({ check: 'different' });
    expect(mentionedFields(`"${key}" is reserved`)).toContain(key);
  });

  it('is sent as stored when several groups are locked', () => {
    const raw = { ...stored, ThingsGroupId: 'g1', Networks: [] };
    const group = plannedGroup({ ...raw, raw }, 1);
    const plan = planGroup({ ...emptyPlan, prefix: '1' }, group, undefined);
    const lock = { LockMasterImei: true, IMEIPrefix: '1' };
    const { Networks: _, TelephonyProfileId: __, ...settings } = stored;
    expect(plan).toEqual({ kind: 'send', choice: { ...settings, ...lock } });
  });
});

it.each(groupFieldKeys)('a change to %s is on the Changes page and in its export', async (key) => {
  const change = changeOf(key);
  const sandbox = createSandbox({ things: 1 });
  await renderRoute(paths.changes(), { sandbox, changes: pageOf([change]) });
  const table = within(await screen.findByRole('table', { name: 'Changes' }));
  const [before, after] = table.getAllByRole('cell').slice(2, 4);
  expect(before).toHaveTextContent(fieldWords(key, change.before));
  expect(after).toHaveTextContent(fieldWords(key, change.after));

  const file = createCsvFile(changeColumns);
  file.add([change]);
  const [heads = '', row = ''] = (await file.blob().text()).split('\r\n');
  const cells = Object.fromEntries(heads.split(',').map((head, i) => [head, row.split(',')[i]]));
  const text = (values: GroupValues) =>
    isFlag(key) ? String(values[key]) : fieldWords(key, values);
  expect(cells[`${columnOf(key)} before`]).toContain(text(change.before));
  expect(cells[`${columnOf(key)} after`]).toContain(text(change.after));
});

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { isFlag, settingKeys, type GroupSettingKey } from '#api/groupFields.ts';
import { fieldWords } from '#api/groupWords.ts';
import { createSessionRecords } from '#lib/sessionRecords.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { groupBody, groupChoiceOf, storedBody } from '#testing/fixtures/groupBody.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { said, settingInForm } from '#testing/fixtures/openGroup.tsx';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

import { readRun } from '../bulk/keptRun.ts';
import { reportOf } from '../bulk/runRow.ts';
import { keepSaveNote, readSaveNote } from './groupDraft.ts';
import { severalGroupsDraft } from './keptRecords.ts';

// Tests each setting in the table as if it had been added after the record was stored.

const newRecords = () => createSessionRecords(memoryTextStore(), 'drafts', 'ann');

function without(values: object, key: string) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== key));
}

/** A user's tab with records from a different version, by group id. */
async function open(address: (groupId: string) => string, records: (groupId: string) => object) {
  const sandbox = createSandbox({ things: 0 });
  const group = sandbox.state.groups().find(({ imeiPrefix }) => imeiPrefix !== '');
  if (!group) throw new Error('The sandbox has no group with a prefix');
  const tabStorage = memoryTextStore();
  const owner = JSON.stringify(['writer', sandbox.users[0]?.customerId]);
  const kept = JSON.stringify({ owner, records: Object.entries(records(group.id)) });
  tabStorage.write('sim-console:/:drafts', kept);
  const page = await renderRoute(address(group.id), { sandbox, tabStorage });
  return { ...page, group, drafts: () => tabStorage.read('sim-console:/:drafts') };
}

const typed = { ThingsGroupName: 'Typed', LockMasterImei: false, IMEIPrefix: '12345678' };
const openDraft = (draft: object) =>
  open(paths.group, (id) => ({ [id]: { isSent: false, ...draft } }));

/** The value of a setting in the form, as text. */
async function shown(key: GroupSettingKey) {
  await screen.findByText(said.isBack);
  return settingInForm(key);
}

it.each(settingKeys)('a draft without %s takes the group’s, and keeps the rest', async (key) => {
  const values = without({ ...typed, removePrefix: false }, key);
  const { group } = await openDraft({ baseline: {}, values });
  const has = storedBody(group);
  for (const other of settingKeys) {
    expect(await shown(other)).toBe(fieldWords(other, other === key ? has : typed));
  }
});

it('a draft that lacks a setting takes its value from when editing started', async () => {
  const values = without({ ...typed, removePrefix: false }, 'IMEIPrefix');
  await openDraft({ baseline: groupBody({ IMEIPrefix: '87654321' }), values });
  expect(await shown('IMEIPrefix')).toBe('87654321');
});

it('a draft from a newer version keeps the settings known to this version', async () => {
  const newer = { LockSlaveImei: true };
  const values = { ...typed, removePrefix: false, ...newer };
  await openDraft({ baseline: { ...groupBody(), ...newer }, values, newer });
  expect(await shown('ThingsGroupName')).toBe('Typed');
});

it('says that a draft cannot be read', async () => {
  await openDraft({ baseline: 'other', values: [] });
  await expectTextSoon(
    'You had unsaved edits here before the page was reloaded. This version of the console cannot read them. Enter them again.',
  );
});

const choice = groupChoiceOf({ LockMasterImei: true, IMEIPrefix: '35208115' });
const outcome = { outcome: 'saved', check: 'confirmed', stored: groupBody(choice) };
const row = { groupId: 'g1', name: 'Vans', baseline: groupBody(), choice, isUndo: false, outcome };

it.each(settingKeys)('a run without %s is read, and no value is invented', (key) => {
  const drafts = newRecords();
  const [baseline, chosen] = [without(row.baseline, key), without(choice, key)];
  const former = { ...outcome, stored: without(outcome.stored, key) };
  drafts.keep(severalGroupsDraft, [{ ...row, baseline, choice: chosen, outcome: former }]);
  const now = { ...groupBody({ [key]: isFlag(key) ? true : '9' }), ThingsGroupId: 'g1' };
  for (const [groups, known] of [
    [[], undefined],
    [[{ ...now, Networks: [], raw: {} }], now[key]],
  ] as const) {
    const [read] = readRun(drafts, groups)?.rows ?? [];
    expect(read && reportOf(read).outcome).toMatchObject({ check: 'confirmed' });
    expect(read?.decision.choice).toEqual({ ...choice, [key]: known });
    expect(read?.decision.baseline).toEqual({ ...row.baseline, [key]: known });
    expect(read && reportOf(read).outcome.stored).toEqual({ ...outcome.stored, [key]: known });
  }
});

it('a run from a newer version is read, except for a row with an unknown outcome', () => {
  const drafts = newRecords();
  const newer = { LockSlaveImei: true };
  const known = { ...row, baseline: { ...row.baseline, ...newer }, newer };
  const other = { ...row, name: 'Trucks', outcome: { outcome: 'postponed' } };
  drafts.keep(severalGroupsDraft, [known, other]);
  const run = readRun(drafts, []);
  expect(run?.rows.map(({ decision }) => decision.baseline)).toEqual([row.baseline]);
  expect(run?.unreadable).toEqual(['Trucks']);
});

it.each([
  [[row, { ...row, name: 'Trucks', outcome: {} }], '“Trucks”', 1],
  [{ rows: [row] }, 'several groups', 0],
])('says that a run cannot be read, and what to do', async (run, which, reports) => {
  const { user, drafts } = await open(paths.groups, () => ({ [severalGroupsDraft]: run }));
  await expectTextSoon(
    `Changes were sent for ${which}, but this version of the console cannot read the results. Check these groups first.`,
  );
  expect(screen.queryAllByRole('button', { name: 'Show' })).toHaveLength(reports);
  expect(drafts()).not.toBe('');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(drafts()).toBe('');
});

it.each(settingKeys)('a note about a save without %s keeps the other values', (key) => {
  const notes = newRecords();
  keepSaveNote(notes, 'g1', choice, 5);
  notes.keep('g1', without({ ...choice, at: 5, newer: true }, key));
  expect(readSaveNote(notes, 'g1')).toEqual({ ...without(choice, key), at: 5 });
});

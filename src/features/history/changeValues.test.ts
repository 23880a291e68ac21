import { expect, it } from 'vitest';

import { groupFieldKeys, groupFields, type GroupValues, isFlag } from '#api/groupFields.ts';
import { fieldWords, nameOf } from '#api/groupWords.ts';
import { groupBody } from '#testing/fixtures/groupBody.ts';

import {
  afterText,
  changedFields,
  differentFields,
  nameBeside,
  type ValuePart,
} from './changeValues.ts';

const stored: GroupValues = groupBody({
  ThingsGroupName: 'Parcel Vans',
  TelephonyProfileId: 'tp_1',
});

const lock = (LockMasterImei: boolean, IMEIPrefix = '35') => ({ LockMasterImei, IMEIPrefix });

const partsText = (parts: readonly ValuePart[]) => parts.map(({ text }) => text).join(' ');

/** Each changed field as "before → after". */
function arrows(before: GroupValues, after: GroupValues, outcome: 'saved' | 'elsewhere' = 'saved') {
  return changedFields({ before, after, outcome }).map(
    (field) => `${field.label}: ${partsText(field.before)} → ${partsText(field.after)}`,
  );
}

const locked = { ...stored, LockMasterImei: true, IMEIPrefix: '35208115' };

it('leaves out unchanged fields', () => {
  expect(arrows(stored, locked)).toEqual(['IMEI lock: Unlocked → Locked 35208115']);
  expect(arrows(stored, stored)).toEqual([]);
  expect(arrows(locked, { ...locked, IMEIPrefix: '35693803' })).toEqual([
    'IMEI lock: Locked 35208115 → Locked 35693803',
  ]);
});

it('marks only the changed part of a lock', () => {
  const [change] = differentFields(locked, { ...locked, IMEIPrefix: '35693803' });
  expect(change?.after).toEqual([
    { text: 'Locked', look: 'same', isLocked: true },
    { text: '35693803', look: 'changed' },
  ]);
});

it.each<[string, GroupValues, GroupValues, string]>([
  ['unlocking keeps the prefix', lock(true), lock(false), 'Locked 35 → Unlocked 35'],
  ['removing an idle prefix', lock(false), lock(false, ''), 'Unlocked 35 → Unlocked, no prefix'],
  ['unlocking without a prefix', lock(true), lock(false, ''), 'Locked 35 → Unlocked, no prefix'],
  ['locking without a prefix', lock(false, ''), lock(true, ''), 'Unlocked → Locked, no prefix'],
  [
    'a prefix not listed yet',
    { LockMasterImei: true },
    lock(true),
    'Locked, prefix not listed → Locked 35',
  ],
  ['a lock not listed yet', { IMEIPrefix: '35' }, lock(true), 'lock not listed, 35 → Locked 35'],
  ['neither had been shown', {}, lock(true), 'not listed → Locked 35'],
])('%s', (_title, before, after, words) => {
  expect(arrows(before, after)).toEqual([`IMEI lock: ${words}`]);
});

it('shows the old and new name and profile, and the networks missing from either side', () => {
  const before = { ...stored, Networks: ['A1', 'Orange', 'Vodafone'] };
  const after = {
    ...before,
    ThingsGroupName: '',
    TelephonyProfileId: 'tp_2',
    Networks: ['A1', 'Orange', 'Swisscom'],
  };
  expect(arrows(before, after, 'elsewhere')).toEqual([
    'Name: Parcel Vans → (no name)',
    'Profile: tp_1 → tp_2',
    'Networks: Vodafone and 2 as before → Swisscom and 2 as before',
  ]);
  const networks = (...names: string[]) => ({ Networks: names });
  expect(arrows(networks('A1'), networks(), 'elsewhere')).toEqual(['Networks: A1 → none']);
  expect(arrows(networks('A1'), networks('A1', 'B2'), 'elsewhere')).toEqual([
    'Networks: 1 network → B2 and 1 as before',
  ]);
});

it.each(groupFieldKeys)('names %s once, unless its value makes the name redundant', (key) => {
  const changed = isFlag(key) ? true : key === 'Networks' ? ['B2'] : 'other';
  const values: GroupValues = { Networks: ['A1'], ...groupBody() };
  const other: GroupValues = { ...values, [key]: changed };
  const [field] = differentFields(values, other);
  const text = afterText(field ? [field] : []);
  expect(text.startsWith(`${nameOf(key)} `)).toBe(!isFlag(key) && !groupFields[key].isOfLock);
  expect(text).toContain(fieldWords(key, other));
  expect(field && nameBeside(field, [{ text: 'not listed', look: 'unknown' }])).toBe(field?.label);
});

it('omits a field that is in only one of the two lists', () => {
  expect(
    arrows({ ThingsGroupName: 'A' }, { ...stored, ThingsGroupName: 'A' }, 'elsewhere'),
  ).toEqual([]);
  expect(arrows(stored, { ThingsGroupName: 'B' }, 'elsewhere')).toEqual(['Name: Parcel Vans → B']);
});

import { describe, expect, it } from 'vitest';

import { groupBody, groupChoiceOf } from '#testing/fixtures/groupBody.ts';

import {
  diffGroup,
  groupFields,
  isFlag,
  lockKeys,
  settingKeys,
  updateKeys,
} from './groupFields.ts';
import {
  changesLock,
  choiceOf,
  notReported,
  updateOf,
  type GroupSnapshot,
} from './groupSettings.ts';
import { lockWords, mentionedFields, nounsOf, settingsWords } from './groupWords.ts';

const snapshot: GroupSnapshot = {
  ...groupBody({ LockMasterImei: true, IMEIPrefix: '35693803' }),
  DateModified: 1,
};
const hidden: GroupSnapshot = { ...snapshot, LockMasterImei: undefined, IMEIPrefix: undefined };

it.each([
  [snapshot, 'Vans · Locked · 35693803'],
  [{ ...snapshot, LockMasterImei: false, IMEIPrefix: '' }, 'Vans · Unlocked · no prefix'],
  [{ ...snapshot, IMEIPrefix: undefined }, 'Vans · Locked · not reported'],
  [hidden, 'Vans · not reported'],
  [{ ...hidden, ThingsGroupName: undefined }, 'not reported · not reported'],
])('the text for a group’s settings: %j: %s', (settings, words) => {
  expect(settingsWords(settings)).toBe(words);
  expect(words.endsWith(lockWords(settings))).toBe(true);
});

it('the lock consists of the fields that the table marks as part of it', () => {
  expect(lockKeys).toEqual(['LockMasterImei', 'IMEIPrefix']);
  for (const key of settingKeys) {
    const choice = groupChoiceOf({ [key]: isFlag(key) ? true : '1' });
    expect(changesLock(groupChoiceOf(), choice)).toBe(groupFields[key].isOfLock);
    expect(settingsWords(choice, [key]) === lockWords(choice)).toBe(groupFields[key].isOfLock);
  }
});

it.each([
  ['IMEIPrefix is reserved', ['IMEIPrefix']],
  ['The imei range of a group must be unique', ['IMEIPrefix']],
  ['Group name and IMEI lock do not fit', ['ThingsGroupName', 'LockMasterImei']],
  ['lockmasterimei needs imeiprefix', ['LockMasterImei', 'IMEIPrefix']],
  ['This contract is suspended', []],
])('the fields named in a message from the service: %s', (message, fields) =>
  expect(mentionedFields(message)).toEqual(fields),
);

describe('two snapshots of a group', () => {
  it('show equal, different and unknown values', () => {
    const after = {
      ...snapshot,
      ThingsGroupName: 'Theirs',
      IMEIPrefix: undefined,
      DateModified: 2,
    };
    const { same, different, unknown } = diffGroup(snapshot, after, updateKeys);
    expect([same, different, unknown].map(nounsOf)).toEqual([
      'IMEI lock and profile',
      'name',
      'IMEI prefix',
    ]);
  });

  it('show unreported values, in form order', () => {
    const unknown = notReported({ ...hidden, TelephonyProfileId: undefined });
    expect(nounsOf(unknown)).toBe('IMEI lock, IMEI prefix and profile');
  });
});

describe('settings that can be restored', () => {
  it('are complete reported settings, without the profile and the date', () => {
    expect(choiceOf(snapshot)).toEqual({
      ThingsGroupName: 'Vans',
      LockMasterImei: true,
      IMEIPrefix: '35693803',
    });
    expect(choiceOf({ ...snapshot, LockMasterImei: undefined })).toBeUndefined();
  });

  it('are sent with the profile as the documented keys', () => {
    expect(
      updateOf({ ThingsGroupName: 'Vans', LockMasterImei: false, IMEIPrefix: '' }, snapshot),
    ).toEqual(groupBody());
  });
});

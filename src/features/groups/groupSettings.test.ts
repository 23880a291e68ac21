import { describe, expect, it } from 'vitest';

import {
  allSettingsWords,
  choiceOf,
  compareReadings,
  lockWords,
  mentionedFields,
  notReported,
  updateOf,
  type GroupReading,
} from './groupSettings.ts';

const reading: GroupReading = {
  name: 'Vans',
  lock: true,
  prefix: '35693803',
  profileId: 'TelephonyProfile_1',
  modified: 1,
};
const hidden: GroupReading = { ...reading, lock: undefined, prefix: undefined };

describe('the settings of a group in words', () => {
  it.each([
    [reading, 'Vans · Locked · 35693803'],
    [{ ...reading, lock: false, prefix: '' }, 'Vans · Unlocked · no prefix'],
    [{ ...reading, prefix: undefined }, 'Vans · Locked · not reported'],
    [hidden, 'Vans · not reported'],
    [{ ...hidden, name: undefined }, 'not reported · not reported'],
  ])('%j: %s', (settings, words) => {
    expect(allSettingsWords(settings)).toBe(words);
    expect(words.endsWith(lockWords(settings))).toBe(true);
  });
});

describe('the fields that a message of the service names', () => {
  it.each([
    ['IMEIPrefix is reserved', ['prefix']],
    ['The imei range of a group must be unique', ['prefix']],
    ['Group name and IMEI lock do not fit', ['name', 'lock']],
    ['lockmasterimei needs imeiprefix', ['lock', 'prefix']],
    ['This contract is suspended', []],
  ])('%s', (message, fields) => {
    expect(mentionedFields(message)).toEqual(fields);
  });
});

describe('two readings of a group', () => {
  it('name what is the same, what differs, and what is not known', () => {
    const after = { ...reading, name: 'Theirs', prefix: undefined, modified: 2 };
    expect(compareReadings(reading, after)).toEqual({
      same: ['IMEI lock', 'profile'],
      different: ['name'],
      unknown: ['IMEI prefix'],
    });
  });

  it('name what is not reported, in the order of the form', () => {
    expect(notReported({ ...hidden, profileId: undefined })).toEqual([
      'IMEI lock',
      'IMEI prefix',
      'profile',
    ]);
  });
});

describe('settings that can be stored again', () => {
  it('are those that were all reported, without the profile and the date', () => {
    expect(choiceOf(reading)).toEqual({ name: 'Vans', lock: true, prefix: '35693803' });
    expect(choiceOf({ ...reading, lock: undefined })).toBeUndefined();
  });

  it('are sent with the profile as the four documented keys', () => {
    expect(updateOf({ name: 'Vans', lock: false, prefix: '' }, 'TelephonyProfile_1')).toEqual({
      TelephonyProfileId: 'TelephonyProfile_1',
      ThingsGroupName: 'Vans',
      IMEIPrefix: '',
      LockMasterImei: false,
    });
  });
});

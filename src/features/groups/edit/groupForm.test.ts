import { describe, expect, it } from 'vitest';

import { settingKeys } from '#api/groupFields.ts';
import {
  changesLock,
  type GroupChoice,
  type GroupSnapshot,
  type GroupSettings,
} from '#api/groupSettings.ts';
import { groupBody } from '#testing/fixtures/groupBody.ts';

import {
  firstPicks,
  formValues,
  groupFormSchema,
  pickedSettings,
  type GroupFormValues,
  type Picks,
} from './groupForm.ts';

const reported: GroupSnapshot = {
  ...groupBody({ ThingsGroupName: 'Meters', IMEIPrefix: '35693803', LockMasterImei: true }),
  DateModified: 1,
};
const unreported: GroupSnapshot = { ...reported, IMEIPrefix: undefined, LockMasterImei: undefined };

function check(baseline: GroupSnapshot, change: Partial<GroupFormValues>) {
  const result = groupFormSchema(baseline).safeParse({ ...formValues(baseline), ...change });
  return result.success
    ? { choice: result.data }
    : { errors: result.error.issues.map((issue) => [issue.path[0], issue.message]) };
}

const unlocked = { LockMasterImei: false, IMEIPrefix: '' };
const digitsOnly = ['IMEIPrefix', 'A prefix must be 1 to 15 digits.'];
const lockNeedsPrefix = ['IMEIPrefix', 'Enter a prefix to turn the lock on.'];
const same = { ThingsGroupName: 'Meters', IMEIPrefix: '35693803', LockMasterImei: true };

describe('a group whose lock and prefix are reported', () => {
  const spaced = { ThingsGroupName: '  Vans  ', IMEIPrefix: ' 35 ' };

  it.each([
    ['starts from the stored values', {}, {}],
    ['may be unlocked and have its prefix removed', unlocked, unlocked],
    ['trims typed values', spaced, { ThingsGroupName: 'Vans', IMEIPrefix: '35' }],
  ])('%s', (_name, change, sent) => {
    expect(check(reported, change)).toEqual({ choice: { ...same, ...sent } });
  });

  it.each([
    ['an empty name', { ThingsGroupName: '  ' }, ['ThingsGroupName', 'A group needs a name.']],
    ['letters in the prefix', { IMEIPrefix: '3569380a' }, digitsOnly],
    ['16 digits', { IMEIPrefix: '3'.repeat(16) }, digitsOnly],
    ['a lock without a prefix', { IMEIPrefix: '' }, lockNeedsPrefix],
  ])('refuses %s', (_name, change, error) => {
    expect(check(reported, change)).toEqual({ errors: [error] });
  });

  it.each(['3', '356938035643809'])('accepts a prefix of 1 to 15 digits: %s', (IMEIPrefix) => {
    expect(check(reported, { IMEIPrefix })).toMatchObject({ choice: { IMEIPrefix } });
  });
});

it.each(settingKeys)('R17: the %s has to be chosen if it is not reported', (id) => {
  const { errors = [] } = check({ ...reported, [id]: undefined }, {});
  expect(errors).toContainEqual([id, expect.any(String)]);
});

describe('a group with a stored prefix or name that the form would reject', () => {
  const odd: GroupSnapshot = { ...reported, ThingsGroupName: ' Meters ', IMEIPrefix: '8641-1204 ' };

  it.each([
    ['a new name, and sends the prefix back unchanged', { ThingsGroupName: 'Vans' }],
    ['a new prefix or lock, with the name unchanged', { LockMasterImei: false, IMEIPrefix: '35' }],
  ])('takes %s', (_name, change) => {
    const stored = { ...same, ThingsGroupName: ' Meters ', IMEIPrefix: '8641-1204 ' };
    expect(check(odd, change)).toEqual({ choice: { ...stored, ...change } });
  });

  it.each([
    ['changed', odd, { IMEIPrefix: '8641-120' }],
    ['used for a new lock', { ...odd, LockMasterImei: false }, { LockMasterImei: true }],
    [
      'used for a new lock of a group that reports nothing',
      { ...odd, LockMasterImei: undefined },
      { LockMasterImei: true },
    ],
  ])('asks for digits if it is %s', (_name, baseline, change) => {
    expect(check(baseline, change)).toEqual({ errors: [digitsOnly] });
  });

  it('keeps only the digits of a prefix with spaces when setting a lock', () => {
    const spaced = { ...reported, IMEIPrefix: '35693803 ', LockMasterImei: false };
    expect(check(spaced, { LockMasterImei: true })).toMatchObject({
      choice: { IMEIPrefix: '35693803' },
    });
  });
});

describe('R17: a group whose lock and prefix are not reported', () => {
  it('presets neither', () => {
    const form = formValues(unreported);
    expect(form).toMatchObject({ IMEIPrefix: '', removePrefix: false, LockMasterImei: null });
  });

  it('asks for both', () => {
    expect(check(unreported, {}).errors).toContainEqual([
      'LockMasterImei',
      'The service does not report the stored lock. Choose Locked or Unlocked.',
    ]);
    expect(check(unreported, { LockMasterImei: false })).toEqual({
      errors: [
        [
          'IMEIPrefix',
          'The service does not report the stored prefix. Enter the prefix to store, or tick the box to remove it.',
        ],
      ],
    });
  });

  it('accepts a typed prefix or the ticked box', () => {
    expect(check(unreported, { LockMasterImei: true, IMEIPrefix: '35693803' })).toMatchObject({
      choice: { IMEIPrefix: '35693803', LockMasterImei: true },
    });
    expect(check(unreported, { LockMasterImei: false, removePrefix: true })).toMatchObject({
      choice: { IMEIPrefix: '', LockMasterImei: false },
    });
  });

  it.each(['', '35693803'])('refuses a lock with the prefix removed, above “%s”', (IMEIPrefix) => {
    const change = { LockMasterImei: true, removePrefix: true, IMEIPrefix };
    expect(check(unreported, change)).toEqual({ errors: [lockNeedsPrefix] });
  });
});

it.each([
  ['only a new name: no', reported, { ...same, ThingsGroupName: 'New' }, false],
  ['another lock', reported, { ...same, LockMasterImei: false }, true],
  ['another prefix', reported, { ...same, IMEIPrefix: '1' }, true],
  ['anything chosen where nothing was reported', unreported, same, true],
])('changes that need a confirmation: %s', (_name, baseline, choice, expected) => {
  expect(changesLock(baseline, choice)).toBe(expected);
});

const mine: GroupChoice = { ThingsGroupName: 'Vans', IMEIPrefix: '', LockMasterImei: false };

const all = (pick: 'mine' | 'theirs') => ({
  ThingsGroupName: pick,
  LockMasterImei: pick,
  IMEIPrefix: pick,
});

/** The form's values after the picks are applied. */
function after(stored: GroupSettings, own: GroupChoice, picks: Picks) {
  return formValues(pickedSettings(picks, own, stored), stored);
}

describe('the form’s values after a conflict', () => {
  it('are mine for fields I changed, theirs for the others', () => {
    expect(firstPicks(reported, { ...mine, LockMasterImei: true })).toEqual({
      ThingsGroupName: 'mine',
      LockMasterImei: 'theirs',
      IMEIPrefix: 'mine',
    });
  });

  it('are the picked values', () => {
    const stored = { ...reported, ThingsGroupName: 'Theirs', IMEIPrefix: '86' };
    const picks = { ...all('theirs'), LockMasterImei: 'mine' } as const;
    expect(after(stored, mine, picks)).toEqual({
      ThingsGroupName: 'Theirs',
      LockMasterImei: false,
      IMEIPrefix: '86',
      removePrefix: false,
    });
  });

  describe('R17: if the stored prefix is not reported', () => {
    it('my empty prefix ticks the box, because it had been chosen', () => {
      const form = after(unreported, mine, all('mine'));
      expect(form).toMatchObject({ IMEIPrefix: '', removePrefix: true });
    });

    it('my prefix does not tick the box', () => {
      const chosen = after(unreported, { ...mine, IMEIPrefix: '35' }, all('mine'));
      expect(chosen).toMatchObject({ IMEIPrefix: '35', removePrefix: false });
    });

    it('their unknown prefix chooses nothing', () => {
      const form = after(unreported, mine, all('theirs'));
      expect(form).toMatchObject({ LockMasterImei: null, IMEIPrefix: '', removePrefix: false });
    });
  });

  it('my empty prefix ticks nothing if there is no box', () => {
    const form = after(reported, mine, all('mine'));
    expect(form).toMatchObject({ IMEIPrefix: '', removePrefix: false });
  });
});

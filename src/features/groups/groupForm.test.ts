import { describe, expect, it } from 'vitest';

import {
  firstPicks,
  formValues,
  groupFormSchema,
  pickedSettings,
  type GroupFormValues,
  type Picks,
} from './groupForm.ts';
import {
  changesLock,
  settingIds,
  type GroupChoice,
  type GroupReading,
  type GroupSettings,
} from './groupSettings.ts';

const reported: GroupReading = {
  name: 'Meters',
  profileId: 'TelephonyProfile_1',
  prefix: '35693803',
  lock: true,
  modified: 1,
};
const unreported: GroupReading = { ...reported, prefix: undefined, lock: undefined };

function check(baseline: GroupReading, change: Partial<GroupFormValues>) {
  const result = groupFormSchema(baseline).safeParse({ ...formValues(baseline), ...change });
  return result.success
    ? { choice: result.data }
    : { errors: result.error.issues.map((issue) => [issue.path[0], issue.message]) };
}

describe('a group whose lock and prefix are reported', () => {
  it('starts from what is stored', () => {
    expect(check(reported, {})).toEqual({
      choice: { name: 'Meters', prefix: '35693803', lock: true },
    });
  });

  it('may be unlocked and have its prefix removed', () => {
    expect(check(reported, { lock: false, prefix: '' })).toEqual({
      choice: { name: 'Meters', prefix: '', lock: false },
    });
  });

  it.each([
    ['an empty name', { name: '  ' }, ['name', 'A group needs a name.']],
    [
      'letters in the prefix',
      { prefix: '3569380a' },
      ['prefix', 'A prefix has 1 to 15 digits only.'],
    ],
    ['16 digits', { prefix: '3'.repeat(16) }, ['prefix', 'A prefix has 1 to 15 digits only.']],
    [
      'a lock without a prefix',
      { prefix: '' },
      ['prefix', 'A lock needs a prefix. It is not known what the service does without one.'],
    ],
  ])('refuses %s', (_name, change, error) => {
    expect(check(reported, change)).toEqual({ errors: [error] });
  });

  it('sends no spaces around a name or prefix that were typed', () => {
    expect(check(reported, { name: '  Vans  ', prefix: ' 35 ' })).toEqual({
      choice: { name: 'Vans', prefix: '35', lock: true },
    });
  });

  it.each(['3', '356938035643809'])('takes a prefix of 1 to 15 digits: %s', (prefix) => {
    expect(check(reported, { prefix })).toMatchObject({ choice: { prefix } });
  });
});

it.each(settingIds)('R17: the %s has to be chosen where it is not reported', (id) => {
  const { errors = [] } = check({ ...reported, [id]: undefined }, {});
  expect(errors).toContainEqual([id, expect.any(String)]);
});

describe('a group with a stored prefix or name that nobody could type here', () => {
  const odd: GroupReading = { ...reported, name: ' Meters ', prefix: '8641-1204 ' };

  it('takes another name, and sends the prefix back as it is', () => {
    expect(check(odd, { name: 'Vans' })).toEqual({
      choice: { name: 'Vans', prefix: '8641-1204 ', lock: true },
    });
  });

  it('takes another prefix or lock, and sends the name back as it is', () => {
    expect(check(odd, { lock: false, prefix: '35' })).toEqual({
      choice: { name: ' Meters ', prefix: '35', lock: false },
    });
  });

  it.each([
    ['changed', odd, { prefix: '8641-120' }],
    ['what a lock is put on by', { ...odd, lock: false }, { lock: true }],
    [
      'what a lock of which nothing is reported is put on by',
      { ...odd, lock: undefined },
      { lock: true },
    ],
  ])('asks for digits where it is %s', (_name, baseline, change) => {
    expect(check(baseline, change)).toEqual({
      errors: [['prefix', 'A prefix has 1 to 15 digits only.']],
    });
  });

  it('takes the digits alone where a lock is put on by a prefix with spaces', () => {
    const spaced = { ...reported, prefix: '35693803 ', lock: false };
    expect(check(spaced, { lock: true })).toMatchObject({ choice: { prefix: '35693803' } });
  });
});

describe('R17: a group whose lock and prefix are not reported', () => {
  it('presets neither', () => {
    expect(formValues(unreported)).toMatchObject({ prefix: '', removePrefix: false, lock: null });
  });

  it('asks for both', () => {
    expect(check(unreported, {}).errors).toContainEqual([
      'lock',
      'The service does not report the stored lock. Choose Locked or Unlocked.',
    ]);
    expect(check(unreported, { lock: false })).toEqual({
      errors: [
        [
          'prefix',
          'The service does not report the stored prefix. Type the one to store, or tick the box to remove it.',
        ],
      ],
    });
  });

  it('takes a typed prefix, or the ticked box', () => {
    expect(check(unreported, { lock: true, prefix: '35693803' })).toMatchObject({
      choice: { prefix: '35693803', lock: true },
    });
    expect(check(unreported, { lock: false, removePrefix: true })).toMatchObject({
      choice: { prefix: '', lock: false },
    });
  });

  it.each(['', '35693803'])('refuses a lock with the prefix removed, above “%s”', (prefix) => {
    expect(check(unreported, { lock: true, removePrefix: true, prefix })).toEqual({
      errors: [
        ['prefix', 'A lock needs a prefix. It is not known what the service does without one.'],
      ],
    });
  });
});

describe('what has to be confirmed', () => {
  const same = { name: 'Meters', prefix: '35693803', lock: true };
  it.each([
    ['a new name alone: no', reported, { ...same, name: 'New' }, false],
    ['another lock', reported, { ...same, lock: false }, true],
    ['another prefix', reported, { ...same, prefix: '1' }, true],
    ['anything chosen where nothing was reported', unreported, same, true],
  ])('%s', (_name, baseline, choice, expected) => {
    expect(changesLock(baseline, choice)).toBe(expected);
  });
});

const mine: GroupChoice = { name: 'Vans', prefix: '', lock: false };

/** The values of the form once the picks are taken. */
function shownAfter(stored: GroupSettings, own: GroupChoice, picks: Picks) {
  return formValues(pickedSettings(picks, own, stored), stored);
}

describe('what the form holds after a conflict', () => {
  const was = reported;

  it('is mine where I changed something, theirs where I did not', () => {
    expect(firstPicks(was, { ...mine, lock: true })).toEqual({
      name: 'mine',
      lock: 'theirs',
      prefix: 'mine',
    });
  });

  it('is each value as it was taken', () => {
    const stored = { ...was, name: 'Theirs', prefix: '86' };
    const picks = { name: 'theirs', lock: 'mine', prefix: 'theirs' } as const;
    expect(shownAfter(stored, mine, picks)).toEqual({
      name: 'Theirs',
      lock: false,
      prefix: '86',
      removePrefix: false,
    });
  });

  describe('R17: where the stored prefix is not reported', () => {
    const stored = { ...was, prefix: undefined, lock: undefined };
    const all = (pick: 'mine' | 'theirs') => ({ name: pick, lock: pick, prefix: pick });

    it('mine without a prefix is the ticked box: it had been chosen', () => {
      expect(shownAfter(stored, mine, all('mine'))).toMatchObject({
        prefix: '',
        removePrefix: true,
      });
    });

    it('mine with a prefix ticks no box', () => {
      const chosen = shownAfter(stored, { ...mine, prefix: '35' }, all('mine'));
      expect(chosen).toMatchObject({ prefix: '35', removePrefix: false });
    });

    it('theirs is not known: nothing is chosen', () => {
      expect(shownAfter(stored, mine, all('theirs'))).toMatchObject({
        lock: null,
        prefix: '',
        removePrefix: false,
      });
    });
  });

  it('mine without a prefix ticks no box where there is none to tick', () => {
    const picks = { name: 'mine', lock: 'mine', prefix: 'mine' } as const;
    expect(shownAfter(was, mine, picks)).toMatchObject({ prefix: '', removePrefix: false });
  });
});

import { describe, expect, it } from 'vitest';

import { messages } from '../messages.ts';
import {
  changesLock,
  formValues,
  groupFormSchema,
  type Baseline,
  type GroupFormValues,
} from './groupForm.ts';

const reported: Baseline = {
  name: 'Meters',
  profileId: 'TelephonyProfile_1',
  prefix: '35693803',
  lock: true,
  modified: 1,
};
const unreported: Baseline = { ...reported, prefix: undefined, lock: undefined };

function check(baseline: Baseline, change: Partial<GroupFormValues>) {
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
    ['an empty name', { name: '  ' }, ['name', messages.nameMissing]],
    ['letters in the prefix', { prefix: '3569380a' }, ['prefix', messages.prefixNotDigits]],
    ['16 digits', { prefix: '3'.repeat(16) }, ['prefix', messages.prefixNotDigits]],
    ['a lock without a prefix', { prefix: '' }, ['prefix', messages.prefixNeeded]],
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

describe('a group with a stored prefix or name that nobody could type here', () => {
  const odd: Baseline = { ...reported, name: ' Meters ', prefix: '8641-1204 ' };

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
    expect(check(baseline, change)).toEqual({ errors: [['prefix', messages.prefixNotDigits]] });
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
    expect(check(unreported, {}).errors).toContainEqual(['lock', messages.lockUnchosen]);
    expect(check(unreported, { lock: false })).toEqual({
      errors: [['prefix', messages.prefixUnchosen]],
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
      errors: [['prefix', messages.prefixNeeded]],
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

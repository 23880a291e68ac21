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

  it.each(['3', '356938035643809'])('takes a prefix of 1 to 15 digits: %s', (prefix) => {
    expect(check(reported, { prefix })).toMatchObject({ choice: { prefix } });
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

  it('refuses a lock with the prefix removed', () => {
    expect(check(unreported, { lock: true, removePrefix: true }).errors).toContainEqual([
      'prefix',
      messages.prefixNeeded,
    ]);
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

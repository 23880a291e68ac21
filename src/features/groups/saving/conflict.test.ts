import { describe, expect, it } from 'vitest';

import type { Baseline, GroupChoice } from '../editor/groupForm.ts';
import { firstPicks, picked } from './conflict.ts';

const was: Baseline = {
  name: 'Meters',
  profileId: 'TelephonyProfile_1',
  prefix: '35693803',
  lock: true,
  modified: 1,
};
const mine: GroupChoice = { name: 'Vans', prefix: '', lock: false };

describe('what the form holds after a conflict', () => {
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
    expect(picked(stored, mine, picks)).toEqual({
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
      expect(picked(stored, mine, all('mine'))).toMatchObject({ prefix: '', removePrefix: true });
    });

    it('mine with a prefix ticks no box', () => {
      const chosen = picked(stored, { ...mine, prefix: '35' }, all('mine'));
      expect(chosen).toMatchObject({ prefix: '35', removePrefix: false });
    });

    it('theirs is not known: nothing is chosen', () => {
      expect(picked(stored, mine, all('theirs'))).toMatchObject({
        lock: null,
        prefix: '',
        removePrefix: false,
      });
    });
  });

  it('mine without a prefix ticks no box where there is none to tick', () => {
    const picks = { name: 'mine', lock: 'mine', prefix: 'mine' } as const;
    expect(picked(was, mine, picks)).toMatchObject({ prefix: '', removePrefix: false });
  });
});

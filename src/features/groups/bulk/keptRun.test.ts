import { expect, it } from 'vitest';

import { createSessionRecords } from '#lib/sessionRecords.ts';
import { memoryTextStore } from '#lib/textStore.ts';

import { dropRun, readRun } from './keptRun.ts';

it('tells of a run that the version before kept under other names, until it is dropped', () => {
  const drafts = createSessionRecords(memoryTextStore(), 'drafts', 'ann');
  const former = { name: 'Vans', lock: false, prefix: '', profileId: 'Profile_1', modified: 1 };
  const choice = { name: 'Vans', lock: true, prefix: '35208115' };
  const row = { groupId: 'Group_1', name: 'Vans', isUndo: false, baseline: former, choice };
  const report = { kind: 'saved', words: 'Saved.' };
  drafts.keep('several groups', [{ ...row, stored: { ...former, ...choice }, report }]);
  const baseline = {
    ThingsGroupName: 'Vans',
    LockMasterImei: false,
    IMEIPrefix: '',
    TelephonyProfileId: 'Profile_1',
    DateModified: 1,
  };
  const chosen = { ThingsGroupName: 'Vans', LockMasterImei: true, IMEIPrefix: '35208115' };
  expect(readRun(drafts, [])).toMatchObject([
    {
      groupId: 'Group_1',
      name: 'Vans',
      decision: { baseline, choice: chosen },
      state: {
        outcome: {
          outcome: 'saved',
          check: 'confirmed',
          stored: { ...baseline, ...chosen },
          told: { words: 'Saved.' },
        },
      },
    },
  ]);
  dropRun(drafts);
  expect(readRun(drafts, [])).toBeUndefined();
});

import { expect, it } from 'vitest';

import type { ThingsGroupRecord } from '#api/groups.ts';

import { parseSort, sortGroups, sortText } from './groupColumns.tsx';

function group(fields: Partial<ThingsGroupRecord>): ThingsGroupRecord {
  return { ThingsGroupId: 'id', raw: {}, ...fields };
}

function order(sort: string, groups: readonly ThingsGroupRecord[]) {
  return sortGroups(groups, parseSort(sort)).map((one) => groups.indexOf(one));
}

it('the order of groups puts unreported values last in both directions', () => {
  const groups = [group({}), group({ Data: 2 }), group({ Data: 10 }), group({})];
  expect(order('Data', groups)).toEqual([1, 2, 0, 3]);
  expect(order('-Data', groups)).toEqual([2, 1, 0, 3]);
});

it('the order of groups sorts numbers in names numerically, ignoring case', () => {
  const names = ['van 10', 'Van 2', 'bike'].map((ThingsGroupName) => group({ ThingsGroupName }));
  expect(order('ThingsGroupName', names)).toEqual([2, 1, 0]);
});

it('the order of groups puts locked groups before unlocked ones, then those with only a known prefix', () => {
  const groups = [
    group({}),
    group({ IMEIPrefix: '35' }),
    group({ LockMasterImei: false, IMEIPrefix: '35' }),
    group({ LockMasterImei: true, IMEIPrefix: '86' }),
    group({ LockMasterImei: true, IMEIPrefix: '35' }),
  ];
  expect(order('LockMasterImei', groups)).toEqual([4, 3, 2, 1, 0]);
});

it('the order of groups survives being written to the address and read back; unknown columns are rejected', () => {
  const sort = parseSort('-DateModified');
  expect(sort && sortText(sort)).toBe('-DateModified');
  expect(parseSort('constructor')).toBeUndefined();
  expect(parseSort('-')).toBeUndefined();
});

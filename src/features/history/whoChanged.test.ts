import { expect, it } from 'vitest';

import type { GroupSnapshot } from '#api/groupSettings.ts';
import type { GroupChange } from '#api/history.ts';
import { groupBody } from '#testing/fixtures/groupBody.ts';
import { groupChange } from '#testing/fixtures/groupChange.ts';

import { changedByWords, whoChanged } from './whoChanged.ts';

const readAt = new Date(2026, 10, 22, 10, 0).getTime();
const minute = 60_000;

const was: GroupSnapshot = { ...groupBody({ TelephonyProfileId: 'p1' }), DateModified: 1, readAt };

function change(given: Partial<GroupChange>): GroupChange {
  const after = { ThingsGroupName: 'Vans', LockMasterImei: true, IMEIPrefix: '35' };
  return groupChange({ at: readAt + 12 * minute, after, requestId: null, ...given });
}

const locked: GroupSnapshot = { ...was, LockMasterImei: true, IMEIPrefix: '35', DateModified: 2 };

function words(changes: readonly GroupChange[], now: GroupSnapshot, before = was, aheadMs = 0) {
  return whoChanged(changes, before, now, aheadMs).map((found) =>
    changedByWords(found, readAt).replaceAll(/\s[AP]M\b/g, ''),
  );
}

it('names the user and the time', () => {
  expect(words([change({})], locked)).toEqual(['Changed by anna at 10:12.']);
});

it('says between which two lists it was changed elsewhere', () => {
  const times = { since: readAt + 2 * minute, at: readAt + 75 * minute };
  const elsewhere = change({ username: null, outcome: 'elsewhere', ...times });
  expect(words([elsewhere], locked)).toEqual([
    'Changed outside this console between 10:02 and 11:15.',
  ]);
});

it('names each of several users, but only the last one per setting', () => {
  const renamed = { before: { ThingsGroupName: 'Vans' }, after: { ThingsGroupName: 'Lorries' } };
  const changes = [
    change({ id: '3', username: 'bert', ...renamed }),
    change({ id: '2' }),
    change({ id: '1', username: 'carl' }),
  ];
  expect(words(changes, { ...locked, ThingsGroupName: 'Lorries' })).toEqual([
    'Changed by bert at 10:12.',
    'Changed by anna at 10:12.',
  ]);
});

it.each<[string, Partial<GroupChange>]>([
  ['is older than the form', { at: readAt - 1 }],
  ['was refused', { outcome: 'refused' }],
  ['may not have been stored', { outcome: 'unknown' }],
  ['was not seen in a list', { outcome: 'not-seen' }],
  ['stored something else', { after: { LockMasterImei: true, IMEIPrefix: '36' } }],
  ['did not change it', { before: { LockMasterImei: true, IMEIPrefix: '35' } }],
])('ignores a change that %s', (_title, given) => {
  expect(words([change(given)], { ...was, IMEIPrefix: '35' })).toEqual([]);
});

it('names a change that got no response but was confirmed by a list', () => {
  const check = { result: 'confirmed', at: readAt, seen: {} } as const;
  expect(words([change({ status: null, check })], locked)).toHaveLength(1);
});

it('is not misled by a browser whose clock is slow or fast', () => {
  const earlier = change({ at: readAt + 3 * minute, after: change({}).before });
  expect(words([earlier], { ...was, DateModified: 2 }, was, -5 * minute)).toEqual([]);
  expect(words([change({ at: readAt - 3 * minute })], locked, was, 5 * minute)).toHaveLength(1);
});

it('says nothing if the time of the first read is not known', () => {
  expect(words([change({})], locked, { ...was, readAt: undefined })).toEqual([]);
});

it('names the user who saved the same values again, if only the date has changed', () => {
  const same = change({ after: change({}).before });
  expect(words([same], { ...was, DateModified: 2 })).toEqual(['Changed by anna at 10:12.']);
  expect(words([change({})], { ...was, DateModified: 2 })).toEqual([]);
});

import { expect, it } from 'vitest';

import type { ThingEventKind, ThingValues } from '#contract/inventoryThings.ts';

import { diffThing, type KnownThing } from './diffThing.ts';

/** Two devices of the same model, and one of another model. */
const device = '352081150000016';
const otherDevice = '352081150000024';
const otherModel = '867239050000017';

const seen = { imei: device };
const without = { imei: '' };
const swapped = { imei: otherModel };
const active = { state: 'ACTIVE' };
const blocked = { imei: device, blocks: ['Data'] };
const inGroup = (groupId: string, groupName: string) => ({ groupId, groupName });
const named = (name: string, data: number) => ({ name, data });

/** The differences between consecutive snapshots that were requested at 0, 1, 2 and so on. */
function differencesOf(...snapshots: readonly ThingValues[]) {
  let known: KnownThing | undefined;
  return snapshots.flatMap((values, askedAt) => {
    const { next, differences } = diffThing(known, values);
    known = { ...next, askedAt };
    return differences;
  });
}

it.each<[string, readonly ThingValues[], readonly ThingEventKind[]]>([
  ['the first one', [{ imei: device, state: 'ACTIVE' }], []],
  ['the same twice', [blocked, structuredClone(blocked)], []],
  ['an IMEI after none', [without, seen], ['first-imei']],
  ['an IMEI where none was read', [{}, seen], []],
  ['the same device in another form', [seen, { imei: '3520811500000123' }], []],
  ['another device of the same model', [seen, { imei: otherDevice }], ['other-device']],
  ['another model', [seen, swapped], ['other-model']],
  ['no IMEI after a device', [seen, without], ['imei-gone']],
  ['a snapshot without the field', [seen, {}, seen], []],
  ['a change across a snapshot without the field', [seen, {}, swapped], ['other-model']],
  ['the return of a missing device', [seen, without, seen], ['imei-gone']],
  [
    'another device instead of the missing device',
    [seen, without, { imei: otherDevice }],
    ['imei-gone', 'other-device'],
  ],
  ['another IMSI', [{ imsi: '26201' }, { imsi: '26202' }], ['imsi']],
  ['the same IMSI as a number', [{ imsi: '001010000000007' }, { imsi: '1010000000007' }], []],
  ['the same state in another case', [active, { state: 'active ' }], []],
  ['the same group, with a space', [{ groupName: 'A' }, { groupName: 'A ' }], []],
  ['another state', [active, { state: 'SUSPENDED' }], ['state']],
  ['a block flag', [{ blocks: [] }, { blocks: ['Data'] }], ['blocks']],
  ['another group', [inGroup('a', 'A'), inGroup('b', 'B')], ['group']],
  ['a renamed group', [inGroup('a', 'A'), inGroup('a', 'B')], []],
  ['another group, by its name alone', [{ groupName: 'A' }, { groupName: 'B' }], ['group']],
  ['names, usage, and the last location', [named('a', 1), named('b', 2)], []],
])('two snapshots of a SIM %s', (_name, snapshots, kinds) => {
  expect(differencesOf(...snapshots).map(({ kind }) => kind)).toEqual(kinds);
});

it('two snapshots of a SIM give the values before and after, and retain fields that only the earlier snapshot had', () => {
  const { next: known } = diffThing(undefined, { imei: device, state: 'ACTIVE', groupName: 'A' });
  const moved = { imei: otherModel, groupName: 'B' };
  const { next, differences } = diffThing({ ...known, askedAt: 7 }, moved);
  expect(differences).toEqual([
    { kind: 'other-model', before: device, after: otherModel, since: 7 },
    { kind: 'group', before: 'A', after: 'B', since: 7 },
  ]);
  expect(next).toEqual({
    values: { imei: otherModel, state: 'ACTIVE', groupName: 'B' },
    lastImei: otherModel,
    carriedAt: { state: 7 },
  });
});

it.each<[string, readonly ThingValues[], number]>([
  ['a list that carried the field', [active, {}, active, { state: 'SUSPENDED' }], 2],
  ['the last list that did', [{ imsi: '26201' }, {}, {}, { imsi: '26202' }], 0],
  ['the last list that named the id', [{ groupId: 'a' }, {}, { groupId: 'b' }], 0],
  ['the last list that showed a device', [{ imei: '' }, {}, { imei: device }], 0],
])('two snapshots of a SIM happened since %s', (_name, snapshots, since) => {
  expect(differencesOf(...snapshots)).toMatchObject([{ since }]);
});

it('two snapshots of a SIM compare a device that appears after a gap with the last reported device', () => {
  const gone = [{ imei: device }, { imei: '' }, {}, { imei: '' }, { imei: otherDevice }];
  expect(differencesOf(...gone)).toEqual([
    { kind: 'imei-gone', before: device, after: '', since: 0 },
    { kind: 'other-device', before: device, after: otherDevice, since: 0 },
  ]);
});

it('two snapshots of a SIM report a group change once if one snapshot has only the group’s name', () => {
  const ids = [{ groupId: 'b' }, { groupId: 'c' }];
  const snapshots = [inGroup('a', 'A'), { groupName: 'B' }, inGroup('b', 'B'), ...ids];
  expect(differencesOf(...snapshots)).toEqual([
    { kind: 'group', before: 'A', after: 'B', since: 0 },
    { kind: 'group', before: 'B', after: 'c', since: 3 },
  ]);
});

it('two snapshots of a SIM keep a group’s id and name together, and likewise a location’s time and network', () => {
  const located = { groupId: 'a', groupName: 'A', locatedAt: 1, network: '262-01' };
  const known = { ...diffThing(undefined, located).next, askedAt: 0 };
  const moved = { groupId: 'b', locatedAt: 2 };
  expect(diffThing(known, moved).next.values).toEqual(moved);
  expect(diffThing(known, { groupId: 'a' }).next.values).toEqual(located);
});

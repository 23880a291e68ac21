import { expect, it } from 'vitest';

import { membership } from './sim.ts';

const group = { id: 'ThingsGroupId_1', name: 'North' };
const thing = (own: { ThingsGroupId?: string; ThingsGroupName?: string }) =>
  membership({ ExternalUniqueId: '8900000000000000001', raw: {}, ...own }, group);

it.each([
  [{ ThingsGroupId: 'ThingsGroupId_1', ThingsGroupName: 'North' }, 'member'],
  // The id decides: the group may have been renamed in the meantime.
  [{ ThingsGroupId: 'ThingsGroupId_1', ThingsGroupName: 'South' }, 'member'],
  [{ ThingsGroupId: 'ThingsGroupId_2', ThingsGroupName: 'North' }, 'other'],
  [{ ThingsGroupId: 'thingsgroupid_1' }, 'other'],
  [{ ThingsGroupName: 'North' }, 'member'],
  [{ ThingsGroupName: 'North 2' }, 'other'],
  [{ ThingsGroupName: 'north' }, 'other'],
  [{ ThingsGroupId: '', ThingsGroupName: '' }, 'unsure'],
  [{}, 'unsure'],
])('a Thing that reports %j is %s of the group North', (own, expected) => {
  expect(thing(own)).toBe(expected);
});

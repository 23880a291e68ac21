import { describe, expect, it } from 'vitest';

import { createGroupsSeen } from './groupsSeen.ts';

/** A list answer with groups `Group_0` and so on. */
const listOf = (length: number) =>
  JSON.stringify(
    Array.from({ length }, (_, index) => ({
      ThingsGroupId: `Group_${index}`,
      ThingsGroupName: 'Vans',
    })),
  );

describe('what the audit log remembers about groups is limited', () => {
  it('to 20,000 groups in all: the customer whose list is oldest is forgotten', () => {
    const seen = createGroupsSeen(() => 0);
    for (let customer = 0; customer < 10; customer++) seen.learn(`cid_${customer}`, listOf(2_000));
    seen.learn('cid_0', listOf(2_000));
    const known = (id: string) => seen.find(id, 'Group_1999') !== undefined;
    expect([known('cid_0'), known('cid_1'), known('cid_9')]).toEqual([true, true, true]);

    seen.learn('cid_10', listOf(1));
    expect([known('cid_1'), known('cid_2'), known('cid_0')]).toEqual([false, true, true]);
    expect(seen.find('cid_10', 'Group_0')).toBeDefined();
  });

  it('to 2,000 groups of one customer', () => {
    const seen = createGroupsSeen(() => 0);
    seen.learn('cid', listOf(2_001));
    expect(seen.isNamed('Group_1999')).toBe(true);
    expect(seen.isNamed('Group_2000')).toBe(false);
  });

  it('by the groups, however many customers they belong to', () => {
    const seen = createGroupsSeen(() => 0);
    for (let customer = 0; customer < 1_000; customer++) seen.learn(`cid_${customer}`, listOf(2));
    expect(seen.find('cid_0', 'Group_1')).toBeDefined();
  });

  it('a list without a group takes the place of the one before', () => {
    const seen = createGroupsSeen(() => 0);
    seen.learn('cid', listOf(1));
    seen.learn('cid', '[]');
    expect(seen.isNamed('Group_0')).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';

import { engines, twoGateways } from '#testing/fixtures/testDatabases.ts';

import { createGroupSnapshots, maxGroupsOfCustomer } from './groupSnapshots.ts';

const all = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `Group_${from + at}`);

describe.each(engines)('the known state of groups in %s', (engine) => {
  async function open() {
    const { first, time } = await twoGateways(engine);
    const snapshots = createGroupSnapshots(first, { historyMs: 3_600_000, maxPutMs: 1000 });
    const list = (customerId: string, groupIds: readonly string[]) => {
      time.advance(1000);
      const listed = { customerId, askedAt: time.now(), answeredAt: time.now() };
      const facts = { values: {}, revision: null, updates: [], elsewhere: undefined, listed: {} };
      const groups = groupIds.map((groupId) => ({ groupId, ...facts }));
      return snapshots.accept(listed, groups);
    };
    const count = async (customerId: string) =>
      (await snapshots.load(customerId, all(0, 3 * maxGroupsOfCustomer))).snapshots.size;
    return { first, time, snapshots, list, count };
  }

  it('is loaded for the requested groups only', async () => {
    const { snapshots, list } = await open();
    await list('cid_1', all(0, 20));
    const known = await snapshots.load('cid_1', ['Group_3', 'Group_7', 'Group_99']);
    expect([...known.snapshots.keys()].toSorted()).toEqual(['Group_3', 'Group_7']);
  });

  it('is limited per customer: the least recently seen groups are removed first', async () => {
    const { first, time, list, count, snapshots } = await open();
    const rows = all(0, maxGroupsOfCustomer).map((groupId, at) => {
      const times = { askedAt: at, answeredAt: at };
      return { customerId: 'cid_1', groupId, listedValues: '{}', ...times, revision: 1 };
    });
    for (let from = 0; from < rows.length; from += 1000) {
      const some = rows.slice(from, from + 1000);
      await first.run((db) => db.insertInto('groupsSeen').values(some).execute());
    }
    await list('cid_2', ['Group_0']);
    expect(time.now()).toBeGreaterThan(maxGroupsOfCustomer);
    expect(await list('cid_1', all(maxGroupsOfCustomer, 30))).toBe(30);
    expect(await count('cid_1')).toBe(maxGroupsOfCustomer);
    const added = `Group_${maxGroupsOfCustomer}`;
    const left = await snapshots.load('cid_1', ['Group_29', 'Group_30', added]);
    expect([...left.snapshots.keys()].toSorted()).toEqual(['Group_30', added]);
    expect(await count('cid_2')).toBe(1);
  });
});

import { describe, expect, it } from 'vitest';

import { engines, expectPages, twoGateways } from '#testing/fixtures/testDatabases.ts';

import { newId } from '../db/keysetPage.ts';
import { type ChangeEnd, createGroupChanges } from './groupChanges.ts';
import { createGroupSnapshots } from './groupSnapshots.ts';

const second = 1000;
const day = 24 * 3600 * second;
const limits = { historyMs: 30 * day, maxPutMs: 75 * second };
const saved: ChangeEnd = { outcome: 'saved', status: 200, message: null, serviceRequestId: 's-1' };
const unlocked = { ThingsGroupName: 'Vans', IMEIPrefix: '', LockMasterImei: false };
const locked = { ...unlocked, IMEIPrefix: '35208115', LockMasterImei: true };
const filter = { customerId: 'cid_1' };

const intent = {
  customerId: 'cid_1',
  groupId: 'Group_1',
  username: 'anna',
  after: locked,
  unconfirmedSession: null,
};

describe.each(engines)('changes to groups in %s', (engine) => {
  async function open(historyMs = limits.historyMs) {
    const { first, second: other, time } = await twoGateways(engine);
    const given = { ...limits, historyMs };
    const [one, two] = [createGroupChanges(first, given), createGroupChanges(other, given)];
    const snapshots = [
      createGroupSnapshots(first, given),
      createGroupSnapshots(other, given),
    ] as const;

    async function change(overrides: Partial<Parameters<typeof one.begin>[0]> = {}, end = saved) {
      const id = newId();
      const before = await one.begin({ id, requestId: id, ...intent, ...overrides });
      await one.finish(id, end, 0);
      return { id, before };
    }

    /** A list of groups that are all accepted as new snapshots. */
    async function list(groupIds: readonly string[], values = unlocked, customerId = 'cid_1') {
      time.advance(second);
      const now = time.now();
      const facts = { values, revision: null, updates: [], elsewhere: undefined, listed: {} };
      await snapshots[0].accept(
        { customerId, askedAt: now, answeredAt: now },
        groupIds.map((groupId) => ({ groupId, ...facts })),
      );
      time.advance(second);
    }

    const page = async (criteria = {}, size = 10) =>
      (await two.page({ filter: { ...filter, ...criteria }, before: null, size })).rows;
    return { first, one, two, snapshots, time, change, list, page };
  }

  it('C1: are visible to another gateway, with the values from the last list', async () => {
    const { change, list, page, time } = await open();
    await list(['Group_1']);
    const listedAt = time.now() - second;
    const { id, before } = await change();
    expect(before).toEqual({ listed: { values: unlocked, ageMs: second }, isNamed: true });
    expect(await page()).toEqual([
      {
        id,
        at: time.now(),
        since: null,
        username: 'anna',
        groupId: 'Group_1',
        groupName: 'Vans',
        before: unlocked,
        beforeAt: listedAt,
        after: locked,
        outcome: 'saved',
        isUnderWay: false,
        status: 200,
        message: null,
        check: null,
        requestId: id,
        serviceRequestId: 's-1',
      },
    ]);
  });

  it('C1: do not include the previous values if another change was made after the list', async () => {
    const { change, list, page, time } = await open();
    await list(['Group_1']);
    await change();
    const { before } = await change();
    expect(before).toEqual({ listed: null, isNamed: true });
    const [newest] = await page();
    expect([newest?.before, newest?.beforeAt, newest?.groupName]).toEqual([{}, null, 'Vans']);
    expect((await change({ groupId: 'Group_2' })).before).toEqual({ listed: null, isNamed: false });
    // Nobody knows what happened between a list and the moment when the clock was set back.
    await list(['Group_3']);
    await change({ groupId: 'Group_4' });
    time.advance(-day);
    expect((await change({ groupId: 'Group_3' })).before).toEqual({ listed: null, isNamed: true });
    await list(['Group_4']);
    expect((await change({ groupId: 'Group_4' })).before.listed?.values).toEqual(unlocked);
  });

  it('C2: stay pending after their gateway dies until no response can arrive, and are then unknown', async () => {
    const { one, page, time } = await open();
    await one.begin({ id: newId(), requestId: 'r-1', ...intent });
    time.advance(limits.maxPutMs - 1);
    const unknown = { outcome: 'unknown' } as const;
    expect(await page(unknown)).toMatchObject([{ ...unknown, isUnderWay: true }]);
    time.advance(1);
    expect(await page()).toMatchObject([{ outcome: 'unknown', isUnderWay: false }]);
  });

  it('C2: have one row and one outcome, however often they are written', async () => {
    const { one, two, page } = await open();
    const id = newId();
    await one.begin({ id, requestId: 'r-1', ...intent });
    await one.begin({ id, requestId: 'r-1', ...intent });
    await one.finish(id, saved, 0);
    await two.finish(id, { ...saved, outcome: 'refused' }, 0);
    expect(await page()).toMatchObject([{ outcome: 'saved' }]);
  });

  it('C3: get one row if two gateways detect them at the same time', async () => {
    const { snapshots, list, page, time } = await open();
    await list(['Group_1', 'Group_2']);
    const now = time.now();
    const noticed = ['Group_1', 'Group_2'].map((groupId) => ({
      groupId,
      values: locked,
      revision: 1,
      updates: [],
      elsewhere: { since: 1, beforeAt: 2, before: unlocked, after: locked },
      listed: unlocked,
    }));
    const listed = { customerId: 'cid_1', askedAt: now, answeredAt: now };
    await Promise.all(snapshots.map((gateway) => gateway.accept(listed, noticed)));
    const changes = await page();
    expect(changes.map(({ groupId }) => groupId).toSorted()).toEqual(['Group_1', 'Group_2']);
    expect(changes).toMatchObject([{ outcome: 'elsewhere' }, { outcome: 'elsewhere' }]);
    const { snapshots: known } = await snapshots[1].load('cid_1', ['Group_1']);
    expect(known.get('Group_1')).toMatchObject({ values: locked, revision: 2, answeredAt: now });
  });

  it('C3: get one snapshot if two gateways detect them in a new group', async () => {
    const { snapshots, list } = await open();
    await Promise.all([list(['Group_1']), list(['Group_1'], locked)]);
    const { snapshots: known } = await snapshots[1].load('cid_1', ['Group_1']);
    expect(known.get('Group_1')).toMatchObject({ revision: 1 });
  });

  it('C3: are not taken from an older list, or from a list confirmed in the meantime', async () => {
    const { snapshots, list, time } = await open();
    await list(['Group_1']);
    const late = time.now();
    time.advance(second);
    const [one, two] = snapshots;
    const listed = { customerId: 'cid_1', askedAt: time.now(), answeredAt: time.now() };
    await two.confirm(listed, 1, ['Group_1']);
    const facts = { values: locked, revision: 1, updates: [], elsewhere: undefined, listed: {} };
    const earlier = { customerId: 'cid_1', askedAt: late, answeredAt: late };
    await one.accept(earlier, [{ groupId: 'Group_1', ...facts }]);
    const { snapshots: known } = await one.load('cid_1', ['Group_1']);
    expect(known.get('Group_1')).toMatchObject({ values: unlocked, answeredAt: time.now() });
    // The clock was set back in between, for the second list by less than since the last one.
    for (const [revision, at] of [-day, -60 * second, -2 * day].entries()) {
      const again = { customerId: 'cid_1', askedAt: late + at, answeredAt: late + at };
      if (revision === 0) await two.confirm(again, 1, ['Group_1']);
      else await one.accept(again, [{ groupId: 'Group_1', ...facts, revision }]);
    }
    const last = await one.load('cid_1', ['Group_1']);
    expect(last.snapshots.get('Group_1')).toMatchObject({ values: locked, revision: 3 });
  });

  it('C4: are paged in both directions, newest first, even if many have the same time', async () => {
    const { change, two, time } = await open();
    const ids: string[] = [];
    for (let number = 0; number < 23; number++) {
      ids.push((await change()).id);
      if (number % 5 === 0) time.advance(second);
    }
    const { rows } = await expectPages(ids.toReversed(), (before) =>
      two.page({ filter, before, size: 10 }),
    );
    expect(rows).toHaveLength(10);
  });

  it('C4: are found by group, name, user, outcome and time; wildcards are literal', async () => {
    const { change, list, page, time } = await open();
    await list(['Group_1'], { ...unlocked, ThingsGroupName: 'ÄRZTE 100%_ok' });
    await change({ after: { ...locked, ThingsGroupName: 'Ward\\1' } });
    time.advance(second);
    const from = time.now();
    const refused = { ...saved, outcome: 'refused', status: 409, message: 'no' } as const;
    await change({ groupId: 'Group_2', username: 'Béa_1' }, refused);
    const count = async (given: object) => (await page(given)).length;
    for (const group of ['Group_1', 'ärzte', '100%_OK', 'ward\\1', '%']) {
      expect([group, await count({ group })]).toEqual([group, 1]);
    }
    for (const group of ['Group_', '100_', 'x', '1%', '\\\\']) {
      expect([group, await count({ group })]).toEqual([group, 0]);
    }
    expect(await count({ groupId: 'Group_2' })).toBe(1);
    expect([await count({ who: 'BÉA_' }), await count({ who: 'a' })]).toEqual([1, 2]);
    expect(await count({ who: 'B_a' })).toBe(0);
    expect(await count({ outcome: 'refused' })).toBe(1);
    expect([await count({ from }), await count({ to: from })]).toEqual([1, 1]);
    expect([await count({ from, to: from }), await count({ customerId: 'cid_2' })]).toEqual([0, 0]);
  });

  it('C5: are kept for HISTORY_DAYS, with the groups’ snapshots', async () => {
    const { one, snapshots, change, list, page, time } = await open();
    await list(['Group_1']);
    await change();
    time.advance(limits.historyMs);
    expect([await one.removeOld(), await snapshots[0].removeOld()]).toEqual([0, 1]);
    time.advance(1);
    await change();
    expect(await one.removeOld()).toBe(1);
    expect(await page()).toHaveLength(1);
  });

  it('C5: are not kept at all with HISTORY_DAYS=0: the outcome removes the row', async () => {
    const { one, change, page, time } = await open(0);
    await change();
    expect(await page()).toEqual([]);
    await one.begin({ id: newId(), requestId: 'r-1', ...intent });
    expect(await page()).toEqual([]);
    time.advance(10 * 60 * second);
    expect(await one.removeOld()).toBe(0);
    time.advance(1);
    expect(await one.removeOld()).toBe(1);
  });

  it('C5: are hidden if made before HISTORY_DAYS=0, and removed by the next sweep', async () => {
    const { first, change, list } = await open();
    await list(['Group_1']);
    await change();
    const none = { ...limits, historyMs: 0 };
    const changes = createGroupChanges(first, none);
    expect((await changes.page({ filter, before: null, size: 10 })).rows).toEqual([]);
    expect(await changes.removeOld()).toBe(1);
    expect(await createGroupSnapshots(first, none).removeOld()).toBe(1);
  });

  it('preserve values that databases do not accept as text', async () => {
    const { change, page } = await open();
    const after = { ...locked, ThingsGroupName: `a\0b\ud800'"\\u0000` };
    await change({ after });
    expect((await page())[0]?.after).toEqual(after);
  });
});

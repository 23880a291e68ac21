import { describe, expect, it } from 'vitest';

import { engines, twoGateways, typedSession } from '#testing/fixtures/testDatabases.ts';

import { createSessionRows } from '../auth/sessionRows.ts';
import { newId } from '../db/keysetPage.ts';
import { createGroupChanges } from './groupChanges.ts';
import { createGroupSnapshots } from './groupSnapshots.ts';

const day = 24 * 3_600_000;
const limits = { historyMs: 30 * day, maxPutMs: 75_000 };
const facts = { message: null, serviceRequestId: null };
const key = 'a'.repeat(64);
const customerId = 'cid_1';
const groupId = 'Group_1';
const unlocked = { ThingsGroupName: 'Vans', IMEIPrefix: '', LockMasterImei: false };
const after = { ...unlocked, IMEIPrefix: '35208115', LockMasterImei: true };

describe.each(engines)('C5: changes under an unconfirmed customer id, in %s', (engine) => {
  async function open() {
    const { first, second, time } = await twoGateways(engine);
    const changes = createGroupChanges(first, limits);
    const others = createGroupChanges(second, limits);
    const snapshots = createGroupSnapshots(second, limits);
    const sessions = createSessionRows(second, { idleMs: 9 * day, maxMs: 9 * day });
    await sessions.create(typedSession(key, customerId), []);

    async function begin(unconfirmedSession: string | null = key) {
      const id = newId();
      const intent = { customerId, groupId, username: 'eve', after, requestId: id };
      return { id, before: await changes.begin({ id, ...intent, unconfirmedSession }) };
    }
    const save = async (given?: string | null) => {
      const { id } = await begin(given);
      await changes.finish(id, { outcome: 'saved', status: 200, ...facts }, 0);
      return id;
    };
    const list = async () => {
      time.advance(1000);
      const listed = { customerId, askedAt: time.now(), answeredAt: time.now() };
      const news = { revision: null, updates: [], elsewhere: undefined, listed: {} };
      await snapshots.accept(listed, [{ groupId, values: unlocked, ...news }]);
      time.advance(1000);
    };
    const page = async () =>
      (await others.page({ filter: { customerId }, before: null, size: 9 })).rows;
    const confirm = () => sessions.noteConfirmed(key, customerId);
    return { changes, snapshots, sessions, time, begin, save, list, page, confirm };
  }

  it('are not shown, explain no list, and leave earlier data unchanged', async () => {
    const { snapshots, list, save, begin, page } = await open();
    await list();
    await save();
    expect(await page()).toEqual([]);
    expect((await snapshots.load(customerId, [groupId])).changes).toEqual([]);
    const { before } = await begin(null);
    expect(before.listed?.values).toEqual(unlocked);
  });

  it('count once the id is confirmed for the session, and for no other session', async () => {
    const { snapshots, save, page, confirm } = await open();
    const id = await save();
    await save('b'.repeat(64));
    expect([await confirm(), await confirm()]).toEqual([true, false]);
    expect(await page()).toMatchObject([{ id, outcome: 'saved', check: null }]);
    expect((await snapshots.load(customerId, [groupId])).changes).toMatchObject([
      { id, tracking: 'open' },
    ]);
  });

  it('do not count if the user chose another id before the list arrived', async () => {
    const { sessions, save, page, confirm } = await open();
    await save();
    await sessions.setCustomer(key, 'cid_2');
    expect(await confirm()).toBe(false);
    expect(await page()).toEqual([]);
  });

  it('are never compared with lists that have already been compared without them', async () => {
    const { snapshots, save, list, page, confirm, time } = await open();
    await save();
    await list();
    await confirm();
    expect(await page()).toMatchObject([
      { check: { result: 'not-confirmable', at: time.now() - 1000, seen: unlocked } },
    ]);
    expect((await snapshots.load(customerId, [groupId])).changes).toEqual([]);
  });

  it('count immediately if the id has been confirmed since the call started', async () => {
    const { save, page, confirm } = await open();
    await confirm();
    await save();
    expect(await page()).toHaveLength(1);
    await save('b'.repeat(64));
    expect(await page()).toHaveLength(1);
  });

  it('are not lost if the id is confirmed while they are being written', async () => {
    const { save, page, confirm } = await open();
    const all = Array.from({ length: 10 }, async () => save());
    await Promise.all([...all, confirm()]);
    expect(await page()).toHaveLength(9);
    expect(await confirm()).toBe(false);
  });

  it('are removed after a day', async () => {
    const { changes, time, save, page } = await open();
    await save();
    await save(null);
    time.advance(day);
    expect(await changes.removeOld()).toBe(0);
    time.advance(1);
    expect([await changes.removeOld(), await changes.removeOld()]).toEqual([1, 0]);
    expect(await page()).toHaveLength(1);
  });
});

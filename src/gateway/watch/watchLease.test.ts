import { describe, expect, it } from 'vitest';

import { engines, twoGateways } from '#testing/fixtures/testDatabases.ts';

import { createGroupSnapshots } from '../history/groupSnapshots.ts';
import { nextSnapshot } from '../inventory/nextSnapshot.ts';
import type { WatchFence } from '../inventory/scanPages.ts';
import { createScans, LeaseLostError } from '../inventory/scans.ts';
import { createThingSnapshots } from '../inventory/thingSnapshots.ts';
import { createWatchLeases, type WatchLease } from './watchLease.ts';

const second = 1000;
const minute = 60 * second;
const forMs = 30 * second;
const customerId = 'cid_1';
const limits = { fleetMs: 24 * 60 * minute };

describe.each(engines)('W2: the watch’s lease in %s', (engine) => {
  async function open() {
    const { first, second: other, time } = await twoGateways(engine);
    const [one, two] = [createWatchLeases(first), createWatchLeases(other)];
    const taken = async (leases = one, holder = 'one'): Promise<WatchLease> => {
      const lease = await leases.take({ holder, forMs });
      if (!lease) throw new Error('not taken');
      return lease;
    };
    return { first, other, one, two, time, taken };
  }

  it('goes to exactly one of many gateways that ask at the same time', async () => {
    const { one, two } = await open();
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : two).take({ holder: `gateway ${index}`, forMs }),
      ),
    );
    expect(asked.filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  it('lasts for as long as its holder extends it, and then goes to the next with a higher number', async () => {
    const { one, two, time, taken } = await open();
    const lease = await taken();
    for (let round = 0; round < 3; round++) {
      time.advance(forMs - 1);
      expect(await one.extend(lease, forMs)).toMatchObject({ now: time.now(), nextAt: 0 });
      expect(await two.take({ holder: 'two', forMs })).toBeUndefined();
    }
    time.advance(forMs);
    const next = await taken(two, 'two');
    expect(next.number).toBe(lease.number + 1);
    expect(await one.extend(lease, forMs)).toBeUndefined();
    expect(await one.note(lease, { nextAt: 1 })).toBe(false);
    expect([await one.takeSignIn(lease), await one.release(lease)]).toEqual([false, false]);
    expect(await two.extend(next, forMs)).toMatchObject({ nextAt: 0 });
  });

  it('can be extended late, unless another gateway has taken it', async () => {
    const { one, time, taken } = await open();
    const lease = await taken();
    time.advance(5 * minute);
    expect(await one.extend(lease, forMs)).toBeDefined();
  });

  it.each([minute, 60 * minute])(
    'stays with its holder if the clock is set back %i ms, and runs out on time',
    async (back) => {
      const { one, two, time, taken } = await open();
      const lease = await taken();
      time.advance(-back);
      // The holder's next extension comes later than another gateway's request.
      expect(await two.take({ holder: 'two', forMs })).toBeUndefined();
      expect(await one.extend(lease, forMs)).toBeDefined();
      time.advance(-back);
      expect(await two.take({ holder: 'two', forMs })).toBeUndefined();
      time.advance(forMs - 1);
      expect(await two.take({ holder: 'two', forMs })).toBeUndefined();
      time.advance(1);
      expect(await taken(two, 'two')).toMatchObject({ number: lease.number + 1 });
      expect(await one.extend(lease, forMs)).toBeUndefined();
    },
  );

  it('is free as soon as it is released', async () => {
    const { one, two, taken } = await open();
    await one.release(await taken());
    expect(await two.take({ holder: 'two', forMs })).toBeDefined();
  });

  it('lets all gateways together sign in four times a minute', async () => {
    const { one, two, time, taken } = await open();
    let lease = await taken();
    let signIns = 0;
    for (let at = 0; at < 60; at++) {
      if (at === 31) {
        await one.release(lease);
        lease = await taken(two, 'two');
      }
      if (await (at < 31 ? one : two).takeSignIn(lease)) signIns += 1;
      time.advance(second);
    }
    expect(signIns).toBe(4);
  });

  it('tells the successor when the next scan is due, the problem, and that a person hit the limit', async () => {
    const { one, two, time, taken } = await open();
    expect(await two.standing()).toBeUndefined();
    // Without a watch there is nothing to slow down.
    await two.noteLimited();
    const lease = await taken();
    const problem = { kind: 'refused', status: 403, message: null, since: 1, retryAt: 2 } as const;
    await one.note(lease, { nextAt: 2, problem, customerId });
    await two.noteLimited();
    expect(await two.standing()).toEqual({ nextAt: 2, problem, customerId });
    const noted = { now: time.now(), nextAt: 2, problem, slowUntil: time.now() + 10 * minute };
    expect(await one.extend(lease, forMs)).toEqual(noted);
    await one.note(lease, { problem: null });
    expect(await two.standing()).toEqual({ nextAt: 2, problem: null, customerId });
  });

  it('is needed to begin a scan, and ends the previous gateway’s scan', async () => {
    const { first, other, one, time, taken } = await open();
    const [mine, theirs] = [createScans(first, limits), createScans(other, limits)];
    const lease = await taken();
    const begun = await mine.begin({ customerId, username: 'watcher', lease });
    time.advance(minute);
    const next = await taken(createWatchLeases(other), 'two');
    const late = mine.begin({ customerId, username: 'watcher', lease });
    await expect(late).rejects.toThrow(LeaseLostError);
    expect(await mine.isRunning(begun.id)).toBe(true);
    const successor = await theirs.begin({ customerId, username: 'watcher', lease: next });
    expect(await mine.isRunning(begun.id)).toBe(false);
    expect(await mine.isRunning(successor.id)).toBe(true);
    expect(await one.extend(lease, forMs)).toBeUndefined();
  });

  it('keeps lists from a scan that has ended or an expired lease out of the store', async () => {
    const { first, other, time, taken } = await open();
    const scans = createScans(other, limits);
    const things = createThingSnapshots(first, limits);
    const groups = createGroupSnapshots(first, { historyMs: limits.fleetMs, maxPutMs: minute });
    const lease = await taken();
    const { id } = await scans.begin({ customerId, username: 'watcher', lease });
    const fence = { scanId: id, leaseNumber: lease.number };
    const listAt = (iccid: string, own?: WatchFence) => {
      time.advance(second);
      const at = { askedAt: time.now(), answeredAt: time.now() };
      const snapshot = nextSnapshot({ iccid, values: {} }, undefined, at);
      return { ...at, customerId, fence: own, snapshots: snapshot ? [snapshot] : [] };
    };
    const groupAt = (groupId: string) =>
      groups.accept({ customerId, askedAt: time.now(), answeredAt: time.now(), fence }, [
        { groupId, values: {}, revision: null, updates: [], elsewhere: undefined, listed: {} },
      ]);
    expect(await things.accept(listAt('1', fence))).toEqual([new Set(['1'])]);
    const former = { ...fence, leaseNumber: lease.number - 1 };
    expect(await things.accept(listAt('4', former))).toEqual([undefined]);
    await groupAt('g1');
    await scans.end({ customerId, id, state: 'stopped', things: 0 });
    const accepted = await things.accept(listAt('2', fence), listAt('3'));
    expect(accepted).toEqual([undefined, new Set(['3'])]);
    await groupAt('g2');
    const stored = await things.load(customerId, ['1', '2', '3']);
    expect([...stored.keys()].toSorted()).toEqual(['1', '3']);
    const known = await groups.load(customerId, ['g1', 'g2']);
    expect([...known.snapshots.keys()]).toEqual(['g1']);
  });
});

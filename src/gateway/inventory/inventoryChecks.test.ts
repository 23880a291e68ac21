import { once } from 'node:events';

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { isInsidePrefix } from '#identifiers/imei.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { engines } from '#testing/fixtures/testDatabases.ts';
import { fulfilling } from '#testing/fixtures/variedFleet.ts';
import { type Listed, limits, openFleet } from '#testing/load/inventoryStoreBench.ts';

import { createChangeDetector } from '../history/changeDetector.ts';
import { createGroupChanges } from '../history/groupChanges.ts';
import { createGroupSnapshots } from '../history/groupSnapshots.ts';
import { readRows } from './inventoryChecks.ts';

const day = 24 * 3600_000;
const device = '352081150000016';
const otherDevice = '352081150000024';

describe.each(engines)('F5: the fleet in %s', (engine) => {
  const open = () => openFleet(engine);

  it("finds SIMs that may lose service because of their group's lock, like the lock preview", async () => {
    const { list, listGroups, found, page, time } = await open();
    await listGroups({
      tac: { LockMasterImei: true, IMEIPrefix: '35208115' },
      whole: { LockMasterImei: true, IMEIPrefix: device },
      open: { LockMasterImei: false, IMEIPrefix: '99' },
      noPrefix: { LockMasterImei: true, IMEIPrefix: '' },
      notReported: { ThingsGroupName: 'x' },
    });
    const seenAt = time.now();
    await list(
      ['1', { groupId: 'tac', imei: device }],
      ['2', { groupId: 'tac', imei: '867239050000017' }],
      ['3', { groupId: 'tac', imei: '' }],
      ['4', { groupId: 'tac' }],
      ['5', { groupId: 'whole', imei: device }],
      // IMEIs of 14 or 16 digits have no check digit, so they may or may not be inside the prefix.
      ['6', { groupId: 'whole', imei: device.slice(0, 14) }],
      ['7', { groupId: 'open', imei: device }],
      ['8', { groupId: 'noPrefix', imei: device }],
      ['9', { groupId: 'notReported', imei: device }],
      ['10', { groupId: 'unseen', imei: device }],
      ['11', { imei: device }],
      ['12', { groupId: 'tac', imei: '867239050000017', state: 'Suspended' }],
      ['13', { groupId: 'tac', imei: '', state: 'SUSPENDED' }],
      ['14', { groupId: 'tac', imei: '867239050000017', state: 'ACTIVE' }],
      ['15', { groupId: 'tac', imei: device, state: 'ACTIVE' }],
    );
    // The last list no longer shows a device.
    await list(['15', { groupId: 'tac', imei: '', state: 'ACTIVE' }]);
    const iccids = ['14', '15', '2', '3', '4', '6'];
    expect(await found('outside-lock')).toEqual({ iccids, of: 11 });
    const shown = (await page({ check: 'outside-lock' })).things;
    expect(shown.find(({ iccid }) => iccid === '2')?.lock).toEqual({ prefix: '35208115', seenAt });
  });

  it('compares a device with a lock in the same way as the lock preview', async () => {
    const { list, listGroups, found } = await open();
    const short = device.slice(0, 14);
    const prefixes = ['3', '35208115', short, device, otherDevice];
    const imeis = [device, short, `${short}12`, `${device}0`, otherDevice, '99999999999999'];
    await listGroups(
      Object.fromEntries(
        prefixes.map((prefix) => [prefix, { LockMasterImei: true, IMEIPrefix: prefix }]),
      ),
    );
    const pairs = prefixes.flatMap((prefix) => imeis.map((imei) => ({ prefix, imei })));
    await list(
      ...pairs.map(({ prefix, imei }): Listed => [`${prefix} ${imei}`, { groupId: prefix, imei }]),
    );
    const outside = pairs.filter(({ prefix, imei }) => !isInsidePrefix(imei, prefix));
    expect(await found('outside-lock')).toEqual({
      iccids: outside.map(({ prefix, imei }) => `${prefix} ${imei}`).toSorted(),
      of: pairs.length,
    });
  });

  it('finds SIMs with the same device in any form of its IMEI, and the number of other SIMs that have it', async () => {
    const { list, found, page } = await open();
    await list(
      ['1', { imei: device }],
      ['2', { imei: device.slice(0, 14) }],
      ['3', { imei: otherDevice }],
      ['4', { imei: '' }],
      ['5', { imei: '' }],
      ['6', {}],
    );
    expect(await found('shared-imei')).toEqual({ iccids: ['1', '2'], of: 3 });
    const { things } = await page({ check: 'shared-imei' });
    expect(things.map(({ alsoOn }) => alsoOn)).toEqual([1, 1]);
    await list(['1', { imei: '' }], ['2', { imei: device }], ['3', { imei: device }]);
    expect(await found('shared-imei')).toEqual({ iccids: ['2', '3'], of: 2 });
  });

  it('finds SIMs without a device, but not if the device has disappeared or is not reported', async () => {
    const { list, found } = await open();
    await list(['1', { imei: '' }], ['2', { imei: device }], ['3', {}]);
    await list(['2', { imei: '' }]);
    expect(await found('no-imei')).toEqual({ iccids: ['1'], of: 2 });
  });

  it('finds SIMs last located long ago, out of SIMs with a location', async () => {
    const { list, found, figures, page, time } = await open();
    const ago = (days: number) => ({ locatedAt: time.now() - days * day });
    await list(['1', ago(0.5)], ['2', ago(8)], ['3', ago(31)], ['4', ago(400)], ['5', {}]);
    expect(await found('silent-7')).toEqual({ iccids: ['2', '3', '4'], of: 4 });
    expect(await found('silent-30')).toEqual({ iccids: ['3', '4'], of: 4 });
    expect(await found('silent-90')).toEqual({ iccids: ['4'], of: 4 });
    const { things } = await page(fulfilling('located.older-than.10'));
    expect(things.map(({ iccid }) => iccid)).toEqual(['3', '4']);
    expect((await figures()).locationAges).toEqual([
      { upToDays: 1, isKnown: true, sims: 1 },
      { upToDays: 7, isKnown: true, sims: 0 },
      { upToDays: 30, isKnown: true, sims: 1 },
      { upToDays: 90, isKnown: true, sims: 1 },
      { upToDays: null, isKnown: true, sims: 1 },
      { upToDays: null, isKnown: false, sims: 1 },
    ]);
  });

  it('finds SIMs with unchanged Data after a day, out of SIMs known for that long', async () => {
    const { list, found, time } = await open();
    await list(['1', { data: 5 }], ['2', { data: 5 }], ['3', { data: 5 }], ['4', { data: 5 }]);
    await list(['5', {}]);
    time.advance(23 * 3600_000);
    await list(['3', { data: 5 }]);
    time.advance(3600_000);
    // A list without the field is not a second snapshot of the field.
    await list(['1', { data: 5 }], ['2', { data: 6 }], ['4', {}], ['5', {}]);
    expect(await found('same-data')).toEqual({ iccids: ['1'], of: 2 });
    // First reported a day after the SIM appeared, so there is no earlier value to compare it with.
    await list(['5', { data: 5 }]);
    expect(await found('same-data')).toEqual({ iccids: ['1'], of: 2 });
    time.advance(day);
    await list(['5', { data: 5 }]);
    expect(await found('same-data')).toEqual({ iccids: ['1', '5'], of: 3 });
  });

  it('dates Data from its last change if the row is older than the column for its first list', async () => {
    const { first, list, found, time } = await open();
    await list(['1', { data: 5 }], ['2', { data: 5 }]);
    await list(['2', { data: 6 }]);
    await first.run((db) => db.updateTable('thingsSeen').set({ dataFirstAt: null }).execute());
    time.advance(day - 2 * 60_000);
    await list(['1', { data: 6 }], ['2', { data: 7 }]);
    // SIM 1 was listed a day earlier; SIM 2 may not have been.
    expect(await found('same-data')).toEqual({ iccids: [], of: 1 });
  });

  it('finds suspended SIMs with growing Data, even after Data restarted from zero', async () => {
    const { list, found } = await open();
    const suspended = (data: number) => ({ state: 'SUSPENDED', data });
    await list(['1', suspended(5)], ['2', suspended(5)], ['3', suspended(5)], ['4', suspended(5)]);
    await list(['5', { state: 'ACTIVE', data: 5 }], ['6', { data: 5 }], ['7', suspended(5)]);
    expect(await found('suspended-counting')).toEqual({ iccids: [], of: 1 });
    await list(['1', suspended(6)], ['2', suspended(5)], ['3', suspended(0)], ['5', suspended(9)]);
    await list(['3', suspended(1)], ['4', { state: 'ACTIVE', data: 9 }]);
    expect(await found('suspended-counting')).toEqual({ iccids: ['1', '3'], of: 4 });
  });

  it('finds SIMs with a block flag, out of SIMs that report all flags', async () => {
    const { list, found } = await open();
    await list(['1', { blocks: ['Data'] }], ['2', { blocks: [] }], ['3', {}]);
    expect(await found('blocked')).toEqual({ iccids: ['1'], of: 2 });
  });

  it('finds SIMs with a device change within a week, out of SIMs listed twice', async () => {
    const { first, list, found, page, time } = await open();
    await list(['1', { imei: device }], ['2', { imei: device }], ['3', { imei: '' }]);
    await list(['2', { imei: otherDevice }], ['3', { imei: device }]);
    expect(await found('other-device')).toEqual({ iccids: ['2'], of: 2 });
    const at = time.now();
    const change = async () => (await page({ check: 'other-device' })).things[0]?.deviceChange;
    expect(await change()).toEqual({ before: device, since: at - 61_000, at });
    // The change's event may be removed earlier.
    await first.run((db) => db.deleteFrom('thingEvents').execute());
    expect(await change()).toEqual({ before: null, since: null, at });
    time.advance(8 * day);
    await list(['1', { imei: '867239050000017' }], ['2', { imei: otherDevice }]);
    expect(await found('other-device')).toEqual({ iccids: ['1'], of: 3 });
  });

  it('finds SIMs in groups that are missing from the newest list of groups', async () => {
    const { list, listGroups, found } = await open();
    await list(['0', { groupId: 'a' }]);
    expect(await found('unlisted-group')).toEqual({ iccids: [], of: 0 });
    await listGroups({ a: {}, b: {} });
    await listGroups({ a: {} });
    await list(['1', { groupId: 'a' }], ['2', { groupId: 'b' }], ['3', {}]);
    // This group may be newer than the newest list.
    await list(['4', { groupId: 'c' }]);
    expect(await found('unlisted-group')).toEqual({ iccids: ['2'], of: 3 });
    await listGroups({ a: {} });
    expect(await found('unlisted-group')).toEqual({ iccids: ['2', '4'], of: 4 });
  });

  it('does not report groups that a list contains but does not count for, or may contain', async () => {
    const { first, time, list, listGroups, found } = await open();
    const snapshots = createGroupSnapshots(first, limits);
    const detector = createChangeDetector({
      store: { snapshots },
      limits,
      clock: manualClock(),
      onDropped: () => expect.unreachable(),
    });
    const detect = async (ids: readonly string[], during = async () => {}) => {
      time.advance(60_000);
      const askedAt = time.now();
      await during();
      const answeredAt = time.now();
      const rows = ids.map((id, at) => ({
        ThingsGroupId: id,
        ThingsGroupName: `Row ${at}`,
        LockMasterImei: true,
      }));
      const body = new TextEncoder().encode(JSON.stringify(rows));
      detector.detect('cid_1', { askedAt, answeredAt }, body);
      await detector.idle();
    };
    const changes = createGroupChanges(first, limits);
    const intent = { customerId: 'cid_1', username: 'anna', after: {}, requestId: 'r-1' };
    const end = { status: null, message: null, serviceRequestId: null };
    const groups = ['saved', 'refused', 'dead', 'twice', 'other'];
    await detect([...groups, 'gone']);
    await list(...[...groups, 'gone', 'new'].map((groupId): Listed => [groupId, { groupId }]));
    const shown = [...groups, 'twice', 'new'];
    await detect(shown, async () => {
      for (const id of ['saved', 'refused', 'dead', 'new']) {
        await changes.begin({ id, groupId: id, unconfirmedSession: null, ...intent });
      }
      time.advance(1000);
    });
    await changes.finish('saved', { outcome: 'saved', ...end }, 0);
    await changes.finish('refused', { outcome: 'refused', ...end }, 0);
    expect(await found('unlisted-group')).toEqual({ iccids: ['gone'], of: 7 });
    const { values } = (await snapshots.load('cid_1', ['twice'])).snapshots.get('twice') ?? {};
    expect(values).toEqual({ LockMasterImei: true });
    await detect(shown);
    // The change without an outcome may still be under way.
    expect(await found('unlisted-group')).toEqual({ iccids: ['gone'], of: 7 });
    await detect(shown.filter((id) => id !== 'dead'));
    expect(await found('unlisted-group')).toEqual({ iccids: ['dead', 'gone'], of: 7 });
    // A newer list, of which only one group is stored so far.
    time.advance(60_000);
    const started = { customerId: 'cid_1', askedAt: time.now(), answeredAt: time.now() };
    await snapshots.confirm(started, 2, ['other']);
    expect(await found('unlisted-group')).toEqual({ iccids: ['dead', 'gone'], of: 7 });
    // At most 2,000 groups of a list count.
    const many = Array.from({ length: 1999 }, (_, at) => [`Group ${at}`, {}] as const);
    await listGroups({ other: {}, ...Object.fromEntries(many) });
    expect(await found('unlisted-group')).toEqual({ iccids: [], of: 1 });
  });

  it('F4: marks SIMs that a complete scan does not show, until a list shows them', async () => {
    const { list, readFleet, found, figures, page, scans, time } = await open();
    await list(['1', { imei: device, blocks: ['Data'] }], ['2', { imei: device }], ['3', {}]);
    expect(await found('not-found')).toEqual({ iccids: [], of: 0 });
    time.advance(1);
    const slow = await scans.begin({ customerId: 'cid_1', username: 'ben' });
    const { endedAt } = await readFleet(['2', {}]);
    time.advance(1);
    await scans.end({ ...slow, customerId: 'cid_1', state: 'complete' });
    await readFleet(['2', {}]);
    expect(await found('not-found')).toEqual({ iccids: ['1', '3'], of: 3 });
    expect((await page({ iccid: '1' })).things[0]).toMatchObject({ notFoundSince: endedAt });
    // No other figure counts these SIMs.
    expect((await figures()).sims).toBe(1);
    expect(await found('blocked')).toEqual({ iccids: [], of: 0 });
    expect(await found('shared-imei')).toEqual({ iccids: [], of: 1 });
    await list(['1', {}]);
    expect(await found('not-found')).toEqual({ iccids: ['3'], of: 3 });
    expect((await page({ iccid: '1' })).things[0]).toMatchObject({ notFoundSince: null });
    // Scans and lists count at once after the clock was set back, although it shows an earlier time.
    time.advance(-day);
    const { startedAt } = await readFleet(['1', {}], ['3', { state: 'A' }]);
    expect((await scans.known('cid_1')).complete).toMatchObject({ startedAt });
    expect(startedAt).toBeLessThan(endedAt);
    const back = { values: { state: 'A' }, notFoundSince: null };
    expect((await page({ iccid: '3' })).things[0]).toMatchObject(back);
  });
});

it('S12: a search of the fleet in SQLite ends when its reader has left', async () => {
  const { first, list } = await openFleet('sqlite');
  await list(...Array.from({ length: 60 }, (_, index): Listed => [String(index), {}]));
  // The search checks only at rows with such a time.
  await first.migrate((db) => sql`update things_seen set answered_at = 6400`.execute(db));
  const gone = new AbortController();
  const scope = { kind: first.kind, customerId: 'cid_1', now: 0, foundSince: 0, keptSince: 0 };
  const isSlow = sql<boolean>`(with recursive n(i) as
    (select t.answered_at union all select i + 1 from n limit 300000) select max(i) from n) > 0`;
  const started = once(process, 'worker');
  const reading = readRows(first.reader({ customerId: 'cid_1', signal: gone.signal }), scope, {
    columns: sql`count(*)`,
    where: [isSlow],
  });
  await started;
  gone.abort(new Error('gone'));
  await expect(reading).rejects.toThrow('gone');
});

import { describe, expect, it } from 'vitest';

import { type FleetCheck, fleetChecks } from '#contract/fleet.ts';
import { isInsidePrefix } from '#identifiers/imei.ts';

import type { ListedThing } from '../fleet/listedThings.ts';
import { nextReading } from '../fleet/nextReading.ts';
import { createFleetQueries } from './fleetQueries.ts';
import { createFleetReadings } from './fleetReadings.ts';
import { engines, twoGateways } from './testDatabases.ts';
import { createThingReadings } from './thingReadings.ts';

const day = 24 * 3600_000;
const customerId = 'cid_1';
const limits = { fleetMs: 90 * day };
const device = '352081150000016';
const otherDevice = '352081150000024';

type Values = ListedThing['values'];
/** A SIM with what a list shows of it; its name is its ICCID. */
type Listed = readonly [iccid: string, values: Values, cell?: string];

describe.each(engines)('F5: the fleet in %s', (engine) => {
  async function open() {
    const { first, time } = await twoGateways(engine);
    const things = createThingReadings(first, limits);
    const readings = createFleetReadings(first, limits);
    const queries = createFleetQueries(first, readings);
    let count = 0;
    async function listFor(customer: string, ...listed: readonly Listed[]) {
      time.advance(60_000);
      const times = { askedAt: time.now() - 1000, answeredAt: time.now() };
      const known = await things.load(
        customer,
        listed.map(([iccid]) => iccid),
      );
      const news = listed.flatMap(
        ([iccid, values, cell]) =>
          nextReading(
            { iccid, values, ...(cell !== undefined && { cell }) },
            known.get(iccid),
            times,
            () => String(count++),
          ) ?? [],
      );
      await things.accept({ customerId: customer, ...times, readings: news });
    }
    const list = (...listed: readonly Listed[]) => listFor(customerId, ...listed);
    async function listGroups(groups: Readonly<Record<string, object>>) {
      time.advance(60_000);
      const rows = Object.entries(groups).map(([groupId, values]) => ({
        customerId,
        groupId,
        listedValues: JSON.stringify(values),
        askedAt: time.now(),
        answeredAt: time.now(),
        revision: 1,
      }));
      await first.run((db) =>
        db
          .insertInto('groupsSeen')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['customerId', 'groupId']).doUpdateSet(({ ref }) => ({
              answeredAt: ref('excluded.answeredAt'),
              listedValues: ref('excluded.listedValues'),
            })),
          )
          .execute(),
      );
    }
    async function readFleet(...listed: readonly Listed[]) {
      time.advance(1);
      const { id, startedAt } = await readings.begin({ customerId, username: 'anna' });
      await list(...listed);
      time.advance(1);
      await readings.end({ customerId, id, state: 'complete', things: listed.length });
      return { id, startedAt, endedAt: time.now() };
    }
    const figures = async (customer = customerId) =>
      queries.figures(customer, await readings.known(customer));
    const page = (query: Partial<Parameters<typeof queries.page>[1]>, customer = customerId) =>
      queries.page(customer, { size: 50, ...query });
    /** The SIMs that a check finds, "of" how many; the list and the figures agree. */
    async function found(check: FleetCheck) {
      const { things: some, count: all } = await page({ check });
      const counted = (await figures()).checks.get(check);
      expect(counted?.count).toBe(all);
      return { iccids: some.map(({ iccid }) => iccid), of: counted?.of };
    }
    return {
      first,
      time,
      readings,
      queries,
      list,
      listFor,
      listGroups,
      readFleet,
      figures,
      page,
      found,
    };
  }

  it('finds devices outside the lock of their group, of those whose lock and device are known', async () => {
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
      // The forms of 14 and 16 digits lack the check digit, so that it is not known to be inside.
      ['6', { groupId: 'whole', imei: device.slice(0, 14) }],
      ['7', { groupId: 'open', imei: device }],
      ['8', { groupId: 'noPrefix', imei: device }],
      ['9', { groupId: 'notReported', imei: device }],
      ['10', { groupId: 'unseen', imei: device }],
      ['11', { imei: device }],
    );
    expect(await found('outside-lock')).toEqual({ iccids: ['2', '6'], of: 5 });
    expect((await page({ check: 'outside-lock' })).things[0]?.lock).toEqual({
      prefix: '35208115',
      seenAt,
    });
  });

  it('compares a device with a lock as the preview of a lock does', async () => {
    const { list, listGroups, found } = await open();
    const prefixes = ['3', '35208115', device.slice(0, 14), device, otherDevice];
    const imeis = [
      device,
      device.slice(0, 14),
      `${device.slice(0, 14)}12`,
      `${device}0`,
      otherDevice,
      '99999999999999',
    ];
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

  it('finds SIMs with the same device in any form, and says on how many others it is', async () => {
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
    expect((await page({ check: 'shared-imei' })).things.map(({ alsoOn }) => alsoOn)).toEqual([
      1, 1,
    ]);
    await list(['1', { imei: '' }], ['2', { imei: device }], ['3', { imei: device }]);
    expect(await found('shared-imei')).toEqual({ iccids: ['2', '3'], of: 2 });
  });

  it('finds SIMs without a device, and not those whose device has gone, or that say nothing', async () => {
    const { list, found } = await open();
    await list(['1', { imei: '' }], ['2', { imei: device }], ['3', {}]);
    await list(['2', { imei: '' }]);
    expect(await found('no-imei')).toEqual({ iccids: ['1'], of: 2 });
  });

  it('finds SIMs that were last located long ago, of those that were', async () => {
    const { list, found, figures, page, time } = await open();
    const ago = (days: number) => ({ locatedAt: time.now() - days * day });
    await list(['1', ago(0.5)], ['2', ago(8)], ['3', ago(31)], ['4', ago(400)], ['5', {}]);
    expect(await found('silent-7')).toEqual({ iccids: ['2', '3', '4'], of: 4 });
    expect(await found('silent-30')).toEqual({ iccids: ['3', '4'], of: 4 });
    expect(await found('silent-90')).toEqual({ iccids: ['4'], of: 4 });
    expect((await page({ silentDays: 10 })).things.map(({ iccid }) => iccid)).toEqual(['3', '4']);
    expect((await figures()).locationAges).toEqual([
      { upToDays: 1, isKnown: true, sims: 1 },
      { upToDays: 7, isKnown: true, sims: 0 },
      { upToDays: 30, isKnown: true, sims: 1 },
      { upToDays: 90, isKnown: true, sims: 1 },
      { upToDays: null, isKnown: true, sims: 1 },
      { upToDays: null, isKnown: false, sims: 1 },
    ]);
  });

  it('finds SIMs whose Data is the same after a day, of those that were read so long', async () => {
    const { list, found, time } = await open();
    await list(['1', { data: 5 }], ['2', { data: 5 }], ['3', { data: 5 }], ['4', { data: 5 }]);
    await list(['5', {}]);
    time.advance(23 * 3600_000);
    await list(['3', { data: 5 }]);
    time.advance(3600_000);
    // A list without the field is no second reading of it.
    await list(['1', { data: 5 }], ['2', { data: 6 }], ['4', {}], ['5', {}]);
    expect(await found('same-data')).toEqual({ iccids: ['1'], of: 2 });
  });

  it('finds suspended SIMs whose Data grows, also after it began again from zero', async () => {
    const { list, found } = await open();
    const suspended = (data: number) => ({ state: 'SUSPENDED', data });
    await list(['1', suspended(5)], ['2', suspended(5)], ['3', suspended(5)], ['4', suspended(5)]);
    await list(['5', { state: 'ACTIVE', data: 5 }], ['6', { data: 5 }], ['7', suspended(5)]);
    expect(await found('suspended-counting')).toEqual({ iccids: [], of: 1 });
    await list(['1', suspended(6)], ['2', suspended(5)], ['3', suspended(0)], ['5', suspended(9)]);
    await list(['3', suspended(1)], ['4', { state: 'ACTIVE', data: 9 }]);
    expect(await found('suspended-counting')).toEqual({ iccids: ['1', '3'], of: 4 });
  });

  it('finds SIMs with a block flag, of those that report all of them', async () => {
    const { list, found } = await open();
    await list(['1', { blocks: ['Data'] }], ['2', { blocks: [] }], ['3', {}]);
    expect(await found('blocked')).toEqual({ iccids: ['1'], of: 2 });
  });

  it('finds SIMs whose device changed within a week, of those that were listed twice', async () => {
    const { list, found, time } = await open();
    await list(['1', { imei: device }], ['2', { imei: device }], ['3', { imei: '' }]);
    await list(['2', { imei: otherDevice }], ['3', { imei: device }]);
    expect(await found('other-device')).toEqual({ iccids: ['2'], of: 2 });
    time.advance(8 * day);
    await list(['1', { imei: '867239050000017' }], ['2', { imei: otherDevice }]);
    expect(await found('other-device')).toEqual({ iccids: ['1'], of: 3 });
  });

  it('finds SIMs of groups that the newest list of groups does not show', async () => {
    const { list, listGroups, found } = await open();
    await list(['0', { groupId: 'a' }]);
    expect(await found('unlisted-group')).toEqual({ iccids: [], of: 0 });
    await listGroups({ a: {}, b: {} });
    await listGroups({ a: {} });
    await list(['1', { groupId: 'a' }], ['2', { groupId: 'b' }], ['3', {}]);
    // It may be newer than the newest list.
    await list(['4', { groupId: 'c' }]);
    expect(await found('unlisted-group')).toEqual({ iccids: ['2'], of: 3 });
    await listGroups({ a: {} });
    expect(await found('unlisted-group')).toEqual({ iccids: ['2', '4'], of: 4 });
  });

  it('F4: marks SIMs that a complete reading does not show, until a list shows them', async () => {
    const { list, readFleet, found, figures, page } = await open();
    await list(['1', { imei: device, blocks: ['Data'] }], ['2', { imei: device }], ['3', {}]);
    expect(await found('not-found')).toEqual({ iccids: [], of: 0 });
    const { endedAt } = await readFleet(['2', {}]);
    await readFleet(['2', {}]);
    expect(await found('not-found')).toEqual({ iccids: ['1', '3'], of: 3 });
    expect((await page({ iccid: '1' })).things[0]).toMatchObject({ notFoundSince: endedAt });
    // They are in no other figure.
    expect((await figures()).sims).toBe(1);
    expect(await found('blocked')).toEqual({ iccids: [], of: 0 });
    expect(await found('shared-imei')).toEqual({ iccids: [], of: 1 });
    await list(['1', {}]);
    expect(await found('not-found')).toEqual({ iccids: ['3'], of: 3 });
    expect((await page({ iccid: '1' })).things[0]).toMatchObject({ notFoundSince: null });
  });

  it('counts groups by state, models, networks, and leads from each part to its SIMs', async () => {
    const { list, listGroups, figures, page } = await open();
    await listGroups({ a: { ThingsGroupName: 'Vans' } });
    await list(
      [
        '1',
        { groupId: 'a', groupName: 'Old name', state: 'ACTIVE', imei: device, network: '262-01' },
      ],
      ['2', { groupId: 'a', state: 'SUSPENDED', imei: otherDevice, network: '262-01' }],
      ['3', { groupId: 'b', groupName: 'Cars', state: 'ACTIVE', imei: '' }],
      ['4', { network: '228-02' }],
    );
    const { groups, models, otherModels, noDevice, unknownDevice, networks, sims } =
      await figures();
    expect(groups).toEqual([
      { id: 'a', name: 'Vans', sims: 2, states: { ACTIVE: 1, SUSPENDED: 1 } },
      { id: 'b', name: 'Cars', sims: 1, states: { ACTIVE: 1 } },
      { id: null, name: null, sims: 1, states: { '': 1 } },
    ]);
    expect({ models, otherModels, noDevice, unknownDevice, sims }).toEqual({
      models: [{ tac: '35208115', sims: 2 }],
      otherModels: { models: 0, sims: 0 },
      noDevice: 1,
      unknownDevice: 1,
      sims: 4,
    });
    expect(networks).toEqual([
      { network: '262-01', sims: 2 },
      { network: '228-02', sims: 1 },
      { network: null, sims: 1 },
    ]);
    const iccids = async (query: Parameters<typeof page>[0]) =>
      (await page(query)).things.map(({ iccid }) => iccid);
    expect(await iccids({ groupId: 'a' })).toEqual(['1', '2']);
    expect(await iccids({ groupId: '' })).toEqual(['4']);
    expect(await iccids({ tac: '35208115' })).toEqual(['1', '2']);
    expect(await iccids({ tac: '' })).toEqual(['3']);
    expect(await iccids({ network: '228-02' })).toEqual(['4']);
    expect(await iccids({ network: '' })).toEqual(['3']);
    expect(await iccids({ iccid: '3' })).toEqual(['3']);
  });

  it('is paged by ICCID, with the count of all', async () => {
    const { list, page } = await open();
    await list(...['1', '2', '3', '4', '5'].map((iccid): Listed => [iccid, { blocks: ['Data'] }]));
    const first = await page({ check: 'blocked', size: 2 });
    expect([first.things.map(({ iccid }) => iccid), first.count, first.next]).toEqual([
      ['1', '2'],
      5,
      '2',
    ]);
    const last = await page({ check: 'blocked', size: 2, before: '4' });
    expect([last.things.map(({ iccid }) => iccid), last.count, last.next]).toEqual([
      ['5'],
      5,
      null,
    ]);
  });

  it('says of one SIM what is beside it: its device on others, its lock, and its cell', async () => {
    const { list, listGroups, queries, time } = await open();
    await listGroups({ a: { LockMasterImei: true, IMEIPrefix: '35' } });
    const seenAt = time.now();
    const at = time.now() - 5 * day;
    const minutes = 60_000;
    await list(
      ['1', { groupId: 'a', imei: device, locatedAt: at }, 'cell'],
      ['2', { imei: device, locatedAt: at + 29 * minutes }, 'cell'],
      ['3', { locatedAt: at - 30 * minutes }, 'cell'],
      ['4', { locatedAt: at + 31 * minutes }, 'cell'],
      ['5', { locatedAt: at }, 'other'],
      ['6', { locatedAt: at }],
    );
    expect(await queries.neighbours(customerId, '1')).toMatchObject({
      thing: { iccid: '1', lastImei: null, notFoundSince: null },
      sameDevice: { iccids: ['2'], count: 1 },
      lock: { isLocked: true, prefix: '35', seenAt },
      cell: { sims: 3, silentTogether: 2 },
    });
    expect(await queries.neighbours(customerId, '6')).toMatchObject({
      sameDevice: { iccids: [], count: 0 },
      lock: null,
      cell: null,
    });
    expect(await queries.neighbours(customerId, '7')).toBeUndefined();
  });

  it('takes for silent only SIMs of a cell that later lists did not show as heard again', async () => {
    const { list, queries, time } = await open();
    const at = { locatedAt: time.now() };
    await list(['1', at, 'cell'], ['2', at, 'cell'], ['3', at, 'cell']);
    time.advance(2 * day);
    await list(['1', at, 'cell']);
    const cell = async () => (await queries.neighbours(customerId, '1'))?.cell;
    // Since they were located, nobody has looked at them.
    expect(await cell()).toEqual({ sims: 2, silentTogether: 0 });
    await list(['2', at, 'cell'], ['3', { locatedAt: time.now() }, 'cell']);
    expect(await cell()).toEqual({ sims: 2, silentTogether: 1 });
  });

  it('F6: has nothing of another customer', async () => {
    const { list, listFor, listGroups, readFleet, queries, readings, figures, page } = await open();
    await list(
      ['1', { groupId: 'a', imei: device, blocks: ['Data'], locatedAt: 1 }, 'cell'],
      ['2', { groupId: 'a', imei: device, locatedAt: 1 }, 'cell'],
    );
    await listGroups({ a: { LockMasterImei: true, IMEIPrefix: '99' } });
    const { id } = await readFleet(['1', {}]);
    await listFor('cid_2', ['1', { groupId: 'a', imei: device, locatedAt: 1 }, 'cell']);
    expect(await figures('cid_2')).toMatchObject({
      sims: 1,
      groups: [{ id: 'a', name: null, sims: 1 }],
      models: [{ tac: '35208115', sims: 1 }],
    });
    const counts = [...(await figures('cid_2')).checks].filter(([, { count }]) => count > 0);
    expect(counts.map(([check]) => check)).toEqual(['silent-7', 'silent-30', 'silent-90']);
    for (const check of fleetChecks) {
      const expected = check.startsWith('silent') ? 1 : 0;
      expect((await page({ check }, 'cid_2')).things).toHaveLength(expected);
    }
    expect(await queries.neighbours('cid_2', '1')).toMatchObject({
      sameDevice: { count: 0 },
      lock: null,
      cell: { sims: 0 },
    });
    expect(await queries.neighbours('cid_2', '2')).toBeUndefined();
    expect(await readings.find('cid_2', id)).toBeUndefined();
    expect(await readings.known('cid_2')).toMatchObject({ latest: null, complete: null });
    expect((await page({})).things).toHaveLength(1);
    await list(['2', {}]);
    const { things } = await page({ check: 'shared-imei' });
    expect(things.map(({ alsoOn }) => alsoOn)).toEqual([1, 1]);
  });
});

import { describe, expect, it } from 'vitest';

import { fleetChecks } from '#contract/inventory.ts';
import { engines } from '#testing/fixtures/testDatabases.ts';
import { fulfilling } from '#testing/fixtures/variedFleet.ts';
import { type Listed, openFleet } from '#testing/load/inventoryStoreBench.ts';

import { fewPages } from './inventoryThings.ts';

const day = 24 * 3600_000;
const customerId = 'cid_1';
const device = '352081150000016';
const otherDevice = '352081150000024';

describe.each(engines)('SIMs in the inventory, in %s', (engine) => {
  const open = () => openFleet(engine);

  it('are counted by state, model and network, and each count links to its SIMs', async () => {
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
    expect(await iccids(fulfilling('group.is.a'))).toEqual(['1', '2']);
    expect(await iccids(fulfilling('group.unknown'))).toEqual(['4']);
    expect(await iccids(fulfilling('tac.is.35208115'))).toEqual(['1', '2']);
    expect(await iccids(fulfilling('tac.empty'))).toEqual(['3']);
    expect(await iccids(fulfilling('network.is.228-02'))).toEqual(['4']);
    expect(await iccids(fulfilling('network.unknown'))).toEqual(['3']);
    expect(await iccids({ iccid: '3' })).toEqual(['3']);
  });

  it('match the count of the chart segment that links to them', async () => {
    const { list, figures, page, time } = await open();
    const tacs = Array.from({ length: 53 }, (_, index) => String(86_000_000 + index));
    const ago = (days: number) => ({ locatedAt: time.now() - days * day });
    await list(
      ...tacs.map((tac, index): Listed => [`m${index}`, { imei: `${tac}0000011`, ...ago(index) }]),
      ...tacs.slice(3).map((tac, index): Listed => [`n${index}`, { imei: `${tac}0000029` }]),
      ['s1', { groupId: 'a', state: 'ACTIVE', network: '262-01', imei: '' }],
      ['s2', { groupId: 'a', state: 'RETIRED' }],
      ['s3', { groupId: 'a' }],
      ['s4', { state: 'ACTIVE', ...ago(0.5) }],
    );
    const count = async (query: Parameters<typeof page>[0]) => {
      const { things, count: all } = await page({ ...query, size: 200 });
      expect(things).toHaveLength(all);
      return all;
    };
    const has = (field: string, value: string | null) =>
      value === null ? `${field}.unknown` : `${field}.is.${value}`;
    const { groups, models, otherModels, noDevice, unknownDevice, locationAges, networks } =
      await figures();

    for (const { id, sims, states } of groups) {
      expect(await count(fulfilling(has('group', id)))).toBe(sims);
      for (const [state, some] of Object.entries(states)) {
        expect(await count(fulfilling(has('group', id), has('state', state || null)))).toBe(some);
      }
    }
    for (const { tac, sims } of models) expect(await count(fulfilling(has('tac', tac)))).toBe(sims);
    expect([models.length, otherModels]).toEqual([50, { models: 3, sims: 3 }]);
    const shown = models.map(({ tac }) => tac).join(',');
    expect(await count(fulfilling(`tac.none-of.${shown}`, 'tac.not-empty'))).toBe(otherModels.sims);
    expect(await count(fulfilling('imei.empty'))).toBe(noDevice);
    expect([unknownDevice, await count(fulfilling('imei.unknown'))]).toEqual([3, 3]);
    for (const { network, sims } of networks) {
      expect(await count(fulfilling(has('network', network)))).toBe(sims);
    }
    const [recent] = locationAges;
    expect([recent?.sims, await count(fulfilling('located.within.1'))]).toEqual([2, 2]);
    expect(await count(fulfilling('located.older-than.1'))).toBe(52);
    const none = locationAges.find(({ isKnown }) => !isKnown);
    expect(await count(fulfilling('located.unknown'))).toBe(none?.sims);
  });

  it('Q4: are counted by state across all groups, including those that the summary leaves out', async () => {
    const { list, figures } = await open();
    const inGroup = (index: number): Listed => [
      `g${index}`,
      { groupId: `group-${index}`, state: index % 4 === 0 ? 'SUSPENDED' : 'ACTIVE' },
    ];
    await list(...Array.from({ length: 120 }, (_, index) => inGroup(index)));
    await list(...Array.from({ length: 100 }, (_, index) => inGroup(120 + index)));
    await list(['alone', {}], ['also', { state: 'ACTIVE' }]);
    const { groups, states, sims } = await figures();
    expect([groups.length, sims]).toEqual([200, 222]);
    expect(states).toEqual({ ACTIVE: 166, SUSPENDED: 55, '': 1 });
  });

  it('are paged by ICCID in both directions, with a total count', async () => {
    const { list, page } = await open();
    await list(...['1', '2', '3', '4', '5'].map((iccid): Listed => [iccid, { blocks: ['Data'] }]));
    await list(['0', { blocks: [] }], ['21', { blocks: [] }]);
    const at = async (before?: string) => {
      const { things, ...rest } = await page({ check: 'blocked', size: 2, before });
      return { iccids: things.map(({ iccid }) => iccid), ...rest };
    };
    const key = (iccid: string) => ({ iccid });
    const all = { count: 5, leftOut: 0 };
    const [first, middle, last] = [await at(), await at('2'), await at('4')];
    expect(first).toEqual({ ...all, iccids: ['1', '2'], next: key('2'), previous: null });
    expect(middle).toEqual({ ...all, iccids: ['3', '4'], next: key('4'), previous: 'first' });
    expect(last).toEqual({ ...all, iccids: ['5'], next: null, previous: key('2') });
    // The previous page still exists even if a row is removed.
    expect(await at('5')).toMatchObject({ iccids: [], next: null, previous: key('3') });
    expect(await at('0')).toMatchObject({ iccids: ['1', '2'], previous: null });
  });

  it('count separately those about which a check has too little data', async () => {
    const { list, figures, page, time } = await open();
    const suspended = { state: 'SUSPENDED' };
    await list(['1', { data: 5 }], ['2', {}], ['3', suspended], ['4', { ...suspended, data: 3 }]);
    time.advance(2 * day);
    await list(['1', { data: 5 }], ['2', {}], ['3', suspended], ['4', { ...suspended, data: 9 }]);
    const { checks, sims } = await figures();
    for (const check of fleetChecks) {
      if (check === 'not-found') continue;
      const { count, leftOut } = await page({ check });
      const covered = checks.get(check);
      expect([check, count, leftOut]).toEqual([check, covered?.count, sims - (covered?.of ?? 0)]);
    }
    expect(await page({ check: 'same-data' })).toMatchObject({ count: 1, leftOut: 2 });
  });

  it('F7: are counted and paged in the same way, whether there are few or many', async () => {
    const { list, page } = await open();
    const state = 'ACTIVE';
    const kinds = [{ blocks: ['Data'], state }, { state }, { blocks: [] }, { blocks: ['Data'] }];
    const sims = Array.from({ length: 4 * fewPages }, (_, index): Listed => {
      return [String(1000 + index), kinds[index % kinds.length] ?? {}];
    });
    await list(...sims);
    const isActive = fulfilling('state.is.ACTIVE');
    for (const size of [1, 50]) {
      const counts = async (query: Parameters<typeof page>[0]) => {
        const { count, leftOut } = await page({ ...query, size });
        return [count / fewPages, leftOut / fewPages];
      };
      expect(await counts({ check: 'blocked' })).toEqual([2, 1]);
      expect(await counts(isActive)).toEqual([2, 2]);
      expect(await counts({ check: 'blocked', ...isActive })).toEqual([1, 2]);
      expect(await counts(fulfilling('state.is.ACTIVE', 'block.any-of.Data'))).toEqual([1, 2]);
      const { things } = await page({ check: 'blocked', ...isActive, before: '1000', size });
      expect(things[0]?.iccid).toBe('1004');
    }
  });

  it('come with their context: other SIMs with the same device, the lock, and the cell', async () => {
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
    const alone = { sameDevice: { iccids: [], count: 0 }, lock: null, cell: null };
    expect(await queries.neighbours(customerId, '6')).toMatchObject(alone);
    expect(await queries.neighbours(customerId, '7')).toBeUndefined();
  });

  it('count as silent only if later lists show no newer location', async () => {
    const { list, queries, time } = await open();
    const at = { locatedAt: time.now() };
    await list(['1', at, 'cell'], ['2', at, 'cell'], ['3', at, 'cell']);
    time.advance(2 * day);
    await list(['1', at, 'cell']);
    const cell = async () => (await queries.neighbours(customerId, '1'))?.cell;
    // No list has shown these SIMs since they were located.
    expect(await cell()).toEqual({ sims: 2, silentTogether: 0 });
    await list(['2', at, 'cell'], ['3', { locatedAt: time.now() }, 'cell']);
    expect(await cell()).toEqual({ sims: 2, silentTogether: 1 });
  });

  it('F6: are never another customer’s', async () => {
    const { list, listFor, listGroups, readFleet, queries, scans, figures, page } = await open();
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
    const alone = { sameDevice: { count: 0 }, lock: null, cell: { sims: 0 } };
    expect(await queries.neighbours('cid_2', '1')).toMatchObject(alone);
    expect(await queries.neighbours('cid_2', '2')).toBeUndefined();
    // A scan of one customer's fleet says nothing about another's SIMs.
    await readFleet(['1', {}]);
    const [theirs] = (await page({}, 'cid_2')).things;
    expect(theirs).toMatchObject({ iccid: '1', notFoundSince: null });
    expect(await scans.find('cid_2', id)).toBeUndefined();
    expect(await scans.known('cid_2')).toMatchObject({ latest: null, complete: null });
    expect((await page({})).things).toHaveLength(1);
    await list(['2', {}]);
    const { things } = await page({ check: 'shared-imei' });
    expect(things.map(({ alsoOn }) => alsoOn)).toEqual([1, 1]);
  });
});

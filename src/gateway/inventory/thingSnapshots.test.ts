import { describe, expect, it } from 'vitest';

import { engines, twoGateways } from '#testing/fixtures/testDatabases.ts';

import type { NewThingSnapshot } from './thingRow.ts';
import { createThingSnapshots } from './thingSnapshots.ts';

const day = 24 * 3600_000;
const limits = { fleetMs: 90 * day };
const customerId = 'cid_1';
const iccid = '8988228000010485823';

const snapshot: NewThingSnapshot = {
  iccid,
  values: {
    name: 'Van 7',
    groupId: 'g',
    groupName: 'Vans',
    state: 'ACTIVE',
    blocks: ['Data', 'SMS_MO'],
    imei: '',
    imsi: '26201',
    data: 9_007_199_254_740_991,
    locatedAt: 1_760_000_000_000,
    network: '262-01',
  },
  lastImei: '352081150000016',
  carriedAt: { imsi: 3, lastImei: 2 },
  deviceChangedAt: 3,
  dataAt: 6,
  dataFirstAt: 4,
  dataSince: 5,
  suspended: { data: 9_007_199_254_740_990, since: 4 },
  cell: 'code',
  firstSeenAt: 1,
  revision: null,
  events: [],
};

describe.each(engines)('snapshots of SIMs, in %s', (engine) => {
  async function open() {
    const { first, second, time } = await twoGateways(engine);
    const [one, two] = [createThingSnapshots(first, limits), createThingSnapshots(second, limits)];
    /** A list that takes a second to arrive, some time after the previous one. */
    const accept = async (gateway: typeof one, ...snapshots: readonly NewThingSnapshot[]) => {
      time.advance(60_000);
      const answeredAt = time.now();
      return gateway.accept({ customerId, askedAt: answeredAt - 1000, answeredAt, snapshots });
    };
    const events = () =>
      first.run((db) => db.selectFrom('thingEvents').selectAll().orderBy('id').execute());
    return { one, two, time, accept, events };
  }

  it('are read back as written', async () => {
    const { one, two, time, accept } = await open();
    await accept(one, snapshot);
    const known = await two.load(customerId, [iccid, 'other']);
    expect([...known.keys()]).toEqual([iccid]);
    const { events: _, iccid: __, ...written } = snapshot;
    const times = { askedAt: time.now() - 1000, answeredAt: time.now(), now: time.now() };
    expect(known.get(iccid)).toEqual({ ...written, ...times, revision: 1 });
  });

  it('record which fields no list has carried', async () => {
    const { one, accept } = await open();
    const none = { values: { blocks: [] }, lastImei: undefined, dataSince: null };
    await accept(one, { ...snapshot, ...none });
    const known = (await one.load(customerId, [iccid])).get(iccid);
    expect(known).toMatchObject(none);
    expect(Object.keys(known?.values ?? {})).toEqual(['blocks']);
  });

  it('belong to one customer', async () => {
    const { one, accept } = await open();
    await accept(one, snapshot);
    expect((await one.load('cid_2', [iccid])).size).toBe(0);
  });

  it('detect a change once, whichever gateway is first', async () => {
    const { one, two, time, accept, events } = await open();
    await accept(one, snapshot);
    const next = (id: string): NewThingSnapshot => ({
      ...snapshot,
      values: { ...snapshot.values, state: 'SUSPENDED' },
      revision: 1,
      events: [{ id, kind: 'state', before: 'ACTIVE', after: 'SUSPENDED', since: 7 }],
    });
    const other = { ...snapshot, iccid: '8988', events: [] };
    await accept(one, next('a'));
    expect(await accept(two, next('b'), other)).toEqual([new Set(['8988'])]);
    const key = { id: 'a', customerId, iccid, kind: 'state' };
    const change = { beforeValue: 'ACTIVE', afterValue: 'SUSPENDED', since: 7 };
    expect(await events()).toEqual([{ ...key, ...change, noticedAt: time.now() - 60_000 }]);
    // SIMs not updated by another gateway are still stored.
    expect((await one.load(customerId, ['8988'])).size).toBe(1);
  });

  it('are not replaced by a list that may be older', async () => {
    const { one, time, accept } = await open();
    await accept(one, snapshot);
    const older = { ...snapshot, values: { state: 'RETIRED' }, revision: 1 };
    const answeredAt = time.now() + 500;
    await one.accept({ customerId, askedAt: time.now() - 500, answeredAt, snapshots: [older] });
    expect((await one.load(customerId, [iccid])).get(iccid)?.values.state).toBe('ACTIVE');
  });

  it('are removed if no list has shown the SIM during the retention time', async () => {
    const { one, time, accept, events } = await open();
    const event = { id: 'a', kind: 'state', before: 'A', after: 'B', since: 1 } as const;
    await accept(one, { ...snapshot, events: [event] });
    time.advance(89 * day);
    expect(await one.removeOld()).toBe(0);
    await accept(one, { ...snapshot, iccid: '8988' });
    time.advance(2 * day);
    expect(await one.removeOld()).toBe(1);
    expect([...(await one.load(customerId, [iccid, '8988'])).keys()]).toEqual(['8988']);
    expect(await events()).toEqual([]);
  });
});

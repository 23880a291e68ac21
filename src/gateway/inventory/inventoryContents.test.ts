import { describe, expect, it } from 'vitest';

import { engines, twoGateways } from '#testing/fixtures/testDatabases.ts';
import { newThing } from '#testing/fixtures/testThing.ts';

import { createFleetRecords } from './inventoryContents.ts';
import { createScans } from './scans.ts';
import { createThingSnapshots } from './thingSnapshots.ts';

describe.each(engines)('F1: viewing and erasing the inventory as an operator, in %s', (engine) => {
  async function open() {
    const { first, second, time } = await twoGateways(engine);
    const things = createThingSnapshots(first, { fleetMs: 1000 });
    const scans = createScans(first, { fleetMs: 1000 });
    /** A customer's lists, in which every SIM changes. */
    const add = async (customerId: string, count: number) => {
      const snapshots = Array.from({ length: count }, (_, number) => {
        const id = `${customerId}-${number}`;
        const event = { id, kind: 'state', before: 'A', after: 'B', since: 1 } as const;
        return newThing(`8988${number}`, { values: { state: 'B' }, events: [event] });
      });
      await scans.begin({ customerId, username: 'anna' });
      const now = time.now();
      for (let from = 0; from < count; from += 200) {
        const some = snapshots.slice(from, from + 200);
        await things.accept({ customerId, askedAt: now, answeredAt: now, snapshots: some });
      }
    };
    return { add, records: createFleetRecords(second), time };
  }

  it('covers everything about one customer, and nothing about another', async () => {
    const { add, records, time } = await open();
    expect(await records.contents()).toEqual([]);
    await add('cid_2', 3);
    await add('cid_1', 1200);
    const newestAt = time.now();
    expect(await records.contents()).toEqual([
      { customerId: 'cid_1', things: 1200, events: 1200, scans: 1, newestAt },
      { customerId: 'cid_2', things: 3, events: 3, scans: 1, newestAt },
    ]);
    expect(await records.erase('cid_1')).toEqual({ things: 1200, events: 1200, scans: 1 });
    expect(await records.contents()).toMatchObject([
      { customerId: 'cid_2', things: 3, events: 3, scans: 1 },
    ]);
    expect(await records.erase('cid_1')).toEqual({ things: 0, events: 0, scans: 0 });
  });
});

import { describe, expect, it } from 'vitest';

import type { ThingEventKind } from '#contract/inventoryThings.ts';
import { engines, expectPages, twoGateways } from '#testing/fixtures/testDatabases.ts';

import { createThingEvents, type ThingEventsFilter } from './thingEvents.ts';

const fleetMs = 3_600_000;

describe.each(engines)('changes to SIMs, in %s', (engine) => {
  async function open() {
    const { first, second, time } = await twoGateways(engine);
    let count = 0;
    const add = async (
      given: { customerId?: string; iccid?: string; kind?: ThingEventKind } = {},
    ) => {
      const id = `${String(count++).padStart(3, '0')}-${crypto.randomUUID()}`;
      const { customerId = 'cid_1', iccid = '8988', kind = 'state' } = given;
      const values = { beforeValue: 'ACTIVE', afterValue: 'SUSPENDED' };
      const times = { since: time.now() - 1000, noticedAt: time.now() };
      const row = { id, customerId, iccid, kind, ...values, ...times };
      await first.run((db) => db.insertInto('thingEvents').values(row).execute());
      return id;
    };
    const { page } = createThingEvents(second, { fleetMs });
    const found = async (filter: Partial<ThingEventsFilter> = {}) => {
      const options = { filter: { customerId: 'cid_1', ...filter }, before: null, size: 200 };
      return (await page(options)).rows.map(({ id }) => id);
    };
    return { add, page, found, time, first };
  }

  it('are paged in both directions, newest first, even if many were detected at the same time', async () => {
    const { add, page, time } = await open();
    const ids: string[] = [];
    for (let number = 0; number < 23; number++) {
      ids.push(await add());
      if (number % 7 === 0) time.advance(1000);
    }
    const middle = await expectPages(ids.toReversed(), (before) =>
      page({ filter: { customerId: 'cid_1' }, before, size: 10 }),
    );
    // Later rows do not shift a page.
    await add();
    expect(await middle.readAgain()).toEqual(middle.rows);
  });

  it('belong to one customer, and are found by kind, SIM and time', async () => {
    const { add, found, time } = await open();
    const early = await add();
    time.advance(1000);
    const from = time.now();
    const device = await add({ kind: 'other-device', iccid: '8989' });
    time.advance(1000);
    const late = await add({ iccid: '8989' });
    await add({ customerId: 'cid_2', kind: 'other-device', iccid: '8989' });
    expect(await found()).toEqual([late, device, early]);
    expect(await found({ kind: 'other-device' })).toEqual([device]);
    expect(await found({ iccid: '8989' })).toEqual([late, device]);
    expect([await found({ from }), await found({ to: from })]).toEqual([[late, device], [early]]);
    expect(await found({ from, to: from + 1000, iccid: '8989', kind: 'state' })).toEqual([]);
  });

  it('F1: are shown for FLEET_DAYS, on every page, even before they are removed', async () => {
    const { add, page, found, time } = await open();
    await add();
    time.advance(1);
    const [second, third] = [await add(), await add()];
    time.advance(fleetMs);
    expect(await found()).toEqual([third, second]);
    const before = { at: time.now() - fleetMs, id: second };
    const last = await page({ filter: { customerId: 'cid_1' }, before, size: 2 });
    expect(last).toEqual({ rows: [], next: null, previous: 'first' });
  });
});

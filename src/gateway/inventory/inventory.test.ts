import { describe, expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';
import { engines, twoGateways } from '#testing/fixtures/testDatabases.ts';

import { createInventory } from './inventory.ts';
import { createScans } from './scans.ts';
import { createThingSnapshots } from './thingSnapshots.ts';

const customerId = 'cid_1';
const limits = { fleetMs: 90 * 24 * 3600_000 };

describe.each(engines)('the inventory in %s', (engine) => {
  async function open() {
    const { first, time } = await twoGateways(engine);
    const things = createThingSnapshots(first, limits);
    const scans = createScans(first, limits);
    let transactions = 0;
    let isAway = false;
    let dropped = 0;
    const accept: typeof things.accept = async (...lists) => {
      transactions += 1;
      if (isAway) throw new Error('away');
      return things.accept(...lists);
    };
    const inventory = createInventory({
      store: { things: { ...things, accept }, scans },
      isOn: true,
      clock: manualClock(),
      onDropped: () => (dropped += 1),
    });
    /** A list, one second after the previous one, with these `fields` for each SIM; waits until it is written. */
    function pass(fields: Readonly<Record<string, object>>) {
      time.advance(1000);
      const body = Object.entries(fields).map(([iccid, field]) => ({
        ExternalUniqueId: iccid,
        ...field,
      }));
      const times = { askedAt: time.now() - 500, answeredAt: time.now() };
      inventory.record(customerId, times, new TextEncoder().encode(JSON.stringify(body)));
      return inventory.idle();
    }
    const known = async (iccid: string) => (await things.load(customerId, [iccid])).get(iccid);
    const events = () =>
      first.run((db) =>
        db
          .selectFrom('thingEvents')
          .select(['iccid', 'kind', 'beforeValue', 'afterValue', 'since', 'noticedAt'])
          .orderBy('noticedAt')
          .execute(),
      );
    const setAway = (is: boolean) => (isAway = is);
    const counts = () => ({ transactions, dropped });
    return { inventory, scans, time, pass, known, events, counts, setAway };
  }

  it('compares waiting lists with one another, and writes them together', async () => {
    const { time, pass, known, events, counts } = await open();
    const start = time.now();
    void pass({ '1': { State: 'ACTIVE' } });
    void pass({ '1': { State: 'SUSPENDED' }, '2': { State: 'ACTIVE' } });
    await pass({ '1': { State: 'ACTIVE' } });
    const change = { iccid: '1', kind: 'state' };
    const suspended = { beforeValue: 'ACTIVE', afterValue: 'SUSPENDED' };
    const resumed = { beforeValue: 'SUSPENDED', afterValue: 'ACTIVE' };
    expect(await events()).toEqual([
      { ...change, ...suspended, since: start + 500, noticedAt: start + 2000 },
      { ...change, ...resumed, since: start + 1500, noticedAt: start + 3000 },
    ]);
    expect(await known('1')).toMatchObject({ revision: 3, answeredAt: start + 3000 });
    expect(await known('2')).toMatchObject({ revision: 1 });
    expect(counts()).toEqual({ transactions: 1, dropped: 0 });
  });

  it('counts every list that the store did not accept', async () => {
    const { pass, known, counts, setAway } = await open();
    setAway(true);
    void pass({ '1': {} });
    void pass({ '2': {} });
    await pass({ '3': {} });
    expect(counts()).toEqual({ transactions: 1, dropped: 3 });
    setAway(false);
    await pass({ '1': {} });
    expect(await known('1')).toMatchObject({ revision: 1 });
  });

  it('writes an unchanged SIM once a minute, and in each scan', async () => {
    const { scans, time, pass, known } = await open();
    const revision = async () => (await known('1'))?.revision;
    await pass({ '1': {} });
    await pass({ '1': {} });
    expect(await revision()).toBe(1);
    const { startedAt } = await scans.begin({ customerId, username: 'anna' });
    void pass({ '1': {} });
    await pass({ '1': {} });
    expect(await revision()).toBe(2);
    expect(await scans.shownSince(customerId, startedAt)).toBe(1);
    time.advance(60_000);
    await pass({ '1': {} });
    expect(await revision()).toBe(3);
  });

  it('includes all lists that arrived before the request', async () => {
    const { inventory, pass, known } = await open();
    void pass({ '1': {} });
    await inventory.caughtUp(customerId);
    expect(await known('1')).toBeDefined();
    await inventory.caughtUp(customerId);
  });
});

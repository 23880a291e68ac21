import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { createFixture } from '#testing/fixtures/gatewayFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { sharedFile, twoGateways } from '#testing/fixtures/testDatabases.ts';
import {
  eventsOf,
  iccids,
  signedIn,
  thingsPath,
  thingsService,
} from '#testing/fixtures/thingEventsFixture.ts';

import { StoreUnavailableError } from '../db/storeErrors.ts';
import { createInventory } from './inventory.ts';
import { createThingSnapshots, type ThingSnapshots } from './thingSnapshots.ts';

const hour = 3_600_000;
const minute = 60_000;
const customerId = 'cid_1';

function inventoryOn(things: ThingSnapshots) {
  let readSince: number | null = null;
  const scans = { runningSince: async () => readSince, runningOf: async () => undefined };
  let dropped = 0;
  const clock = manualClock();
  let isBusy = false;
  const inventory = createInventory({
    store: { things, scans },
    isOn: true,
    clock,
    isBusy: () => isBusy,
    onDropped: () => (dropped += 1),
  });
  let time = clock.now();
  const list = (State: string, customer = customerId) => {
    time += minute;
    const body = JSON.stringify([{ ExternalUniqueId: iccids[0], State }]);
    const times = { askedAt: time, answeredAt: time };
    inventory.record(customer, times, new TextEncoder().encode(body));
  };
  const setBusy = (is: boolean) => (isBusy = is);
  const beginScan = () => (readSince = time);
  return { clock, list, idle: inventory.idle, dropped: () => dropped, setBusy, beginScan };
}

async function emptyThings() {
  const { first } = await twoGateways('sqlite');
  const events = () => first.run((db) => db.selectFrom('thingEvents').selectAll().execute());
  return { things: createThingSnapshots(first, { fleetMs: hour }), events };
}

describe('F3: the inventory', () => {
  it('accesses the store only after sending the response, even if that is compressed', async () => {
    const { fixture, cookie, sims } = await signedIn();
    Object.assign(sims[0] ?? {}, { ThingDescription: 'long '.repeat(1000) });
    const headers = { 'accept-encoding': 'gzip' };
    const answer = await fixture.send('GET', thingsPath, { cookie, headers });
    expect(await fixture.store.fleetRecords.contents()).toEqual([]);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    await fixture.pass(0);
    expect(await fixture.store.fleetRecords.contents()).toMatchObject([{ things: 3 }]);
  });

  /** Also counts how often SIMs were loaded from the store. */
  async function countedInventory() {
    const { things } = await emptyThings();
    let calls = 0;
    const load: ThingSnapshots['load'] = (...given) => {
      calls += 1;
      return things.load(...given);
    };
    return { ...inventoryOn({ ...things, load }), loads: () => calls };
  }

  it('does nothing while other requests are being processed', async () => {
    const { list, idle, loads } = await countedInventory();
    list('ACTIVE');
    for (let step = 0; step < 100; step++) await Promise.resolve();
    expect(loads()).toBe(0);
    await idle();
    expect(loads()).toBe(1);
  });

  it('yields to responses while they need all available time, but not forever', async () => {
    const { clock, list, idle, setBusy, loads } = await countedInventory();
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 10) {
        await setImmediate();
        await clock.advance(10);
      }
    };
    setBusy(true);
    list('ACTIVE');
    await pass(200);
    expect(loads()).toBe(0);
    setBusy(false);
    await pass(100);
    await idle();
    expect(loads()).toBe(1);
    setBusy(true);
    list('SUSPENDED');
    await pass(400);
    expect(loads()).toBe(1);
    await pass(200);
    await idle();
    expect(loads()).toBe(2);
  });

  it('drops no list of a scan while responses need all available time', async () => {
    const { things } = await emptyThings();
    const { clock, list, idle, setBusy, beginScan, dropped } = inventoryOn(things);
    /** As many lists per second as a page can read from a fast service. */
    const readFor = async (seconds: number) => {
      for (let number = 0; number < seconds * 40; number++) {
        list(number % 2 === 0 ? 'ACTIVE' : 'SUSPENDED');
        await clock.advance(25);
        for (let turn = 0; turn < 3; turn++) await setImmediate();
      }
    };
    setBusy(true);
    beginScan();
    await readFor(10);
    expect(dropped()).toBe(0);
    setBusy(false);
    await clock.advance(1000);
    await idle();
    expect((await things.load(customerId, iccids)).get(iccids[0] ?? '')?.revision).toBe(400);
  });

  it('drops and counts lists when the store does not keep up', async () => {
    const { things } = await emptyThings();
    const { promise: away, resolve: release } = Promise.withResolvers<void>();
    const load: ThingSnapshots['load'] = (...given) => away.then(() => things.load(...given));
    const { list, idle, dropped } = inventoryOn({ ...things, load });
    for (let number = 0; number < 62; number++) list('ACTIVE');
    expect(dropped()).toBe(2);
    // Up to a total limit, these lists do not hold up other customers.
    for (let number = 0; number < 300; number++) list('ACTIVE', `cid_${number}`);
    expect(dropped()).toBe(2 + 60);
    release();
    await idle();
    list('ACTIVE');
    await idle();
    expect(dropped()).toBe(62);
  });

  it('reports a change with the next list if the store failed for the list that showed it', async () => {
    const { things, events } = await emptyThings();
    let isAway = false;
    const accept: ThingSnapshots['accept'] = async (...lists) => {
      if (isAway) throw new StoreUnavailableError(new Error('disk full'));
      return things.accept(...lists);
    };
    const { list, idle, dropped } = inventoryOn({ ...things, accept });
    list('ACTIVE');
    await idle();
    isAway = true;
    list('SUSPENDED');
    await idle();
    expect([dropped(), await events()]).toEqual([1, []]);
    isAway = false;
    list('SUSPENDED');
    await idle();
    expect(await events()).toMatchObject([{ kind: 'state', afterValue: 'SUSPENDED' }]);
  });
});

describe('F1: stored data about SIMs', () => {
  async function twoFixtures(environment: Readonly<Record<string, string>>) {
    const clock = manualClock();
    const { service, sims } = thingsService();
    const shared = sharedFile();
    const first = await createFixture({ clock, service, environment: shared });
    const cookie = await first.signIn();
    for (const State of ['ACTIVE', 'SUSPENDED']) {
      Object.assign(sims[0] ?? {}, { State });
      await first.pass(2 * minute);
      await first.send('GET', thingsPath, { cookie });
      await first.pass(0);
    }
    expect(await eventsOf(first, cookie)).toHaveLength(1);
    expect(await first.store.fleetRecords.contents()).toMatchObject([{ things: 3, events: 1 }]);
    const ofSecond = { ...shared, ...environment };
    const second = await createFixture({ clock, service, environment: ofSecond });
    return { first, second, cookie };
  }

  it('is hidden once the inventory is switched off, and erased within minutes', async () => {
    const { first, second, cookie } = await twoFixtures({ FLEET_MEMORY: 'off' });
    await first.loseStore();
    expect(await eventsOf(second, cookie)).toEqual([]);
    await second.pass(11 * minute);
    await second.send('GET', thingsPath, { cookie });
    await second.pass(minute);
    expect(await second.store.fleetRecords.contents()).toEqual([]);
  });

  it('is kept for FLEET_DAYS after the last list that showed the SIM', async () => {
    const { first, second } = await twoFixtures({ FLEET_DAYS: '2' });
    await first.loseStore();
    second.clock.skip(46 * hour);
    await second.pass(hour);
    expect(await second.store.fleetRecords.contents()).toMatchObject([{ things: 3, events: 1 }]);
    await second.pass(2 * hour);
    expect(await second.store.fleetRecords.contents()).toEqual([]);
  });

  it('contains no positions, although lists carry them', async () => {
    const { fixture, sims, list } = await signedIn();
    const location = { Latitude: 52.123456, Longitude: 13.654321, MCC: 262, MNC: 1 };
    Object.assign(sims[0] ?? {}, { LastLocation: { ...location, Timestamp: 1_760_000_000_000 } });
    await list();
    const known = await fixture.store.things.load('cid_test', iccids);
    expect(known.get(iccids[0])?.values.network).toBe('262-1');
    expect(JSON.stringify([...known])).not.toMatch(/52\.1|13\.6/);
  });
});

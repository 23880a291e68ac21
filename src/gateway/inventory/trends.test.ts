import { describe, expect, it } from 'vitest';

import { fleetTrends } from '#contract/inventory.ts';
import { signedIn } from '#testing/fixtures/inventoryFixture.ts';
import { connect, gatewayDatabase, engines, testTime } from '#testing/fixtures/testDatabases.ts';

import { migrateToLatest } from '../db/migrations.ts';
import { chooseScans, createTrends } from './trends.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Scans at these times after a start. */
const at = (...times: readonly number[]) => times.map((time) => ({ at: time }));
const every = (ms: number, count: number) => at(...Array.from({ length: count }, (_, n) => n * ms));

describe('W5: the scans of a trend', () => {
  it.each([
    ['every 2 minutes for an hour', every(2 * minute, 30), 30, 5 * minute],
    ['every 2 minutes for 30 days', every(2 * minute, 21_600), 120, 12 * hour],
    ['every hour for 30 days', every(hour, 720), 120, 12 * hour],
    ['every day', every(day, 30), 30, 60 * hour],
    ['by hand, once a week', every(7 * day, 4), 4, 60 * hour],
    ['one alone', every(hour, 1), 1, 0],
    ['none', [], 0, 0],
  ])('are chosen evenly: %s', (_, scans, most, gapMs) => {
    const chosen = chooseScans(scans, 0);
    expect(chosen.some.length).toBeGreaterThanOrEqual(most);
    expect(chosen.some.length).toBeLessThanOrEqual(most + 1);
    expect(chosen.some.at(-1)).toEqual(scans.at(-1));
    expect(chosen.gapMs / hour).toBeCloseTo(gapMs / hour, 1);
    const between = chosen.some
      .slice(1)
      .map((one, index) => one.at - (chosen.some[index]?.at ?? 0));
    const isConnected = between.every((ms) => ms <= chosen.gapMs);
    expect(isConnected).toBe(gapMs < 60 * hour || scans[1]?.at === day);
  });

  it('leave a gap where the watch paused, even if there are many', () => {
    const late = every(hour, 200).map((one) => ({ at: one.at + 20 * day }));
    const { some, gapMs } = chooseScans([...every(hour, 200), ...late], hour);
    const gaps = some.slice(1).filter((one, index) => one.at - (some[index]?.at ?? 0) > gapMs);
    expect(gaps).toHaveLength(1);
  });

  it('are not broken up by people who scan in between', () => {
    const byHand = every(minute, 40).map((one) => ({ at: one.at + hour }));
    const { some, gapMs } = chooseScans([...every(day, 10), ...byHand], day);
    expect(some).toHaveLength(50);
    expect(gapMs).toBe(60 * hour);
    expect(chooseScans([...every(day, 10), ...byHand], 0).gapMs).toBe(2.5 * minute);
  });
});

it.each(engines)(
  'W5: only complete scans of the customer and the last 30 days count, in %s',
  async (engine) => {
    const time = testTime();
    const database = connect(await gatewayDatabase(engine), time);
    await migrateToLatest(database);
    const scanned = (id: string, ago: number) => ({
      customerId: 'cid_1',
      username: 'anna',
      state: 'complete' as const,
      things: 3,
      counts: '{"blocked":2}',
      states: '{"ACTIVE":3}',
      id,
      startedAt: time.now() - ago - minute,
      endedAt: time.now() - ago,
    });
    const rows = [
      scanned('old', 31 * day),
      { ...scanned('without states', 2 * day), states: null },
      scanned('newest', day),
      { ...scanned('partial', hour), state: 'partial' as const },
      { ...scanned('not counted', hour), counts: null },
      { ...scanned('of another customer', hour), customerId: 'cid_2' },
    ];
    await database.run((db) => db.insertInto('fleetReadings').values(rows).execute());
    expect(await createTrends(database, { fleetMs: 90 * day }).read('cid_1', 0)).toEqual({
      points: [
        { at: time.now() - 2 * day, counts: { blocked: 2 }, states: {} },
        { at: time.now() - day, counts: { blocked: 2 }, states: { ACTIVE: 3 } },
      ],
      gapMs: 2.5 * day,
      from: time.now() - 30 * day,
      to: time.now(),
    });
    // A lowered limit takes effect before the rows are removed.
    expect((await createTrends(database, { fleetMs: day }).read('cid_1', 0)).points).toEqual([]);
  },
);

it('W5: GET /records/fleet/trends has the figures of each complete scan, and none with FLEET_MEMORY=off', async () => {
  const { begin, list, get, ended } = await signedIn();
  await list();
  const { id } = await begin();
  await list();
  await ended(id, { state: 'complete', things: 3 });
  const read = fleetTrends.parse(await (await get('/trends')).json());
  expect(read.points).toMatchObject([{ counts: { blocked: 0 }, states: { ACTIVE: 3 } }]);
  const off = await signedIn({ environment: { FLEET_MEMORY: 'off', SANDBOX_WATCH: 'false' } });
  await off.list();
  expect(fleetTrends.parse(await (await off.get('/trends')).json()).points).toEqual([]);
});

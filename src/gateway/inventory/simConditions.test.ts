import { describe, expect, it, onTestFinished } from 'vitest';

import { inventoryThings } from '#contract/inventoryThings.ts';
import { conditionsSearch, type SimCondition } from '#contract/simConditions.ts';
import { storeFreshSims } from '#testing/fixtures/alertsFixture.ts';
import { createFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';
import { connect, databaseUrl, gatewayDatabase, engines } from '#testing/fixtures/testDatabases.ts';
import { everyCondition, variedFleet } from '#testing/fixtures/variedFleet.ts';
import { fulfils, type SeenSim } from '#testing/models/simsOracle.ts';

import { nextSnapshot } from './nextSnapshot.ts';

/** A gateway with SIMs of every kind in its inventory, and a function that queries them. */
async function open(engine: (typeof engines)[number]) {
  const target = await gatewayDatabase(engine);
  const fixture = await createFixture({
    service: fakeService(() => Response.json([{ ThingsGroupId: 'g1' }])),
    environment: { DATABASE_URL: databaseUrl(target) },
  });
  onTestFinished(() => fixture.store.close());
  const { things, notes } = fixture.store;
  const cookie = await fixture.signIn();
  await fixture.send('GET', '/api/thingsgroup/listWithMeasures', { cookie });
  const now = fixture.clock.now();
  const fleet = variedFleet(now);
  const lists = fleet.flatMap(({ iccid, values, listedAt, earlier }) => {
    const last = { iccid, values, at: listedAt };
    if (!earlier) return [last];
    const before = { ...values, ...(earlier.imei !== undefined && { imei: earlier.imei }) };
    return [last, { iccid, values: before, at: earlier.listedAt }];
  });
  const times = [...new Set(lists.map(({ at }) => at))].toSorted((a, b) => a - b);
  for (const at of times) {
    const listed = lists.filter((one) => one.at === at);
    const iccids = listed.map(({ iccid }) => iccid);
    const known = await things.load('cid_test', iccids);
    const time = { askedAt: at - 1, answeredAt: at };
    const snapshots = listed.flatMap((sim) => nextSnapshot(sim, known.get(sim.iccid), time) ?? []);
    await things.accept({ customerId: 'cid_test', ...time, snapshots });
  }
  for (const { iccid, isNoted } of fleet) {
    const note = { iccid, text: 'Sent', revision: 0 };
    // Another customer's notes, and those about SIMs that no list has shown, are not found.
    const customerId = isNoted ? 'cid_test' : 'cid_other';
    await notes.save({ customerId, id: `note-${iccid}`, username: 'anna' }, note);
  }
  await storeFreshSims(connect(target), 'cid_test', fleet);
  async function found(...conditions: readonly SimCondition[]) {
    const path = `/records/fleet/things?${conditionsSearch(conditions)}&size=200`;
    const answer = await fixture.send('GET', path, { cookie });
    const { things: rows, count, leftOut } = inventoryThings.parse(await answer.json());
    expect(rows).toHaveLength(count);
    return { iccids: rows.map(({ iccid }) => iccid), leftOut };
  }
  const expected = (...conditions: readonly SimCondition[]) => {
    const answer = (sim: SeenSim) => fulfils(sim, conditions, now);
    return {
      iccids: fleet.filter((sim) => answer(sim) === true).map(({ iccid }) => iccid),
      leftOut: fleet.filter((sim) => answer(sim) === undefined).length,
    };
  };
  return { fleet, found, expected };
}

describe.each(engines)('conditions on SIMs in the inventory, in %s', (engine) => {
  it('F7: find exactly the SIMs that meet them, and count those about which too little is known', async () => {
    const { fleet, found, expected } = await open(engine);
    expect((await found()).iccids).toHaveLength(fleet.length);
    const telling: SimCondition[] = [];
    for (const { field, relation, conditions } of everyCondition(fleet)) {
      const tells: SimCondition[] = [];
      for (const condition of conditions) {
        const answer = await found(condition);
        expect([condition, answer]).toEqual([condition, expected(condition)]);
        const { length } = answer.iccids;
        if (length > 0 && length < fleet.length) tells.push(condition);
      }
      // A condition that always finds all SIMs or none would prove nothing.
      expect([field, relation, tells.length > 0]).toEqual([field, relation, true]);
      telling.push(...tells.slice(0, 1));
    }
    const pairs = telling.flatMap((one, index) => {
      const other = telling[(index * 7 + 11) % telling.length];
      return other ? [[one, other]] : [];
    });
    for (const pair of [...pairs, telling.slice(0, 20)]) {
      expect([pair, await found(...pair)]).toEqual([pair, expected(...pair)]);
    }
  });
});

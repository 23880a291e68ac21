import { describe, expect, it, onTestFinished } from 'vitest';

import { inventoryThings, inventoryThingsParameters } from '#contract/inventoryThings.ts';
import { applyEach } from '#lib/applyEach.ts';
import { createFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';
import { databaseUrl, emptyDatabase, engines } from '#testing/fixtures/testDatabases.ts';
import { largestModels, valuesOf, variedFleet } from '#testing/fixtures/variedFleet.ts';
import { modelOf, simsOracle } from '#testing/models/simsOracle.ts';

import { nextSnapshot } from './nextSnapshot.ts';

const { check: _, before: __, size: ___, ...conditions } = inventoryThingsParameters;

/** A gateway with SIMs of every kind in its inventory, and a function that queries them. */
async function open(engine: (typeof engines)[number]) {
  const fixture = await createFixture({
    service: fakeService(() => Response.json([{ ThingsGroupId: 'g1' }])),
    environment: { DATABASE_URL: databaseUrl(await emptyDatabase(engine)) },
  });
  onTestFinished(() => fixture.store.close());
  const cookie = await fixture.signIn();
  await fixture.send('GET', '/api/thingsgroup/listWithMeasures', { cookie });
  const now = fixture.clock.now();
  const fleet = variedFleet(now);
  const times = { askedAt: now - 1, answeredAt: now };
  await fixture.store.things.accept({
    customerId: 'cid_test',
    ...times,
    snapshots: fleet.flatMap((sim) => nextSnapshot(sim, undefined, times) ?? []),
  });
  const counts = Map.groupBy(fleet, ({ values }) => modelOf(values.imei));
  counts.delete(undefined);
  const largest = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  const beside = {
    now,
    largestModels: new Set(largest.slice(0, largestModels).flatMap(([model]) => model ?? [])),
  };
  async function found(filter: object) {
    const search = new URLSearchParams(
      Object.entries(filter).map(([name, value]) => [name, String(value)]),
    );
    const path = `/records/fleet/things?${search}&size=200`;
    const answer = await fixture.send('GET', path, { cookie });
    const { things, count } = inventoryThings.parse(await answer.json());
    expect(things).toHaveLength(count);
    return things.map(({ iccid }) => iccid);
  }
  const expected = (filter: object) =>
    fleet
      .filter((sim) => applyEach(simsOracle, filter, { ...sim, ...beside }).every(Boolean))
      .map(({ iccid }) => iccid);
  return { fleet, found, expected };
}

describe.each(engines)('each condition on SIMs in the inventory, in %s', (engine) => {
  it('finds exactly the SIMs that match, alone and combined', async () => {
    const { fleet, found, expected } = await open(engine);
    expect(await found({})).toHaveLength(fleet.length);
    const telling: object[] = [];
    for (const { name, isChoice, values } of valuesOf(conditions, fleet)) {
      const matching = values.filter((value) => expected({ [name]: value }).length > 0);
      const others = values.filter((value) => !matching.includes(value));
      const asked = isChoice ? values : [...matching.slice(0, 5), ...others.slice(0, 2)];
      const tells: boolean[] = [];
      for (const value of asked) {
        const filter = { [name]: value };
        const iccids = await found(filter);
        expect([filter, iccids]).toEqual([filter, expected(filter)]);
        tells.push(iccids.length > 0 && iccids.length < fleet.length);
      }
      // A condition that always finds all SIMs or none would prove nothing.
      expect([name, isChoice ? tells.every(Boolean) : tells.some(Boolean)]).toEqual([name, true]);
      telling.push({ [name]: asked[tells.indexOf(true)] });
    }
    for (const [index, one] of telling.entries()) {
      for (const other of telling.slice(index + 1)) {
        const filter = { ...one, ...other };
        expect([filter, await found(filter)]).toEqual([filter, expected(filter)]);
      }
    }
  });
});

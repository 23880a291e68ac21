import { expect } from 'vitest';

import type { FleetCheck } from '#contract/inventory.ts';
import { listEnd } from '#gateway/history/listedGroups.ts';
import { createFleetQueries } from '#gateway/inventory/inventoryQueries.ts';
import type { SimsQuery } from '#gateway/inventory/inventoryThings.ts';
import type { ListedThing } from '#gateway/inventory/listedThings.ts';
import { nextSnapshot } from '#gateway/inventory/nextSnapshot.ts';
import { createScans } from '#gateway/inventory/scans.ts';
import { createThingSnapshots } from '#gateway/inventory/thingSnapshots.ts';

import { type engines, twoGateways } from '../fixtures/testDatabases.ts';

type Engine = (typeof engines)[number];

const day = 24 * 3600_000;
const customerId = 'cid_1';
export const limits = { fleetMs: 90 * day, historyMs: 365 * day, maxPutMs: 75_000 };

type Values = ListedThing['values'];
/** A SIM with its listed values; its name is its ICCID. */
export type Listed = readonly [iccid: string, values: Values, cell?: string];

/** The inventory of two customers in one database, filled by lists as in a gateway. */
export async function openFleet(engine: Engine) {
  const { first, second, time } = await twoGateways(engine);
  const things = createThingSnapshots(first, limits);
  const scans = createScans(first, limits);
  const queries = createFleetQueries(first, scans, { history: limits, notes: { notesMs: 0 } });
  async function listFor(customer: string, ...listed: readonly Listed[]) {
    time.advance(60_000);
    const times = { askedAt: time.now() - 1000, answeredAt: time.now() };
    const known = await things.load(
      customer,
      listed.map(([iccid]) => iccid),
    );
    const news = listed.flatMap(
      ([iccid, values, cell]) =>
        nextSnapshot(
          { iccid, values, ...(cell !== undefined && { cell }) },
          known.get(iccid),
          times,
        ) ?? [],
    );
    await things.accept({ customerId: customer, ...times, snapshots: news });
  }
  const list = (...listed: readonly Listed[]) => listFor(customerId, ...listed);
  async function listGroups(groups: Readonly<Record<string, object>>) {
    time.advance(60_000);
    const rows = Object.entries({ ...groups, [listEnd.groupId]: {} }).map(([groupId, values]) => ({
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
            askedAt: ref('excluded.askedAt'),
            answeredAt: ref('excluded.answeredAt'),
            listedValues: ref('excluded.listedValues'),
          })),
        )
        .execute(),
    );
  }
  async function readFleet(...listed: readonly Listed[]) {
    time.advance(1);
    const { id, startedAt } = await scans.begin({ customerId, username: 'anna' });
    await list(...listed);
    time.advance(1);
    await scans.end({ customerId, id, state: 'complete', things: listed.length });
    return { id, startedAt, endedAt: time.now() };
  }
  const figures = async (customer = customerId) =>
    queries.figures(customer, await scans.known(customer));
  async function page(query: Partial<SimsQuery>, customer = customerId) {
    const { rows, ...rest } = await queries.page(customer, { size: 50, ...query });
    return { things: rows, ...rest };
  }
  /** The SIMs that a check finds, and the number of SIMs checked; the list and the figures agree. */
  async function found(check: FleetCheck) {
    const { things: some, count: all } = await page({ check });
    const counted = (await figures()).checks.get(check);
    expect(counted?.count).toBe(all);
    return { iccids: some.map(({ iccid }) => iccid), of: counted?.of };
  }
  return {
    first,
    second,
    time,
    scans,
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

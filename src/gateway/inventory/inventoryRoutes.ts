import {
  fleetEventsPath,
  fleetImpactPath,
  fleetPath,
  fleetThingsPath,
  type FleetTrends,
  trendsPath,
} from '#contract/inventory.ts';
import {
  type InventoryThings,
  inventoryThingsParameters,
  type ThingEventsPage,
  thingEventsParameters,
} from '#contract/inventoryThings.ts';
import { type LockImpact, lockImpactParameters } from '#contract/lockImpact.ts';
import { text } from '#contract/parameters.ts';

import type { Dependencies } from '../dependencies.ts';
import { badRequest } from '../http/gatewayError.ts';
import { cursorsOf, recordRoute, timeCursor, timeCursorsOf } from '../http/records.ts';
import { eventWithNames, summaryWithNames, thingWithNames } from '../names/withNames.ts';

const day = 24 * 60 * 60_000;
const defaultSize = 50;

const empty = { rows: [], count: 0, leftOut: 0, next: null, previous: null };
const noImpact = {
  sims: 0,
  size: null,
  seen: null,
  parts: { inside: 0, outside: 0, none: 0, malformed: 0, suspended: 0 },
};

/** The inventory endpoints, as described in src/contract/session.ts. */
export function createFleetRoutes(dependencies: Dependencies) {
  const { config, store, fleet, fleetSummary, names } = dependencies;
  const keptDays = config.inventory ? Math.round(config.fleetMs / day) : 0;
  const eventsParameters = { ...thingEventsParameters, before: timeCursor };
  return [
    recordRoute(dependencies, { path: fleetPath, parameters: {} }, async ({ customerId }) =>
      summaryWithNames(await fleetSummary.read(customerId), await names.book()),
    ),
    recordRoute(
      dependencies,
      { path: trendsPath, parameters: {} },
      async ({ customerId, signal }): Promise<FleetTrends> => {
        if (!config.inventory) return { points: [], gapMs: 0, from: 0, to: 0 };
        return store.trends.read(customerId, config.watch?.everyMs ?? 0, signal);
      },
    ),
    recordRoute(
      dependencies,
      { path: fleetEventsPath, parameters: eventsParameters },
      async ({ customerId, query: { before = null, size = defaultSize, ...filter }, signal }) => {
        // A page that has just read a list must get the changes in that list.
        await fleet.caughtUp(customerId);
        const asked = { filter: { ...filter, customerId }, before, size, signal };
        // Once the inventory is switched off, existing data is hidden, even before it is erased.
        const page = config.inventory ? await store.thingEvents.page(asked) : empty;
        const book = await names.book();
        return {
          events: page.rows.map((event) => eventWithNames(event, book)),
          ...timeCursorsOf(page),
          keptDays,
        } satisfies ThingEventsPage;
      },
    ),
    recordRoute(
      dependencies,
      { path: fleetThingsPath, parameters: inventoryThingsParameters },
      async ({ customerId, query, signal }) => {
        await fleet.caughtUp(customerId);
        const asked = { ...query, size: query.size ?? defaultSize };
        const page = config.inventory ? await store.fleet.page(customerId, asked, signal) : empty;
        const book = await names.book();
        return {
          things: page.rows.map((thing) => thingWithNames(thing, book)),
          count: page.count,
          leftOut: page.leftOut,
          ...cursorsOf(page, ({ iccid }) => iccid),
        } satisfies InventoryThings;
      },
    ),
    recordRoute(
      dependencies,
      { path: fleetImpactPath, parameters: lockImpactParameters },
      async ({ customerId, query: { groupId, prefix }, signal }): Promise<LockImpact> => {
        if (groupId === undefined || prefix === undefined) {
          throw badRequest('"groupId" and "prefix" are required.');
        }
        await fleet.caughtUp(customerId);
        const lock = { groupId, prefix };
        if (!config.inventory) return { keptDays, ...noImpact };
        return { keptDays, ...(await store.fleet.lockImpact(customerId, lock, signal)) };
      },
    ),
    recordRoute(
      dependencies,
      { path: `${fleetThingsPath}/:iccid` },
      async ({ customerId, part, signal }) => {
        await fleet.caughtUp(customerId);
        const iccid = text.parse(part('iccid') ?? '');
        if (!config.inventory || iccid === undefined) return null;
        return (await store.fleet.neighbours(customerId, iccid, signal)) ?? null;
      },
    ),
  ];
}

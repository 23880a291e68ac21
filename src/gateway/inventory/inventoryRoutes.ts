import {
  type InventoryThings,
  inventoryThingsParameters,
  type ThingEventsPage,
  thingEventsParameters,
} from '#contract/inventoryThings.ts';
import { text } from '#contract/parameters.ts';
import { fleetEventsPath, fleetPath, fleetThingsPath } from '#contract/session.ts';

import type { Dependencies } from '../dependencies.ts';
import { GatewayError } from '../http/gatewayError.ts';
import { cursorsOf, recordRoute, timeCursor, timeCursorsOf } from '../http/records.ts';
import { eventWithNames, summaryWithNames, thingWithNames } from '../names/withNames.ts';

const day = 24 * 60 * 60_000;
const defaultSize = 50;

const empty = { rows: [], count: 0, next: null, previous: null };

/** The inventory endpoints, as described in src/contract/session.ts. */
export function createFleetRoutes(dependencies: Dependencies) {
  const { config, store, fleet, fleetSummary, names } = dependencies;
  const eventsParameters = { ...thingEventsParameters, before: timeCursor };
  return [
    recordRoute(dependencies, { path: fleetPath, parameters: {} }, async ({ customerId }) =>
      summaryWithNames(await fleetSummary.read(customerId), await names.book()),
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
          keptDays: config.inventory ? Math.round(config.fleetMs / day) : 0,
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
          ...cursorsOf(page, ({ iccid }) => iccid),
        } satisfies InventoryThings;
      },
    ),
    recordRoute(
      dependencies,
      { path: `${fleetThingsPath}/:iccid` },
      async ({ customerId, part, signal }) => {
        await fleet.caughtUp(customerId);
        const iccid = text.parse(part('iccid') ?? '');
        const known =
          config.inventory && iccid !== undefined
            ? await store.fleet.neighbours(customerId, iccid, signal)
            : undefined;
        if (known) return known;
        throw new GatewayError('not_remembered', {
          message: 'This SIM has not appeared in a list yet.',
        });
      },
    ),
  ];
}

import { thingEventsParameters, type ThingEventsPage } from '#contract/inventoryThings.ts';
import { fleetEventsPath } from '#contract/session.ts';

import type { Dependencies } from '../dependencies.ts';
import { recordRoute, timeCursor, timeCursorsOf } from '../http/records.ts';

const day = 24 * 60 * 60_000;
const defaultSize = 50;

const empty = { rows: [], next: null, previous: null };

/** `GET /records/fleet/events`, as described in src/contract/inventoryThings.ts. */
export function createEventsRoute(dependencies: Dependencies) {
  const { config, fleet, thingEvents } = dependencies;
  const parameters = { ...thingEventsParameters, before: timeCursor };
  return recordRoute(
    dependencies,
    { path: fleetEventsPath, parameters },
    async ({ customerId, query: { before = null, size = defaultSize, ...filter }, signal }) => {
      // A page that has just read a list gets the changes in that list.
      await fleet.caughtUp(customerId);
      // After it is switched off, earlier data is not shown, even before it is erased.
      const page = config.inventory
        ? await thingEvents.page({ filter: { ...filter, customerId }, before, size, signal })
        : empty;
      return {
        events: [...page.rows],
        ...timeCursorsOf(page),
        keptDays: config.inventory ? Math.round(config.fleetMs / day) : 0,
      } satisfies ThingEventsPage;
    },
  );
}

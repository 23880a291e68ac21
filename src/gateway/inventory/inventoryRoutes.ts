import { inventoryThingsParameters, type InventoryThings } from '#contract/inventoryThings.ts';
import { text } from '#contract/parameters.ts';
import { fleetPath, fleetThingsPath } from '#contract/session.ts';

import type { Dependencies } from '../dependencies.ts';
import { GatewayError } from '../http/gatewayError.ts';
import { cursorsOf, recordRoute } from '../http/records.ts';

const defaultSize = 50;

const empty = { rows: [], count: 0, next: null, previous: null };

/** The inventory's calls, as described in src/contract/session.ts. */
export function createFleetRoutes(dependencies: Dependencies) {
  const { config, fleet, fleetSummary, fleetQueries } = dependencies;
  return [
    recordRoute(dependencies, { path: fleetPath, parameters: {} }, ({ customerId }) =>
      fleetSummary.read(customerId),
    ),
    recordRoute(
      dependencies,
      { path: fleetThingsPath, parameters: inventoryThingsParameters },
      async ({ customerId, query, signal }) => {
        await fleet.caughtUp(customerId);
        const asked = { ...query, size: query.size ?? defaultSize };
        const page = config.inventory ? await fleetQueries.page(customerId, asked, signal) : empty;
        return {
          things: [...page.rows],
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
            ? await fleetQueries.neighbours(customerId, iccid, signal)
            : undefined;
        if (known) return known;
        throw new GatewayError('not_remembered', { message: 'No list has shown this SIM yet.' });
      },
    ),
  ];
}

import { fleetScanEnd, scansPath } from '#contract/inventory.ts';
import { text } from '#contract/parameters.ts';

import type { Dependencies } from '../dependencies.ts';
import { badRequest, GatewayError } from '../http/gatewayError.ts';
import { createPersonLimit } from '../http/personLimit.ts';
import { readUpdate, type RecordRoute } from '../http/records.ts';

/** Scans of a whole fleet (F4): a page reads all Things, and calls these routes when it starts and when it ends. */
export function createScanRoutes(dependencies: Dependencies): readonly RecordRoute[] {
  const { config, clock } = dependencies;
  const { scans } = dependencies.store;
  // Each start causes every list to be written once more.
  const limitBegins = createPersonLimit(clock, 10, 'started too many scans of the fleet');
  // Each end counts the fleet's SIMs, up to five times.
  const limitEnds = createPersonLimit(clock, 10, 'ended too many scans of the fleet');
  return [
    {
      method: 'POST',
      path: scansPath,
      async answer(context, customerId) {
        if (!config.inventory) {
          throw new GatewayError('not_remembered', {
            message:
              'This console keeps no inventory of SIMs (FLEET_MEMORY=off), so it has no scans.',
          });
        }
        const { username } = context.get('session');
        limitBegins(JSON.stringify([customerId, username]));
        return context.json(await scans.begin({ customerId, username }), 201);
      },
    },
    {
      method: 'PUT',
      path: `${scansPath}/:id`,
      async answer(context, customerId) {
        const { username } = context.get('session');
        limitEnds(JSON.stringify([customerId, username]));
        const body = fleetScanEnd.safeParse(await readUpdate(dependencies, context));
        if (!body.success || body.data.things < 0) {
          throw badRequest(
            'The body needs "state" (complete, partial or stopped) and "things" (a count).',
          );
        }
        const id = text.parse(context.req.param('id') ?? '');
        const scan = id === undefined ? undefined : await scans.find(customerId, id);
        // The scan's id is in every user's summary, but only the scanning page knows which rows it has read.
        if (scan?.username !== username) {
          throw new GatewayError('not_remembered', { message: 'You did not start this scan.' });
        }
        await dependencies.endScan(customerId, scan, body.data);
        return context.json(await scans.find(customerId, scan.id));
      },
    },
  ];
}

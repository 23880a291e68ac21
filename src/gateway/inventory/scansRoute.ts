import { type FleetScan, fleetScanEnd, type FleetScanEnd } from '#contract/inventory.ts';
import { text } from '#contract/parameters.ts';
import { scansPath } from '#contract/session.ts';
import { sleep } from '#lib/clock.ts';

import type { Dependencies } from '../dependencies.ts';
import { GatewayError } from '../http/gatewayError.ts';
import { readJson } from '../http/limitedBody.ts';
import { createPersonLimit } from '../http/personLimit.ts';
import type { RecordRoute } from '../http/records.ts';

/** The end of a scan waits for lists that other gateways have forwarded but not stored yet. */
const maxChecks = 5;
const checkEveryMs = 1000;

/** Scans of a whole fleet (F4): a page reads all Things, and calls these routes when it starts and when it ends. */
export function createScanRoutes(dependencies: Dependencies): readonly RecordRoute[] {
  const { config, clock } = dependencies;
  const { scans } = dependencies.store;
  // Each start causes every list to be written once more.
  const limitBegins = createPersonLimit(clock, 10, 'started too many scans of the fleet');
  const end = createEnd(dependencies);
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
        const body = fleetScanEnd.safeParse(await readJson(context.req));
        if (!body.success || body.data.things < 0) {
          throw new GatewayError('bad_request', {
            message:
              'The body needs "state" (complete, partial or stopped) and "things" (a count).',
          });
        }
        const id = text.parse(context.req.param('id') ?? '');
        const scan = id === undefined ? undefined : await scans.find(customerId, id);
        // The scan's id is in every user's summary, but only the scanning page knows which rows it has read.
        if (scan?.username !== context.get('session').username) {
          throw new GatewayError('not_remembered', {
            message: 'You did not start this scan.',
          });
        }
        await end(customerId, scan, body.data);
        return context.json(await scans.find(customerId, scan.id));
      },
    },
  ];
}

function createEnd({ clock, fleet, store, fleetSummary }: Dependencies) {
  const { scans } = store;

  /** The result of the pages seen; waits until they form the whole list and are stored, or no more are expected. */
  async function covered(customerId: string, { id, startedAt }: FleetScan, waits: boolean) {
    await fleet.caughtUp(customerId);
    for (let check = 1; ; check++) {
      // oxlint-disable-next-line no-await-in-loop -- checks again after a while
      const { things, isWhole } = await scans.coverage(id);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const shown = await scans.shownSince(customerId, startedAt);
      const isComplete = isWhole && shown >= things;
      if (isComplete || !waits || check === maxChecks) return { things, shown, isComplete };
      // oxlint-disable-next-line no-await-in-loop -- as above
      await sleep(clock, checkEveryMs);
    }
  }

  /**
   * A scan is complete only if the pages that gateways have seen form the whole list and are all stored: any SIM not
   * shown then counts as not found. The browser's own report can only downgrade the result. A service that lists
   * nothing at all does not prove that every SIM was removed.
   */
  return async (
    customerId: string,
    scan: FleetScan,
    { state, things: claimed }: FleetScanEnd,
  ): Promise<void> => {
    const { id } = scan;
    if (scan.state === 'running') {
      const seen = await covered(customerId, scan, state === 'complete');
      const isComplete = seen.isComplete && claimed <= seen.things;
      await scans.end({
        customerId,
        id,
        state: state === 'complete' && !isComplete ? 'partial' : state,
        things: Math.min(seen.shown, seen.things),
      });
    }
    // Written after the scan's end, which determines the SIMs not found; repeated if a gateway died in between.
    if (await scans.lacksCounts(customerId, id)) {
      await scans.keepCounts(customerId, id, await fleetSummary.counts(customerId));
    }
  };
}

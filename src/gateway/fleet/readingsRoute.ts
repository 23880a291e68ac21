import { Hono } from 'hono';

import { type FleetReading, readingEnd, type ReadingEnd } from '#contract/fleet.ts';
import { fleetReadingsPath } from '#contract/session.ts';
import { sleep } from '#lib/clock.ts';

import type { Env } from '../context.ts';
import type { Dependencies } from '../dependencies.ts';
import { GatewayError, methodNotAllowed } from '../gatewayError.ts';
import { readJson } from '../limitedBody.ts';
import { provenCustomer } from '../records.ts';
import { loadSession, requireSession } from '../sessions/loadSession.ts';

export const fleetReadingPath = `${fleetReadingsPath}/:id`;

/** Lists that other gateways have passed on may still wait to be remembered there. */
const maxChecks = 5;
const checkEveryMs = 1000;

/** Readings of a whole fleet (F4): a page scans all Things, and says here when it begins and how it ended. */
export function createReadingsRoute(dependencies: Dependencies): Hono<Env> {
  const { config, fleetReadings } = dependencies;
  const load = loadSession(dependencies);
  const end = createEnd(dependencies);
  const routes = new Hono<Env>();

  routes.post(fleetReadingsPath, load, requireSession, async (context) => {
    const session = context.get('session');
    const customerId = provenCustomer(session);
    if (!config.fleetMemory) {
      throw new GatewayError('not_remembered', {
        message:
          'This console remembers nothing of SIMs (FLEET_MEMORY=off), so there is no reading.',
      });
    }
    const reading = await fleetReadings.begin({ customerId, username: session.username });
    return context.json(reading, 201);
  });

  routes.put(fleetReadingPath, load, requireSession, async (context) => {
    const session = context.get('session');
    const customerId = provenCustomer(session);
    const body = readingEnd.safeParse(await readJson(context.req));
    if (!body.success || body.data.things < 0) {
      throw new GatewayError('bad_request', {
        message: 'The body needs "state" (complete, partial or stopped) and "things" (a count).',
      });
    }
    const reading = await fleetReadings.find(customerId, context.req.param('id'));
    // Its id is in everybody's summary, and only the page that reads knows what it has seen.
    if (reading?.username !== session.username) {
      throw new GatewayError('not_remembered', { message: 'You have not started this reading.' });
    }
    await end(customerId, reading, body.data);
    return context.json(await fleetReadings.find(customerId, reading.id));
  });

  for (const [path, allow] of [
    [fleetReadingsPath, 'POST'],
    [fleetReadingPath, 'PUT'],
  ] as const) {
    routes.all(path, () => {
      throw methodNotAllowed(allow);
    });
  }
  return routes;
}

function createEnd({ clock, fleet, fleetReadings, fleetSummary }: Dependencies) {
  /** Counts SIMs that lists have shown since a reading began, until there are as many, or no more come. */
  async function countShown(customerId: string, since: number, expected: number): Promise<number> {
    await fleet.caughtUp(customerId);
    for (let check = 1; ; check++) {
      // oxlint-disable-next-line no-await-in-loop -- looks again after a while
      const shown = await fleetReadings.shownSince(customerId, since);
      if (shown >= expected || check === maxChecks) return shown;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await sleep(clock, checkEveryMs);
    }
  }

  /**
   * A reading is complete only where the page has seen every row and all of them are remembered: whatever it did not
   * show counts as not found from then on. A list may have been dropped, or the store been away. That the service
   * lists nothing at all is no proof that every SIM is gone.
   */
  return async (
    customerId: string,
    { id, startedAt, state: known }: FleetReading,
    { state, things }: ReadingEnd,
  ): Promise<void> => {
    if (known === 'running') {
      const isComplete = state === 'complete';
      const shown = await countShown(customerId, startedAt, isComplete ? things : 0);
      await fleetReadings.end({
        customerId,
        id,
        state: isComplete && (things === 0 || shown < things) ? 'partial' : state,
        things: Math.min(shown, things),
      });
    }
    // After the end, which says what is not found; again where a gateway died between the two.
    if (await fleetReadings.lacksCounts(customerId, id)) {
      await fleetReadings.keepCounts(customerId, id, await fleetSummary.counts(customerId));
    }
  };
}

import { type FleetReading, readingEnd, type ReadingEnd } from '#contract/inventory.ts';
import { text } from '#contract/parameters.ts';
import { fleetReadingsPath } from '#contract/session.ts';
import { sleep } from '#lib/clock.ts';

import type { Dependencies } from '../dependencies.ts';
import { GatewayError } from '../http/gatewayError.ts';
import { readJson } from '../http/limitedBody.ts';
import { createPersonLimit } from '../http/personLimit.ts';
import type { RecordRoute } from '../http/records.ts';

/** Lists that other gateways have passed on may still wait to be remembered there. */
const maxChecks = 5;
const checkEveryMs = 1000;

/** Readings of a whole fleet (F4): a page scans all Things, and says here when it begins and how it ended. */
export function createReadingsRoutes(dependencies: Dependencies): readonly RecordRoute[] {
  const { config, clock, fleetReadings } = dependencies;
  // Each makes every list be written once more.
  const limitBegins = createPersonLimit(clock, 10, 'begun too many readings of the fleet');
  const end = createEnd(dependencies);
  return [
    {
      method: 'POST',
      path: fleetReadingsPath,
      async answer(context, customerId) {
        if (!config.fleetMemory) {
          throw new GatewayError('not_remembered', {
            message:
              'This console remembers nothing of SIMs (FLEET_MEMORY=off), so there is no reading.',
          });
        }
        const { username } = context.get('session');
        limitBegins(JSON.stringify([customerId, username]));
        return context.json(await fleetReadings.begin({ customerId, username }), 201);
      },
    },
    {
      method: 'PUT',
      path: `${fleetReadingsPath}/:id`,
      async answer(context, customerId) {
        const body = readingEnd.safeParse(await readJson(context.req));
        if (!body.success || body.data.things < 0) {
          throw new GatewayError('bad_request', {
            message:
              'The body needs "state" (complete, partial or stopped) and "things" (a count).',
          });
        }
        const id = text.parse(context.req.param('id') ?? '');
        const reading = id === undefined ? undefined : await fleetReadings.find(customerId, id);
        // Its id is in everybody's summary, and only the page that reads knows what it has seen.
        if (reading?.username !== context.get('session').username) {
          throw new GatewayError('not_remembered', {
            message: 'You have not started this reading.',
          });
        }
        await end(customerId, reading, body.data);
        return context.json(await fleetReadings.find(customerId, reading.id));
      },
    },
  ];
}

function createEnd({ clock, fleet, fleetReadings, fleetSummary }: Dependencies) {
  /** What the pages that have passed show, once they are the whole list and remembered, or when no more come. */
  async function covered(customerId: string, { id, startedAt }: FleetReading, waits: boolean) {
    await fleet.caughtUp(customerId);
    for (let check = 1; ; check++) {
      // oxlint-disable-next-line no-await-in-loop -- looks again after a while
      const { things, isWhole } = await fleetReadings.coverage(id);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const shown = await fleetReadings.shownSince(customerId, startedAt);
      const isComplete = isWhole && shown >= things;
      if (isComplete || !waits || check === maxChecks) return { things, shown, isComplete };
      // oxlint-disable-next-line no-await-in-loop -- as above
      await sleep(clock, checkEveryMs);
    }
  }

  /**
   * A reading is complete only where the pages that have passed here are the whole list, and all of them are
   * remembered: whatever it did not show counts as not found from then on. What the page says can only take from that.
   * That the service lists nothing at all is no proof that every SIM is gone.
   */
  return async (
    customerId: string,
    reading: FleetReading,
    { state, things: claimed }: ReadingEnd,
  ): Promise<void> => {
    const { id } = reading;
    if (reading.state === 'running') {
      const seen = await covered(customerId, reading, state === 'complete');
      const isComplete = seen.isComplete && claimed <= seen.things;
      await fleetReadings.end({
        customerId,
        id,
        state: state === 'complete' && !isComplete ? 'partial' : state,
        things: Math.min(seen.shown, seen.things),
      });
    }
    // After the end, which says what is not found; again where a gateway died between the two.
    if (await fleetReadings.lacksCounts(customerId, id)) {
      await fleetReadings.keepCounts(customerId, id, await fleetSummary.counts(customerId));
    }
  };
}

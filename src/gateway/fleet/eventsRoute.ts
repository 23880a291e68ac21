import { Hono } from 'hono';

import { thingEventKinds, type ThingEventsPage } from '#contract/fleetThings.ts';
import { fleetEventsPath } from '#contract/session.ts';

import type { Env } from '../context.ts';
import type { Dependencies } from '../dependencies.ts';
import { methodNotAllowed } from '../gatewayError.ts';
import { oneOf, readParameters, textParameter, timeParameter } from '../queryParameters.ts';
import { answerInTurn, provenCustomer, readTimePage, timeCursorsOf } from '../records.ts';
import { loadSession, requireSession } from '../sessions/loadSession.ts';
import type { ThingEventsOptions } from '../store/thingEvents.ts';

const day = 24 * 60 * 60_000;
const defaultSize = 50;

const empty = { rows: [], next: null, previous: null };

/** `GET /records/fleet/events`, as src/contract/fleetThings.ts describes it. */
export function createEventsRoute(dependencies: Dependencies): Hono<Env> {
  const { config, fleet, thingEvents } = dependencies;
  const routes = new Hono<Env>();

  routes.get(fleetEventsPath, loadSession(dependencies), requireSession, async (context) => {
    provenCustomer(context.get('session'));
    const { before, size, ...filter } = readQuery(new URL(context.req.url).searchParams);
    return answerInTurn(dependencies, context, async ({ customerId, signal }) => {
      // A page that has just read a list finds what that list showed.
      await fleet.caughtUp(customerId);
      // What was remembered before it was switched off is shown no more, also until it is erased.
      const page = config.fleetMemory
        ? await thingEvents.page({ filter: { ...filter, customerId }, before, size, signal })
        : empty;
      return {
        events: [...page.rows],
        ...timeCursorsOf(page),
        keptDays: config.fleetMemory ? Math.round(config.fleetMs / day) : 0,
      } satisfies ThingEventsPage;
    });
  });
  routes.all(fleetEventsPath, () => {
    throw methodNotAllowed('GET');
  });
  return routes;
}

const parameters = ['kind', 'iccid', 'from', 'to', 'before', 'size'] as const;

type Query = Omit<ThingEventsOptions['filter'], 'customerId'> &
  Pick<ThingEventsOptions, 'before' | 'size'>;

function readQuery(query: URLSearchParams): Query {
  const read = readParameters(query, parameters);
  const kind = read('kind', oneOf(thingEventKinds));
  const iccid = read('iccid', textParameter);
  const from = read('from', timeParameter);
  const to = read('to', timeParameter);
  return {
    ...(kind !== undefined && { kind }),
    ...(iccid !== undefined && { iccid }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...readTimePage(read, defaultSize),
  };
}

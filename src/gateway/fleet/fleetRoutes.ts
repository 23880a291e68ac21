import { Hono } from 'hono';

import { fleetChecks } from '#contract/fleet.ts';
import { rememberedDevices, type RememberedThings } from '#contract/fleetThings.ts';
import { fleetPath, fleetThingsPath } from '#contract/session.ts';

import type { Env } from '../context.ts';
import type { Dependencies } from '../dependencies.ts';
import { GatewayError, methodNotAllowed } from '../gatewayError.ts';
import {
  cursorParameter,
  numberParameter,
  oneOf,
  readParameters,
  textParameter,
} from '../queryParameters.ts';
import { answerInTurn, cursorsOf, maxPageSize, provenCustomer } from '../records.ts';
import { loadSession, requireSession } from '../sessions/loadSession.ts';
import type { ThingsQuery } from '../store/rememberedThings.ts';

export const fleetThingPath = `${fleetThingsPath}/:iccid`;

const defaultSize = 50;
const maxDays = 3650;

const empty = { rows: [], count: 0, next: null, previous: null };

/** What the memory answers of SIMs, as src/contract/session.ts describes it. */
export function createFleetRoutes(dependencies: Dependencies): Hono<Env> {
  const { config, fleet, fleetSummary, fleetQueries } = dependencies;
  const load = loadSession(dependencies);
  const routes = new Hono<Env>();

  routes.get(fleetPath, load, requireSession, async (context) => {
    provenCustomer(context.get('session'));
    readParameters(new URL(context.req.url).searchParams, []);
    return answerInTurn(dependencies, context, ({ customerId }) => fleetSummary.read(customerId));
  });

  routes.get(fleetThingsPath, load, requireSession, async (context) => {
    provenCustomer(context.get('session'));
    const query = readQuery(new URL(context.req.url).searchParams);
    return answerInTurn(dependencies, context, async ({ customerId, signal }) => {
      await fleet.caughtUp(customerId);
      const page = config.fleetMemory ? await fleetQueries.page(customerId, query, signal) : empty;
      return {
        things: [...page.rows],
        count: page.count,
        ...cursorsOf(page, ({ iccid }) => iccid),
      } satisfies RememberedThings;
    });
  });

  routes.get(fleetThingPath, load, requireSession, async (context) => {
    const iccid = textParameter.parse(context.req.param('iccid'));
    return answerInTurn(dependencies, context, async ({ customerId, signal }) => {
      await fleet.caughtUp(customerId);
      const known =
        config.fleetMemory && iccid !== undefined
          ? await fleetQueries.neighbours(customerId, iccid, signal)
          : undefined;
      if (!known) {
        throw new GatewayError('not_remembered', { message: 'No list has shown this SIM yet.' });
      }
      return known;
    });
  });

  for (const path of [fleetPath, fleetThingsPath, fleetThingPath]) {
    routes.all(path, () => {
      throw methodNotAllowed('GET');
    });
  }
  return routes;
}

const parameters = [
  'check',
  'groupId',
  'state',
  'tac',
  'network',
  'device',
  'silentDays',
  'heardDays',
  'location',
  'iccid',
  'before',
  'size',
] as const;

/** The page behind this ICCID. */
const iccidCursor = cursorParameter(textParameter.parse);

/** @throws {GatewayError} `bad_request` that names the first parameter that is wrong */
function readQuery(search: URLSearchParams): ThingsQuery {
  const read = readParameters(search, parameters);
  /** Here an empty text means "none" of what a picture shows. */
  const part = (name: 'groupId' | 'state' | 'tac' | 'network') =>
    search.get(name) === '' ? '' : read(name, textParameter);
  return {
    check: read('check', oneOf(fleetChecks)),
    groupId: part('groupId'),
    state: part('state'),
    tac: part('tac'),
    network: part('network'),
    device: read('device', oneOf(rememberedDevices)),
    silentDays: read('silentDays', numberParameter(0, maxDays)),
    heardDays: read('heardDays', numberParameter(0, maxDays)),
    location: read('location', oneOf(['none'])),
    iccid: read('iccid', textParameter),
    before: read('before', iccidCursor),
    size: read('size', numberParameter(1, maxPageSize)) ?? defaultSize,
  };
}

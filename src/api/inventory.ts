import * as z from 'zod/mini';

import {
  fleetCheckResult,
  fleetEventsPath,
  fleetImpactPath,
  fleetPath,
  fleetScan,
  fleetSummary,
  fleetThingsPath,
  fleetTrends,
  scansPath,
  trendPoint,
  trendsPath,
  type FleetCheckResult,
  type FleetSummary,
  type FleetScanEnd,
  type FleetTrends,
  type TrendPoint,
} from '#contract/inventory.ts';
import {
  inventoryNeighbours,
  inventoryThings,
  inventoryThingsParameters,
  thingEvent,
  thingEventsPage,
  thingEventsParameters,
  type InventoryThings,
  type InventoryThingsQuery,
  type ThingEvent,
  type ThingEventsPage,
  type ThingEventsQuery,
} from '#contract/inventoryThings.ts';
import { lockImpact, lockImpactParameters } from '#contract/lockImpact.ts';

import type { HttpRequest } from './http.ts';
import {
  confirmedRead,
  itemOf,
  ofGateway,
  type Readable,
  readable,
  type RecordsApi,
  type Schema,
  searchOf,
  sendForRecords,
} from './records.ts';

export {
  fleetChecks,
  maxListed,
  type FleetCheck,
  type FleetCheckResult,
  type FleetScan,
  type FleetSummary,
  type FleetTrends,
  type TrendPoint,
  type WatchProblem,
  type WatchStanding,
} from '#contract/inventory.ts';
export {
  inventoryThingsParameters,
  thingEventsParameters,
  type InventoryNeighbours,
  type ThingEvent,
  type ThingEventsQuery,
} from '#contract/inventoryThings.ts';

export {
  conditionsSearch,
  maxConditions,
  readCondition,
  relationsOf,
  simCondition,
  simFieldNames,
  valuesOf,
  writeCondition,
  type SimCondition,
  type SimFieldName,
  type SimRelation,
} from '#contract/simConditions.ts';

/** A SIM in an inventory list, with the details of the check. */
export type ListedThing = InventoryThings['things'][number];

export type InventoryList = Readable<InventoryThings>;
export type EventsList = Readable<ThingEventsPage>;

export type FleetApi = ReturnType<typeof createFleetApi>;

const summaryFrame = z.extend(fleetSummary, { checks: z.array(z.unknown()) });
const thingsFrame = z.extend(inventoryThings, { things: z.array(z.unknown()) });
const listedThing = inventoryThings.shape.things.def.element;
const trendsFrame = z.extend(fleetTrends, { points: z.array(z.unknown()) });
const eventsFrame = z.extend(thingEventsPage, { events: z.array(z.unknown()) });

/** Undefined with static hosting, which has no inventory. */
export const fleetApi = ofGateway(createFleetApi);

/**
 * The gateway's inventory of SIMs, built from the lists that pass through it. Nothing here requests SIMs from the
 * service; a session whose customer id is not confirmed yet reads the Thing Groups first.
 *
 * Every method throws an ApiError, `malformed` if the response cannot be read at all.
 */
function createFleetApi(api: RecordsApi) {
  const send = <T>(request: HttpRequest, schema: Schema<T>) => sendForRecords(api, request, schema);
  const get = <T>(request: Omit<HttpRequest, 'method'>, schema: Schema<T>, signal: AbortSignal) =>
    confirmedRead(api, () => send({ method: 'GET', signal, ...request }, schema), signal);

  return {
    async summary(signal: AbortSignal): Promise<FleetSummary> {
      const { checks, ...figures } = await get({ route: fleetPath }, summaryFrame, signal);
      // This page has no wording for an unknown check.
      return { ...figures, checks: readable<FleetCheckResult>(checks, fleetCheckResult) };
    },
    async trends(signal: AbortSignal): Promise<FleetTrends> {
      const { points, ...frame } = await get({ route: trendsPath }, trendsFrame, signal);
      return { ...frame, points: readable<TrendPoint>(points, trendPoint) };
    },
    async things(query: InventoryThingsQuery, signal: AbortSignal): Promise<InventoryList> {
      const call = { route: fleetThingsPath, query: searchOf(inventoryThingsParameters, query) };
      const { things: rows, ...page } = await get(call, thingsFrame, signal);
      const things = readable<ListedThing>(rows, listedThing);
      return { ...page, things, unreadable: rows.length - things.length };
    },
    /** @returns null if no list has shown the SIM */
    thing: (iccid: string, signal: AbortSignal) =>
      get(itemOf(fleetThingsPath, iccid), z.nullable(inventoryNeighbours), signal),
    /** Counts how locking a group would affect its SIMs. */
    lockImpact(lock: { readonly groupId: string; readonly prefix: string }, signal: AbortSignal) {
      const query = searchOf(lockImpactParameters, lock);
      return get({ route: fleetImpactPath, query }, lockImpact, signal);
    },
    async events(query: ThingEventsQuery, signal: AbortSignal): Promise<EventsList> {
      const call = { route: fleetEventsPath, query: searchOf(thingEventsParameters, query) };
      const { events: rows, ...page } = await get(call, eventsFrame, signal);
      const events = readable<ThingEvent>(rows, thingEvent);
      return { ...page, events, unreadable: rows.length - events.length };
    },
    /** Notifies the gateway of a scan of the whole fleet, before its first list is requested. */
    beginScan: (signal: AbortSignal) =>
      confirmedRead(
        api,
        () => send({ method: 'POST', route: scansPath, signal }, fleetScan),
        signal,
      ),
    /** Reports how the scan ended; not cancelled when its page closes. */
    endScan: (id: string, end: FleetScanEnd) =>
      send({ method: 'PUT', ...itemOf(scansPath, id), body: end }, fleetScan),
  };
}

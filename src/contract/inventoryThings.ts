import * as z from 'zod/mini';

import { fleetChecks } from './inventory.ts';
import { oneOf, pageParameters, type QueryOf, text, time } from './parameters.ts';
import { whereParameter } from './simConditions.ts';

/**
 * Possible differences between two snapshots of a SIM. A device is identified by TAC and serial number, its model by
 * the TAC (3GPP TS 23.003, 6.2); `first-imei` is the first device after snapshots without one.
 */
export const thingEventKinds = [
  'first-imei',
  'other-device',
  'other-model',
  'imei-gone',
  'imsi',
  'group',
  'state',
  'blocks',
] as const;
export type ThingEventKind = (typeof thingEventKinds)[number];

/** A SIM's listed values (API document 2.4), without coordinates. A missing field carries no information. */
export const thingValues = z.object({
  name: z.optional(z.string()),
  groupId: z.optional(z.string()),
  groupName: z.optional(z.string()),
  state: z.optional(z.string()),
  /** Names of the block flags that are set, sorted; only if every flag was reported. */
  blocks: z.optional(z.readonly(z.array(z.string()))),
  /** Digits as reported; empty if the service reported none, or only zeros. */
  imei: z.optional(z.string()),
  imsi: z.optional(z.string()),
  /** Amount of usage; the API document does not specify a unit. */
  data: z.optional(z.number()),
  /** When the network last saw the SIM, in milliseconds since the Unix epoch. */
  locatedAt: z.optional(z.number()),
  /** Country and network code of that location, such as `262-01`. */
  network: z.optional(z.string()),
});
export type ThingValues = z.infer<typeof thingValues>;

/** A SIM in the inventory. */
export const inventoryThing = z.object({
  iccid: z.string(),
  values: thingValues,
  firstSeenAt: z.number(),
  /** When the last list that showed it was received. */
  seenAt: z.number(),
  /** The time since which `Data` has had its current value; null if it was never reported. */
  dataSince: z.nullable(z.number()),
  /** The last reported device, if none is reported now. */
  lastImei: z.nullable(z.string()),
  /** End of the first complete scan that did not show it; null while it is found. */
  notFoundSince: z.nullable(z.number()),
});
export type InventoryThing = z.infer<typeof inventoryThing>;

/** Parameters of `GET /records/fleet/things`, all optional. */
export const inventoryThingsParameters = {
  check: oneOf(fleetChecks),
  where: whereParameter,
  /** This SIM, even if it is no longer found: pages of version 1.0.0 count it. */
  iccid: text,
  /** 50 SIMs by default; a cursor is the ICCID after which the page starts. */
  ...pageParameters,
};
export type InventoryThingsQuery = QueryOf<typeof inventoryThingsParameters>;

/** Response to `GET /records/fleet/things`, sorted by ICCID. */
export const inventoryThings = z.object({
  things: z.array(
    z.extend(inventoryThing, {
      /** For `outside-lock`: the lock shown by a list, and when. */
      lock: z.optional(z.object({ prefix: z.string(), seenAt: z.number() })),
      /** For `other-device`: the value replaced by the newest change, and when; null if no longer kept. */
      deviceChange: z.optional(
        z.object({ before: z.nullable(z.string()), since: z.nullable(z.number()), at: z.number() }),
      ),
      /** For `shared-imei`: how many other SIMs report the device. */
      alsoOn: z.optional(z.int()),
      /**
       * The names of its current or last device's model, of the model before a change, of the only model that its
       * group's lock lets in, and of its network.
       */
      names: z.optional(
        z.object({
          model: z.optional(z.string()),
          modelBefore: z.optional(z.string()),
          modelOfLock: z.optional(z.string()),
          network: z.optional(z.string()),
        }),
      ),
    }),
  ),
  /** Total number of matches. */
  count: z.int(),
  /**
   * SIMs that might match: no condition rules them out, but too little is known to decide at least one of them. They
   * are not among the matches.
   */
  leftOut: z.int(),
  next: z.nullable(z.string()),
  /** The previous page; empty if that is the first page. */
  previous: z.nullable(z.string()),
});
export type InventoryThings = z.infer<typeof inventoryThings>;

/** A change to a SIM between two lists that showed it. */
export const thingEvent = z.object({
  id: z.string(),
  iccid: z.string(),
  kind: z.enum(thingEventKinds),
  /** As shown on screen; empty if there was none. */
  before: z.string(),
  after: z.string(),
  /** Names of the device models before and after. */
  names: z.optional(z.object({ before: z.optional(z.string()), after: z.optional(z.string()) })),
  /** The change happened between the request for the earlier list and the response with the later list. */
  since: z.number(),
  at: z.number(),
});
export type ThingEvent = z.infer<typeof thingEvent>;

/** Parameters of `GET /records/fleet/events`, all optional. */
export const thingEventsParameters = {
  kind: oneOf(thingEventKinds),
  iccid: text,
  /** Milliseconds since the Unix epoch; `from` is included, `to` is not. */
  from: time,
  to: time,
  /** 50 changes by default. */
  ...pageParameters,
};
export type ThingEventsQuery = QueryOf<typeof thingEventsParameters>;

/** Response to `GET /records/fleet/events`, newest first. */
export const thingEventsPage = z.object({
  events: z.array(thingEvent),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  keptDays: z.int(),
});
export type ThingEventsPage = z.infer<typeof thingEventsPage>;

/**
 * Response to `GET /records/fleet/things/:iccid`: the context of one SIM; null if no list has shown it. A browser
 * would log a 404 as an error.
 */
export const inventoryNeighbours = z.object({
  thing: inventoryThing,
  /** Other SIMs with the same device, at most 5, and their total. */
  sameDevice: z.object({ iccids: z.array(z.string()), count: z.int() }),
  /** Its group's lock in the newest list of groups; null if there is none. */
  lock: z.nullable(
    z.object({ isLocked: z.boolean(), prefix: z.nullable(z.string()), seenAt: z.number() }),
  ),
  /**
   * How many other SIMs were last located in the same cell, and how many of these were located within 30 minutes of
   * this SIM and were still silent when a later list showed them. Null if the cell is unknown.
   */
  cell: z.nullable(z.object({ sims: z.int(), silentTogether: z.int() })),
});
export type InventoryNeighbours = z.infer<typeof inventoryNeighbours>;

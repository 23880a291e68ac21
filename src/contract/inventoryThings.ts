import * as z from 'zod/mini';

import { fleetChecks } from './inventory.ts';
import {
  digits,
  oneOf,
  orNone,
  pageParameters,
  type QueryOf,
  text,
  time,
  wholeNumber,
} from './parameters.ts';

/**
 * What two snapshots of a SIM can differ in. A device is told by TAC and serial number, its model by the TAC
 * (3GPP TS 23.003, 6.2); `first-imei` is the first one after snapshots that reported none.
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

/**
 * What lists have shown of a SIM (API document 2.4), as far as they carried it: an absent field says nothing.
 * No position is among them.
 */
export const thingValues = z.object({
  name: z.optional(z.string()),
  groupId: z.optional(z.string()),
  groupName: z.optional(z.string()),
  state: z.optional(z.string()),
  /** Names of the block flags that are set, sorted; only where every flag was reported. */
  blocks: z.optional(z.readonly(z.array(z.string()))),
  /** Digits as reported; empty where the service reported none, or only zeros. */
  imei: z.optional(z.string()),
  imsi: z.optional(z.string()),
  /** Usage measure; the API document names no unit. */
  data: z.optional(z.number()),
  /** When the network last saw the SIM, in milliseconds since the Unix epoch. */
  locatedAt: z.optional(z.number()),
  /** Country and network code of that location, such as `262-01`. */
  network: z.optional(z.string()),
});
export type ThingValues = z.infer<typeof thingValues>;

/** A SIM as the memory has it. */
export const inventoryThing = z.object({
  iccid: z.string(),
  values: thingValues,
  firstSeenAt: z.number(),
  /** When the last list that showed it was answered. */
  seenAt: z.number(),
  /** Since when `Data` has been the same; null where it was never reported. */
  dataSince: z.nullable(z.number()),
  /** The last device, while none is reported. */
  lastImei: z.nullable(z.string()),
  /** End of the first complete scan that did not show it; null while it is found. */
  notFoundSince: z.nullable(z.number()),
});
export type InventoryThing = z.infer<typeof inventoryThing>;

/**
 * - `other-models`: of a model that is not among the `models` of the summary, which has only the largest
 * - `unlisted`: no list has carried a device
 */
export const inventoryDevices = ['other-models', 'unlisted'] as const;
export type InventoryDevices = (typeof inventoryDevices)[number];

const days = wholeNumber(1, 3650);

/** Which SIMs: each is a part of a picture, and an empty text stands for "none" in it. */
export const simConditions = {
  groupId: orNone(text),
  state: orNone(text),
  tac: orNone(digits(16)),
  /** Without a value of their own in the picture of models. */
  device: oneOf(inventoryDevices),
  network: orNone(text),
  /** Of SIMs whose last location is older than so many days, or not; `location` is for those without one. */
  silentDays: days,
  heardDays: days,
  location: oneOf(['none']),
};

/** Parameters of `GET /records/fleet/things`, all optional. */
export const inventoryThingsParameters = {
  check: oneOf(fleetChecks),
  ...simConditions,
  iccid: text,
  /** 50 SIMs unless told; a cursor is the ICCID behind which the page begins. */
  ...pageParameters,
};
export type SimConditions = QueryOf<typeof simConditions>;
export type InventoryThingsQuery = QueryOf<typeof inventoryThingsParameters>;

/** Answer to `GET /records/fleet/things`, by ICCID. */
export const inventoryThings = z.object({
  things: z.array(
    z.extend(inventoryThing, {
      /** For `outside-lock`: the lock as a list has shown it, and when. */
      lock: z.optional(z.object({ prefix: z.string(), seenAt: z.number() })),
      /** For `other-device`: what the newest change replaced, and when; null where that is not kept any more. */
      deviceChange: z.optional(
        z.object({
          before: z.nullable(z.string()),
          since: z.nullable(z.number()),
          at: z.number(),
        }),
      ),
      /** For `shared-imei`: how many other SIMs report the device. */
      alsoOn: z.optional(z.int()),
    }),
  ),
  /** All that the query finds. */
  count: z.int(),
  next: z.nullable(z.string()),
  /** The page before this one; empty where that is the first page. A gateway of the version before has none. */
  previous: z.optional(z.nullable(z.string())),
});
export type InventoryThings = z.infer<typeof inventoryThings>;

/** What changed of a SIM, between two lists that showed it. */
export const thingEvent = z.object({
  id: z.string(),
  iccid: z.string(),
  kind: z.enum(thingEventKinds),
  /** As shown to people; empty where there was none. */
  before: z.string(),
  after: z.string(),
  /** When the list before was asked for, and the one that showed it was answered: it happened in between. */
  since: z.number(),
  at: z.number(),
});
export type ThingEvent = z.infer<typeof thingEvent>;

/** Parameters of `GET /records/fleet/events`, all optional. */
export const thingEventsParameters = {
  kind: oneOf(thingEventKinds),
  iccid: text,
  /** Milliseconds since the Unix epoch: `at` from then on, and before `to`. */
  from: time,
  to: time,
  /** 50 changes unless told. */
  ...pageParameters,
};
export type ThingEventsQuery = QueryOf<typeof thingEventsParameters>;

/** Answer to `GET /records/fleet/events`: the newest first. */
export const thingEventsPage = z.object({
  events: z.array(thingEvent),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  keptDays: z.int(),
});
export type ThingEventsPage = z.infer<typeof thingEventsPage>;

/**
 * Answer to `GET /records/fleet/things/:iccid`: what the memory knows beside the SIM itself. 404 with
 * `not_remembered` where no list has shown it.
 */
export const inventoryNeighbours = z.object({
  thing: inventoryThing,
  /** Other SIMs with the same device, at most 5, and how many there are in all. */
  sameDevice: z.object({ iccids: z.array(z.string()), count: z.int() }),
  /** The lock of its group as the newest list of groups showed it; null where none has. */
  lock: z.nullable(
    z.object({ isLocked: z.boolean(), prefix: z.nullable(z.string()), seenAt: z.number() }),
  ),
  /**
   * SIMs that were last located in the same cell, itself not counted: all of them, and those whose last location
   * is within 30 minutes of its own, and that were still silent when a later list showed them. Null where the cell is
   * not known.
   */
  cell: z.nullable(z.object({ sims: z.int(), silentTogether: z.int() })),
});
export type InventoryNeighbours = z.infer<typeof inventoryNeighbours>;

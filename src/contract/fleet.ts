import * as z from 'zod/mini';

/**
 * What two readings of a SIM can differ in. A device is told by TAC and serial number, its model by the TAC
 * (3GPP TS 23.003, 6.2); `first-imei` is the first one after readings that reported none.
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

/**
 * What can be found of SIMs in the fleet's memory; each is an address below `/fleet`.
 *
 * - `outside-lock`: the last device lies outside the lock of its group, as far as a list has shown that lock
 * - `shared-imei`: another SIM reports the same device
 * - `no-imei`: no device was ever reported, or only zeros
 * - `silent-7`, `silent-30`, `silent-90`: the last location is older than so many days
 * - `same-data`: two readings at least a day apart show the same `Data`
 * - `suspended-counting`: suspended, and `Data` has grown since
 * - `blocked`: a block flag is set
 * - `other-device`: another device, or one of another model, in the last 7 days
 * - `unlisted-group`: of a group that the newest list of groups does not show
 * - `not-found`: a complete reading of the fleet did not show it any more
 */
export const fleetChecks = [
  'outside-lock',
  'shared-imei',
  'no-imei',
  'silent-7',
  'silent-30',
  'silent-90',
  'same-data',
  'suspended-counting',
  'blocked',
  'other-device',
  'unlisted-group',
  'not-found',
] as const;
export type FleetCheck = (typeof fleetChecks)[number];

/** A reading of the whole fleet: a page scans every Thing, and the gateway remembers what passes. */
export const fleetReading = z.object({
  id: z.string(),
  username: z.string(),
  /** Milliseconds since the Unix epoch, as every time here. */
  startedAt: z.number(),
  /** Null until it was completed or given up. */
  endedAt: z.nullable(z.number()),
  /**
   * `partial`: the page or the gateway missed rows, so that a SIM that it did not show may still be there;
   * `stopped`: cancelled or failed.
   */
  state: z.enum(['running', 'complete', 'partial', 'stopped']),
  /** SIMs that it has shown so far. */
  things: z.int(),
});
export type FleetReading = z.infer<typeof fleetReading>;

/** Body of `PUT /records/fleet/readings/:id`. */
export const readingEnd = z.object({
  /** `complete` only where the page knows that it has seen every row (`isWhole` of its scan). */
  state: z.enum(['complete', 'partial', 'stopped']),
  /** Different ICCIDs that the page has read. */
  things: z.int(),
});
export type ReadingEnd = z.infer<typeof readingEnd>;

/** One check in the summary. */
export const fleetCheckResult = z.object({
  check: z.enum(fleetChecks),
  /** SIMs that it finds. */
  count: z.int(),
  /** SIMs of which the memory knows enough to say so or not. */
  of: z.int(),
  /** `count` at the end of `previous`; null where there was none. */
  before: z.nullable(z.int()),
});
export type FleetCheckResult = z.infer<typeof fleetCheckResult>;

const share = { sims: z.int() };

/** Answer to `GET /records/fleet`: figures of what lists have shown so far, for one customer. */
export const fleetSummary = z.object({
  /** For how many days an unseen SIM is remembered; 0 where `FLEET_MEMORY=off`: then everything else is empty. */
  keptDays: z.int(),
  /** SIMs in memory that the last complete reading showed, or that a list has shown since. */
  sims: z.int(),
  /** When the one that was seen longest ago, and the newest, were last listed; null without SIMs. */
  seen: z.nullable(z.object({ oldest: z.number(), newest: z.number() })),
  /** The last complete reading, and the newest of all; null where there was none. */
  complete: z.nullable(fleetReading),
  latest: z.nullable(fleetReading),
  /** The reading before the last one that came to its end, complete or partial; trends begin there. */
  previous: z.nullable(fleetReading),
  /** The largest first, at most 200; `id` and `name` are null for SIMs without a group. */
  groups: z.array(
    z.object({
      id: z.nullable(z.string()),
      name: z.nullable(z.string()),
      ...share,
      /** By the service's name of the state; SIMs of which no list carried one are under "". */
      states: z.catchall(z.object({}), z.int()),
    }),
  ),
  /** By TAC, the largest first, at most 50; and how many models and SIMs are behind those. */
  models: z.array(z.object({ tac: z.string(), ...share })),
  otherModels: z.object({ models: z.int(), ...share }),
  /** SIMs without a device: reported as none, and never reported at all. */
  noDevice: z.int(),
  unknownDevice: z.int(),
  /** Age of the last location: up to 1, 7, 30 and 90 days, older, and none reported. */
  locationAges: z.array(
    z.object({ upToDays: z.nullable(z.int()), isKnown: z.boolean(), ...share }),
  ),
  /** Country and network code of the last location; `network` is null where none was reported. */
  networks: z.array(z.object({ network: z.nullable(z.string()), ...share })),
  /** In the order of `fleetChecks`. */
  checks: z.array(fleetCheckResult),
});
export type FleetSummary = z.infer<typeof fleetSummary>;

/** A SIM as the memory has it. */
export const rememberedThing = z.object({
  iccid: z.string(),
  values: thingValues,
  firstSeenAt: z.number(),
  /** When the last list that showed it was answered. */
  seenAt: z.number(),
  /** Since when `Data` has been the same; null where it was never reported. */
  dataSince: z.nullable(z.number()),
  /** The last device, while none is reported. */
  lastImei: z.nullable(z.string()),
  /** End of the first complete reading that did not show it; null while it is found. */
  notFoundSince: z.nullable(z.number()),
});
export type RememberedThing = z.infer<typeof rememberedThing>;

/** Parameters of `GET /records/fleet/things`, all optional. */
export const rememberedThingsQuery = z.object({
  check: z.optional(z.enum(fleetChecks)),
  /** Parts of a picture: a group's id, a TAC, a network, each exactly; empty for "none". */
  groupId: z.optional(z.string()),
  tac: z.optional(z.string()),
  network: z.optional(z.string()),
  /** Of SIMs whose last location is older than so many days. */
  silentDays: z.optional(z.int()),
  iccid: z.optional(z.string()),
  before: z.optional(z.string()),
  /** 1 to 200; 50 unless told. */
  size: z.optional(z.int()),
});
export type RememberedThingsQuery = z.infer<typeof rememberedThingsQuery>;

/** Answer to `GET /records/fleet/things`, by ICCID. */
export const rememberedThings = z.object({
  things: z.array(
    z.extend(rememberedThing, {
      /** For `outside-lock`: the lock as a list has shown it, and when. */
      lock: z.optional(z.object({ prefix: z.string(), seenAt: z.number() })),
      /** For `shared-imei`: how many other SIMs report the device. */
      alsoOn: z.optional(z.int()),
    }),
  ),
  /** All that the query finds. */
  count: z.int(),
  next: z.nullable(z.string()),
});
export type RememberedThings = z.infer<typeof rememberedThings>;

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
export const thingEventsQuery = z.object({
  kind: z.optional(z.enum(thingEventKinds)),
  iccid: z.optional(z.string()),
  /** Milliseconds since the Unix epoch: `at` from then on, and before `to`. */
  from: z.optional(z.number()),
  to: z.optional(z.number()),
  before: z.optional(z.string()),
  /** 1 to 200; 50 unless told. */
  size: z.optional(z.int()),
});
export type ThingEventsQuery = z.infer<typeof thingEventsQuery>;

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
export const rememberedNeighbours = z.object({
  thing: rememberedThing,
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
export type RememberedNeighbours = z.infer<typeof rememberedNeighbours>;

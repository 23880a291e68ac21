import * as z from 'zod/mini';

/**
 * What the inventory can find out about SIMs; each is an address below `/fleet`.
 *
 * - `outside-lock`: may lose service: not suspended, and its device is unknown, unreadable or outside the lock of its
 *   group, if a list has shown that lock
 * - `shared-imei`: another SIM reports the same device
 * - `no-imei`: no device was ever reported, or only zeros
 * - `silent-7`, `silent-30`, `silent-90`: the last location is older than this many days
 * - `same-data`: two snapshots at least a day apart show the same `Data`
 * - `suspended-counting`: suspended, and `Data` has grown since
 * - `blocked`: a block flag is set
 * - `other-device`: another device in the last 7 days, of the same model or not
 * - `unlisted-group`: in a group that is missing from the newest list of groups
 * - `not-found`: missing from the last complete scan of the fleet
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

/** A scan of the whole fleet: a page reads every Thing, and the gateway stores what passes. */
export const fleetScan = z.object({
  id: z.string(),
  username: z.string(),
  /** Milliseconds since the Unix epoch, as every time here. */
  startedAt: z.number(),
  /** Null until it was completed or given up. */
  endedAt: z.nullable(z.number()),
  /**
   * `partial`: the page or the gateway missed rows, so a SIM that it did not show may still exist; `stopped`:
   * cancelled or failed.
   */
  state: z.enum(['running', 'complete', 'partial', 'stopped']),
  /** SIMs that it has shown so far. */
  things: z.int(),
  /**
   * In a summary, for a running scan: when a list of SIMs was last stored, for any user, or else the start of the
   * scan. Since then the page has shown no sign of life.
   */
  heardAt: z.optional(z.number()),
});
export type FleetScan = z.infer<typeof fleetScan>;

/** Body of `PUT /records/fleet/readings/:id`. */
export const fleetScanEnd = z.object({
  /**
   * `complete` if the page has reached the end and noticed no sign of a missing row (`isWhole` of its scan); the
   * gateway decides whether it is.
   */
  state: z.enum(['complete', 'partial', 'stopped']),
  /** Different ICCIDs that the page has read; more than the gateway has seen make the scan partial. */
  things: z.int(),
});
export type FleetScanEnd = z.infer<typeof fleetScanEnd>;

/** One check in the summary. */
export const fleetCheckResult = z.object({
  check: z.enum(fleetChecks),
  /** SIMs that it finds. */
  count: z.int(),
  /** SIMs of which enough is known to tell. */
  of: z.int(),
  /** `count` at the end of `previous`; null if there was none. */
  before: z.nullable(z.int()),
});
export type FleetCheckResult = z.infer<typeof fleetCheckResult>;

const share = { sims: z.int() };

/** Answer to `GET /records/fleet`: figures of one customer's inventory. */
export const fleetSummary = z.object({
  /** For how many days an unseen SIM is kept; 0 with `FLEET_MEMORY=off`: then everything else is empty. */
  keptDays: z.int(),
  /** SIMs that the last complete scan showed, or that a list has shown since. */
  sims: z.int(),
  /** When the oldest and the newest of these SIMs were last listed; null without SIMs. */
  seen: z.nullable(z.object({ oldest: z.number(), newest: z.number() })),
  /** The last complete scan, and the newest of all; null if there was none. */
  complete: z.nullable(fleetScan),
  latest: z.nullable(fleetScan),
  /** The scan before the last one that reached its end, complete or partial; trends start there. */
  previous: z.nullable(fleetScan),
  /** The largest first, at most 200; `id` and `name` are null for SIMs without a group. */
  groups: z.array(
    z.object({
      id: z.nullable(z.string()),
      name: z.nullable(z.string()),
      ...share,
      /** By the service's name of the state; SIMs without a listed state are under "". */
      states: z.catchall(z.object({}), z.int()),
    }),
  ),
  /** By TAC, the largest first, at most 50; and the number of other models and their SIMs. */
  models: z.array(z.object({ tac: z.string(), ...share })),
  otherModels: z.object({ models: z.int(), ...share }),
  /** SIMs without a device: reported as none, and never reported at all. */
  noDevice: z.int(),
  unknownDevice: z.int(),
  /** Age of the last location: up to 1, 7, 30 and 90 days, older, and none reported. */
  locationAges: z.array(
    z.object({ upToDays: z.nullable(z.int()), isKnown: z.boolean(), ...share }),
  ),
  /** Country and network code of the last location; `network` is null if none was reported. */
  networks: z.array(z.object({ network: z.nullable(z.string()), ...share })),
  /** In the order of `fleetChecks`. */
  checks: z.array(fleetCheckResult),
});
export type FleetSummary = z.infer<typeof fleetSummary>;

/** The figures of an empty inventory. */
export const nothingRemembered: Omit<FleetSummary, 'keptDays'> = {
  sims: 0,
  seen: null,
  complete: null,
  latest: null,
  previous: null,
  groups: [],
  models: [],
  otherModels: { models: 0, sims: 0 },
  noDevice: 0,
  unknownDevice: 0,
  locationAges: [],
  networks: [],
  checks: [],
};

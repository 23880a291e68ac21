import * as z from 'zod/mini';

export const fleetPath = '/records/fleet';
export const fleetThingsPath = '/records/fleet/things';
export const fleetImpactPath = '/records/fleet/impact';
export const fleetEventsPath = '/records/fleet/events';
export const scansPath = '/records/fleet/readings';
export const trendsPath = '/records/fleet/trends';

/**
 * The inventory's checks on SIMs; each is an address below `/fleet`.
 *
 * - `outside-lock`: may lose service: not suspended, and its device is unknown, unreadable or outside its group's lock,
 *   if a list has shown that lock
 * - `shared-imei`: another SIM reports the same device
 * - `no-imei`: no device was ever reported, or only zeros
 * - `silent-7`, `silent-30`, `silent-90`: the last location is older than this many days
 * - `same-data`: two snapshots at least a day apart show the same `Data`
 * - `suspended-counting`: suspended, and `Data` has grown since
 * - `blocked`: a block flag is set
 * - `other-device`: a different device in the last 7 days, whether of the same model or not
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

/** A scan of the whole fleet: a page reads every Thing, and the gateway stores the lists that pass through it. */
export const fleetScan = z.object({
  id: z.string(),
  username: z.string(),
  /** Milliseconds since the Unix epoch, like all times here. */
  startedAt: z.number(),
  /** Null until it is completed or abandoned. */
  endedAt: z.nullable(z.number()),
  /**
   * `partial`: the page or the gateway missed rows, so SIMs missing from the scan may still exist; `stopped`:
   * cancelled or failed.
   */
  state: z.enum(['running', 'complete', 'partial', 'stopped']),
  /** SIMs that it has shown so far. */
  things: z.int(),
  /**
   * In a summary, for a running scan: its last sign of life, which is when the last SIM on its last page was listed, or
   * else the start of the scan.
   */
  heardAt: z.optional(z.number()),
});
export type FleetScan = z.infer<typeof fleetScan>;

/** Body of `PUT /records/fleet/readings/:id`. */
export const fleetScanEnd = z.object({
  /**
   * `complete` if the page reached the end without a sign of missing rows (`isWhole` of its scan); the gateway
   * decides whether the scan is complete.
   */
  state: z.enum(['complete', 'partial', 'stopped']),
  /** Distinct ICCIDs read by the page; if the gateway has seen fewer, the scan is partial. */
  things: z.int(),
});
export type FleetScanEnd = z.infer<typeof fleetScanEnd>;

/** One check in the summary. */
export const fleetCheckResult = z.object({
  check: z.enum(fleetChecks),
  /** SIMs found. */
  count: z.int(),
  /** SIMs with enough data for the check. */
  of: z.int(),
  /** `count` at the end of `previous`; null if there was none. */
  before: z.nullable(z.int()),
});
export type FleetCheckResult = z.infer<typeof fleetCheckResult>;

/** Why the technical user cannot read the fleet. */
export const watchProblem = z.object({
  /**
   * - `refused`: the service refuses its sign-in or its calls
   * - `unreachable`: the service does not answer, or answers with errors
   * - `no-customer`: no customer id is configured or found at sign-in
   */
  kind: z.enum(['refused', 'unreachable', 'no-customer']),
  /** The service's status and message, if there was an answer. */
  status: z.nullable(z.int()),
  message: z.nullable(z.string()),
  /** Of the call that failed; missing if none did, and in problems that earlier versions stored. */
  requestId: z.optional(z.string()),
  /** When it began, and when the next attempt is due. */
  since: z.number(),
  retryAt: z.number(),
});
export type WatchProblem = z.infer<typeof watchProblem>;

/** The technical user that reads the fleet automatically. */
export const watchStanding = z.object({
  username: z.string(),
  everyMinutes: z.int(),
  /** When its next scan is due; null if a gateway has not started watching yet. */
  nextAt: z.nullable(z.number()),
  problem: z.nullable(watchProblem),
});
export type WatchStanding = z.infer<typeof watchStanding>;

const share = { sims: z.int() };
const figures = z.catchall(z.object({}), z.int());
/** The name of the row's code; missing if there is none. */
const named = { name: z.optional(z.string()) };

/** How many groups, and how many networks, the figures list. */
export const maxListed = 200;

/** Response to `GET /records/fleet`: figures for one customer's inventory. */
export const fleetSummary = z.object({
  /** How many days an unseen SIM is kept; 0 with `FLEET_MEMORY=off`, when everything else is empty. */
  keptDays: z.int(),
  /** SIMs in the last complete scan or in a list since. */
  sims: z.int(),
  /** The earliest and latest time when any of these SIMs was last listed; null without SIMs. */
  seen: z.nullable(z.object({ oldest: z.number(), newest: z.number() })),
  /** The last complete scan, and the newest scan of any kind; null if there was none. */
  complete: z.nullable(fleetScan),
  latest: z.nullable(fleetScan),
  /** The last scan with figures before the most recent finished scan, complete or partial: the baseline for trends. */
  previous: z.nullable(fleetScan),
  /**
   * SIMs in each state, by the service's name for the state; SIMs without a listed state are under "". Missing with
   * `FLEET_MEMORY=off`.
   */
  states: z.optional(figures),
  /** Largest first, at most `maxListed`; `id` and `name` are null for SIMs without a group. */
  groups: z.array(
    z.object({
      id: z.nullable(z.string()),
      name: z.nullable(z.string()),
      ...share,
      states: figures,
    }),
  ),
  /** By TAC, largest first, at most 50, and the number of other models and their SIMs. */
  models: z.array(z.object({ tac: z.string(), ...named, ...share })),
  otherModels: z.object({ models: z.int(), ...share }),
  /** SIMs without a device: those for which "none" was reported, and those for which nothing was ever reported. */
  noDevice: z.int(),
  unknownDevice: z.int(),
  /** Age of the last location: up to 1, 7, 30 and 90 days, older, and not reported. */
  locationAges: z.array(
    z.object({ upToDays: z.nullable(z.int()), isKnown: z.boolean(), ...share }),
  ),
  /** Country and network code of the last location, at most `maxListed`; `network` is null if none was reported. */
  networks: z.array(z.object({ network: z.nullable(z.string()), ...named, ...share })),
  /** In the order of `fleetChecks`. */
  checks: z.array(fleetCheckResult),
  /** The technical user that reads the fleet automatically; null if none is configured. */
  watch: z.nullable(watchStanding),
});
export type FleetSummary = z.infer<typeof fleetSummary>;

/** A complete scan in the trends. */
export const trendPoint = z.object({
  at: z.number(),
  /** SIMs that each check found, by the check's name; a check that did not exist yet is missing. */
  counts: figures,
  /** SIMs in each state, as in the summary. */
  states: figures,
});
export type TrendPoint = z.infer<typeof trendPoint>;

/** Response to `GET /records/fleet/trends`: complete scans of the last 30 days. */
export const fleetTrends = z.object({
  /** Oldest first; if there are many scans, evenly spaced ones and the newest. */
  points: z.array(trendPoint),
  /** The figures between two points further apart than this are not known. */
  gapMs: z.number(),
  from: z.number(),
  to: z.number(),
});
export type FleetTrends = z.infer<typeof fleetTrends>;

/** The figures of an empty inventory. */
export const nothingRemembered: Omit<FleetSummary, 'keptDays' | 'watch'> = {
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

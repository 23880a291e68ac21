import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { type Clock, systemClock } from '#lib/clock.ts';

import { createSessionCookie, type SessionCookie } from './auth/cookie.ts';
import { createRefreshUpstream } from './auth/refreshUpstream.ts';
import { createSessions, type Sessions } from './auth/sessions.ts';
import { createSharedRefreshQueue } from './auth/sharedRefreshQueue.ts';
import { createSignInLimit, type SignInLimit } from './auth/signInLimit.ts';
import { sweepSize } from './db/removeSome.ts';
import { createChangeDetector, type ChangeDetector } from './history/changeDetector.ts';
import { type ChangeRecord, createChangeRecord } from './history/changeRecord.ts';
import type { GroupChanges } from './history/groupChanges.ts';
import { createRecordTurns, type RecordTurns } from './http/recordTurns.ts';
import { createInventory, type Inventory } from './inventory/inventory.ts';
import type { FleetQueries } from './inventory/inventoryQueries.ts';
import { createFleetSummaries, type FleetSummaries } from './inventory/inventorySummary.ts';
import type { Scans } from './inventory/scans.ts';
import type { ThingEvents } from './inventory/thingEvents.ts';
import type { GatewayConfig } from './ops/config.ts';
import { createEventRecord, type EventRecord } from './ops/eventRecord.ts';
import type { Log } from './ops/log.ts';
import { createMetrics, type Metrics } from './ops/metrics.ts';
import { createSessionLog, type SessionLog } from './ops/sessionLog.ts';
import { createStoreMonitor, type StoreMonitor } from './ops/storeMonitor.ts';
import { createFetchUpstream, type FetchUpstream } from './proxy/fetchUpstream.ts';
import { longestWriteMs } from './proxy/writeTime.ts';
import type { Store } from './store.ts';
import type { Upstream } from './upstream.ts';

/** What the gateway's routes work with. */
export interface Dependencies {
  readonly config: GatewayConfig;
  /** The origin that users see. */
  readonly publicOrigin: string;
  /** For ages, waits and limits: it does not move when the system time is set. */
  readonly clock: Clock;
  /** Milliseconds since the Unix epoch, for dates: in the audit log, in HTTP. */
  readonly systemTime: () => number;
  readonly log: Log;
  readonly sessionLog: SessionLog;
  readonly events: EventRecord;
  readonly metrics: Metrics;
  readonly fetchUpstream: FetchUpstream;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly signInLimit: SignInLimit;
  readonly recordTurns: RecordTurns;
  readonly changes: ChangeRecord;
  readonly detector: ChangeDetector;
  readonly fleet: Inventory;
  readonly fleetSummary: FleetSummaries;
  /** Queries on the inventory. */
  readonly fleetQueries: FleetQueries;
  readonly scans: Scans;
  /** The recorded changes of groups. */
  readonly history: Pick<GroupChanges, 'page'>;
  /** Detected changes of SIMs. */
  readonly thingEvents: ThingEvents;
}

/** Builds the parts of the gateway from its configuration. */
export function createDependencies(given: {
  readonly config: GatewayConfig;
  readonly publicOrigin: string;
  readonly version: string;
  readonly upstream: Upstream;
  readonly log: Log;
  /** See Dependencies. */
  readonly clock: Clock;
  /** How many log lines were dropped since the start. */
  readonly droppedLogLines?: (() => number) | undefined;
  readonly systemTime?: () => number;
  /** Whether requests need all available time; without it, never. */
  readonly isBusy?: () => boolean;
  readonly store: Store;
  /** Monitors that store; without it, its calls are not counted. */
  readonly storeMonitor?: StoreMonitor;
}): Dependencies {
  const { config, publicOrigin, log, clock, systemTime = systemClock.now } = given;
  const { store } = given;
  const { storeMonitor = createStoreMonitor({ log, clock }) } = given;
  const metrics = createMetrics({
    clock,
    store: storeMonitor.metrics,
    sessions: () => store.sessions.count(),
    refreshQueue: () => store.tickets.length(),
    droppedLogLines: given.droppedLogLines ?? (() => 0),
  });
  const events = createEventRecord({
    store,
    isKept: config.historyMs > 0,
    onDropped: () => metrics.recordDropped('session event'),
  });
  const sessionLog = createSessionLog(log, events);
  const fetchUpstream = createFetchUpstream({
    upstream: given.upstream,
    version: given.version,
    clientIpHeader: config.clientIpHeader,
    clock,
    metrics,
  });
  const holder = crypto.randomUUID();
  const sessions = createSessions({
    store,
    queue: createSharedRefreshQueue({ tickets: store.tickets, holder, clock }),
    holder,
    refresh: createRefreshUpstream({ fetchUpstream, clock, systemTime, log, metrics }),
    clock,
    random: Math.random,
    onExpired: sessionLog.ended,
    sweepHistory: createHistorySweep(store, clock),
  });
  return {
    config,
    publicOrigin,
    clock,
    systemTime,
    log,
    sessionLog,
    events,
    metrics,
    fetchUpstream,
    sessions,
    cookie: createSessionCookie({
      basePath: config.basePath,
      secure: publicOrigin.startsWith('https:'),
      crossSite: config.cookieCrossSite,
    }),
    signInLimit: createSignInLimit(config.signInTries),
    recordTurns: createRecordTurns(clock),
    changes: createChangeRecord({
      store,
      clock,
      log,
      onDropped: () => metrics.recordDropped('outcome'),
    }),
    detector: createChangeDetector({
      store,
      limits: storeOptions(config).history,
      clock,
      onDropped: () => metrics.recordDropped('group list'),
      onForgotten: (groups) => metrics.recordDropped('group', groups),
    }),
    fleet: createInventory({
      store,
      isOn: config.inventory,
      clock,
      ...(given.isBusy && { isBusy: given.isBusy }),
      onDropped: () => metrics.recordDropped('list of Things'),
    }),
    fleetSummary: createFleetSummaries({ store, config, clock }),
    fleetQueries: store.fleet,
    scans: store.scans,
    history: store.changes,
    thingEvents: store.thingEvents,
  };
}

/** The store's part of the configuration. */
export function storeOptions(config: GatewayConfig) {
  const { sessionIdleMs, sessionMaxMs, egressName, historyMs } = config;
  return {
    limits: { idleMs: sessionIdleMs, maxMs: sessionMaxMs },
    egress: egressName,
    history: { historyMs, maxPutMs: longestWriteMs },
    // With FLEET_MEMORY=off, the next sweep removes what was kept before.
    fleet: { fleetMs: config.inventory ? config.fleetMs : 0 },
  };
}

/** What is kept for days need not be swept every minute. */
const sweepHistoryEveryMs = 10 * 60_000;

/** Removes expired data, in short statements. */
function createHistorySweep(store: Store, clock: Clock) {
  let dueAt = clock.now();
  return async () => {
    if (clock.now() < dueAt) return;
    dueAt = clock.now() + sweepHistoryEveryMs;
    const { changes, snapshots, events, things, scans } = store;
    for (const { removeOld } of [changes, snapshots, events, things, scans]) {
      // oxlint-disable-next-line no-await-in-loop -- until the last ones are removed
      while ((await removeOld()) === sweepSize);
    }
  };
}

/** The configuration for the browser; nothing in it is secret. */
export function runtimeConfigOf(config: GatewayConfig, version: string): RuntimeConfig {
  const { basePath, environmentName, frameAncestors } = config;
  return { basePath, environmentName, version, frameAncestors };
}

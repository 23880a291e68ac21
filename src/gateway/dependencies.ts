import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { type Clock, systemClock } from '#lib/clock.ts';

import { alertTargets } from './alerts/targets.ts';
import { createSessionCookie } from './auth/cookie.ts';
import { createRefreshUpstream } from './auth/refreshUpstream.ts';
import { createSessions } from './auth/sessions.ts';
import { createSharedRefreshQueue } from './auth/sharedRefreshQueue.ts';
import { createSignInLimit } from './auth/signInLimit.ts';
import { untilNoneLeft } from './db/removeSome.ts';
import { createChangeDetector } from './history/changeDetector.ts';
import { createChangeRecord } from './history/changeRecord.ts';
import { createRecordTurns } from './http/recordTurns.ts';
import { createInventory } from './inventory/inventory.ts';
import { createFleetSummaries } from './inventory/inventorySummary.ts';
import { createScanEnd } from './inventory/scanEnd.ts';
import { createNames } from './names/names.ts';
import type { GatewayConfig } from './ops/config.ts';
import { createEventRecord } from './ops/eventRecord.ts';
import type { Log } from './ops/log.ts';
import { createMetrics } from './ops/metrics.ts';
import { createSessionLog } from './ops/sessionLog.ts';
import { createStoreMonitor, type StoreMonitor } from './ops/storeMonitor.ts';
import { createFetchUpstream } from './proxy/fetchUpstream.ts';
import { longestWriteMs } from './proxy/writeTime.ts';
import type { Store } from './store.ts';
import type { Upstream } from './upstream.ts';
import { createWatch } from './watch/watch.ts';
import { createWatchMetrics } from './watch/watchMetrics.ts';

/** The dependencies of the gateway's routes. */
export type Dependencies = ReturnType<typeof createDependencies>;

/**
 * Builds the parts of the gateway from its configuration.
 *
 * @param given.publicOrigin the origin that users see
 * @param given.clock for ages, waits and limits: unaffected by changes to the system time
 * @param given.systemTime milliseconds since the Unix epoch, for dates: in the audit log, in HTTP
 */
export function createDependencies(given: {
  readonly config: GatewayConfig;
  readonly publicOrigin: string;
  readonly version: string;
  readonly upstream: Upstream;
  readonly log: Log;
  readonly clock: Clock;
  /** Number of log lines dropped since startup. */
  readonly droppedLogLines?: (() => number) | undefined;
  readonly systemTime?: () => number;
  /** Whether requests currently need all of the event loop's time; if undefined, they never do. */
  readonly isBusy?: () => boolean;
  readonly store: Store;
  /** Monitors the store; if undefined, the store's calls are not counted. */
  readonly storeMonitor?: StoreMonitor;
}) {
  const { config, publicOrigin, log, clock, systemTime = systemClock.now } = given;
  const { store } = given;
  const { storeMonitor = createStoreMonitor({ log, clock }) } = given;
  const names = createNames({ config, clock, log });
  const watchMetrics = createWatchMetrics();
  const metrics = createMetrics({
    clock,
    others: [...names.metrics, ...(config.watch ? watchMetrics.metrics : [])],
    store: storeMonitor.metrics,
    sessions: () => store.sessions.count(),
    openAlerts: () => store.alerts.countOpen(),
    refreshQueue: () => store.tickets.length(),
    messages: store.outbox.count,
    droppedLogLines: given.droppedLogLines ?? (() => 0),
  });
  const events = createEventRecord({
    store,
    clock,
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
    sweepHistory: createHistorySweep(store, config, clock),
  });
  const fleet = createInventory({
    store,
    isOn: config.inventory,
    clock,
    ...(given.isBusy && { isBusy: given.isBusy }),
    onDropped: () => metrics.recordDropped('list of Things'),
  });
  const fleetSummary = createFleetSummaries({ store, config, clock });
  const detector = createChangeDetector({
    store,
    limits: storeOptions(config).history,
    clock,
    onDropped: () => metrics.recordDropped('group list'),
    onForgotten: (groups) => metrics.recordDropped('group', groups),
  });
  const endScan = createScanEnd({ clock, fleet, store, fleetSummary });
  const { watch } = config;
  return {
    config,
    publicOrigin,
    clock,
    systemTime,
    log,
    sessionLog,
    events,
    names,
    metrics,
    fetchUpstream,
    sessions,
    holder,
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
    detector,
    fleet,
    fleetSummary,
    endScan,
    /** Does nothing until it is started; null if nobody watches. */
    watch:
      watch &&
      createWatch({
        watch,
        config,
        store,
        fleet,
        detector,
        endScan,
        fetchUpstream,
        holder,
        clock,
        systemTime,
        random: Math.random,
        log,
        metrics: watchMetrics,
      }),
    noteLimited: watch ? createNoteLimited(store, clock) : () => {},
    store,
  };
}

/** A person who hits the limit usually hits it several times; the watch stays slow for much longer. */
const noteLimitedEveryMs = 60_000;

/** Records that a person hit the service's limit, so that the watch slows down, whichever gateway it runs on. */
function createNoteLimited(store: Store, clock: Clock): () => void {
  let dueAt = clock.now();
  return () => {
    if (clock.now() < dueAt) return;
    dueAt = clock.now() + noteLimitedEveryMs;
    // Without the store, the watch reads nothing anyway.
    store.watch.noteLimited().catch(() => {});
  };
}

/** The store's part of the configuration. */
export function storeOptions(config: GatewayConfig) {
  const { sessionIdleMs, sessionMaxMs, egressName, historyMs } = config;
  return {
    limits: { idleMs: sessionIdleMs, maxMs: sessionMaxMs },
    egress: egressName,
    history: { historyMs, maxPutMs: longestWriteMs },
    // With FLEET_MEMORY=off, the next sweep removes everything stored earlier.
    fleet: { fleetMs: config.inventory ? config.fleetMs : 0 },
    notes: { notesMs: config.notesMs },
    alerts: config.alerts,
  };
}

/** Data that is kept for days need not be swept every minute. */
const sweepHistoryEveryMs = 10 * 60_000;

/** Removes expired data with short statements. */
function createHistorySweep(store: Store, config: GatewayConfig, clock: Clock) {
  const targets = alertTargets(config.alerts);
  const expiring = Object.values(store).filter((part) => 'removeOld' in part);
  let dueAt = clock.now();
  return async () => {
    if (clock.now() < dueAt) return;
    dueAt = clock.now() + sweepHistoryEveryMs;
    await store.outbox.settle(targets);
    for (const { removeOld } of expiring) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await untilNoneLeft(removeOld);
    }
  };
}

/** The configuration for the browser, which contains no secrets. */
export function runtimeConfigOf(config: GatewayConfig, version: string): RuntimeConfig {
  const { basePath, environmentName, frameAncestors } = config;
  return { basePath, environmentName, version, frameAncestors };
}

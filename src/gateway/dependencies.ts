import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { type Clock, systemClock } from '#lib/clock.ts';

import type { GatewayConfig } from './config/config.ts';
import { createFetchUpstream, type FetchUpstream } from './proxy/fetchUpstream.ts';
import { createSessionCookie, type SessionCookie } from './sessions/cookie.ts';
import { createRefreshUpstream } from './sessions/refreshUpstream.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';
import { createSharedRefreshQueue } from './sessions/sharedRefreshQueue.ts';
import { createSignInLimit, type SignInLimit } from './sessions/signInLimit.ts';
import type { Store } from './store/store.ts';
import { createGroupsSeen, type GroupsSeen } from './telemetry/groupsSeen.ts';
import type { Log } from './telemetry/log.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { createSessionLog, type SessionLog } from './telemetry/sessionLog.ts';
import { createStoreMonitor, type StoreMonitor } from './telemetry/storeMonitor.ts';
import type { Upstream } from './upstream.ts';

/** What the routes of the gateway work with. */
export interface Dependencies {
  readonly config: GatewayConfig;
  /** The origin that users see. */
  readonly publicOrigin: string;
  /** For ages, waits and limits: it does not move when the system's time is set. */
  readonly clock: Clock;
  /** Milliseconds since the Unix epoch, for dates: in the audit log, in HTTP. */
  readonly systemTime: () => number;
  readonly log: Log;
  readonly sessionLog: SessionLog;
  readonly metrics: Metrics;
  readonly fetchUpstream: FetchUpstream;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly signInLimit: SignInLimit;
  /** For the audit log. */
  readonly groupsSeen: GroupsSeen;
}

/** Puts the parts of the gateway together from its configuration. */
export function createDependencies(given: {
  readonly config: GatewayConfig;
  readonly publicOrigin: string;
  readonly version: string;
  readonly upstream: Upstream;
  readonly log: Log;
  /** See Dependencies. */
  readonly clock: Clock;
  /** How many lines of the log were dropped since the start. */
  readonly droppedLogLines?: (() => number) | undefined;
  readonly systemTime?: () => number;
  readonly store: Store;
  /** Of that store; without one its calls are not counted. */
  readonly storeMonitor?: StoreMonitor;
}): Dependencies {
  const { config, publicOrigin, log, clock, systemTime = systemClock.now } = given;
  const { store } = given;
  const sessionLog = createSessionLog(log);
  const { storeMonitor = createStoreMonitor({ log, clock }) } = given;
  const metrics = createMetrics({
    clock,
    store: storeMonitor.metrics,
    sessions: () => store.sessions.count(),
    refreshQueue: () => store.tickets.length(),
    droppedLogLines: given.droppedLogLines ?? (() => 0),
  });
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
  });
  return {
    config,
    publicOrigin,
    clock,
    systemTime,
    log,
    sessionLog,
    metrics,
    fetchUpstream,
    sessions,
    cookie: createSessionCookie({
      basePath: config.basePath,
      secure: publicOrigin.startsWith('https:'),
      crossSite: config.cookieCrossSite,
    }),
    signInLimit: createSignInLimit(config.signInTries),
    groupsSeen: createGroupsSeen(systemTime),
  };
}

/** What the store has to know of the configuration. */
export function storeOptions({ sessionIdleMs, sessionMaxMs, egressName }: GatewayConfig) {
  return { limits: { idleMs: sessionIdleMs, maxMs: sessionMaxMs }, egress: egressName };
}

/** What the browser is told; nothing in it is secret. */
export function runtimeConfigOf(config: GatewayConfig, version: string): RuntimeConfig {
  const { basePath, environmentName, frameAncestors } = config;
  return { basePath, environmentName, version, frameAncestors };
}

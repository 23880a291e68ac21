import { createRefreshQueue, type LocalRefreshQueue } from '#api/session/refreshQueue.ts';
import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { type Clock, systemClock } from '#lib/clock.ts';

import type { GatewayConfig } from './config/config.ts';
import { createFetchUpstream, type FetchUpstream } from './proxy/fetchUpstream.ts';
import { createSessionCookie, type SessionCookie } from './sessions/cookie.ts';
import { createSessionStore, type SessionStore } from './sessions/sessionStore.ts';
import { createSignInLimit, type SignInLimit } from './sessions/signInLimit.ts';
import { createGroupsSeen, type GroupsSeen } from './telemetry/groupsSeen.ts';
import type { Log } from './telemetry/log.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { createSessionLog, type SessionLog } from './telemetry/sessionLog.ts';
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
  /** 0 (included) to 1 (excluded). */
  readonly random: () => number;
  readonly log: Log;
  readonly sessionLog: SessionLog;
  readonly metrics: Metrics;
  readonly fetchUpstream: FetchUpstream;
  readonly sessions: SessionStore;
  readonly cookie: SessionCookie;
  readonly signInLimit: SignInLimit;
  /** One for the whole process: the service counts refreshes per client address. */
  readonly refreshQueue: LocalRefreshQueue;
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
  /** Those of the gateway before, when a development server reloads its code. */
  readonly sessions?: SessionStore;
}): Dependencies {
  const { config, publicOrigin, log, clock, systemTime = systemClock.now } = given;
  const sessionLog = createSessionLog(log);
  const sessions =
    given.sessions ??
    createSessionStore({
      clock,
      limits: { idleMs: config.sessionIdleMs, maxMs: config.sessionMaxMs },
      onExpired: sessionLog.ended,
    });
  const refreshQueue = createRefreshQueue(clock);
  const metrics = createMetrics({
    sessions: sessions.size,
    refreshQueue: refreshQueue.length,
    droppedLogLines: given.droppedLogLines ?? (() => 0),
  });
  return {
    config,
    publicOrigin,
    clock,
    systemTime,
    random: Math.random,
    log,
    sessionLog,
    metrics,
    fetchUpstream: createFetchUpstream({
      upstream: given.upstream,
      version: given.version,
      clientIpHeader: config.clientIpHeader,
      clock,
      metrics,
    }),
    sessions,
    cookie: createSessionCookie({
      basePath: config.basePath,
      secure: publicOrigin.startsWith('https:'),
      crossSite: config.cookieCrossSite,
    }),
    signInLimit: createSignInLimit(config.signInTries),
    refreshQueue,
    groupsSeen: createGroupsSeen(systemTime),
  };
}

/** What the browser is told; nothing in it is secret. */
export function runtimeConfigOf(config: GatewayConfig, version: string): RuntimeConfig {
  const { basePath, environmentName, frameAncestors } = config;
  return { basePath, environmentName, version, frameAncestors };
}

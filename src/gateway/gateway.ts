import { createRefreshQueue } from '#api/session/refreshQueue.ts';
import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { type Clock, systemClock } from '#lib/clock.ts';

import type { GatewayConfig } from './config/config.ts';
import type { Parts } from './parts.ts';
import { measureService } from './proxy/measuredService.ts';
import { createCallService } from './proxy/service.ts';
import { createSessionCookie } from './sessions/cookie.ts';
import { createSessionStore, type SessionStore } from './sessions/sessions.ts';
import { createSignInLimit } from './sessions/signInLimit.ts';
import { createGroupsSeen } from './telemetry/groupsSeen.ts';
import type { Log } from './telemetry/log.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { createSessionLog } from './telemetry/sessionLog.ts';
import type { Upstream } from './upstream.ts';

/** The gateway's parts, put together from its configuration. */
export function createParts(given: {
  readonly config: GatewayConfig;
  readonly publicOrigin: string;
  readonly version: string;
  readonly upstream: Upstream;
  readonly log: Log;
  /** See Parts. */
  readonly clock: Clock;
  /** How many lines of the log were dropped since the start. */
  readonly droppedLogLines?: (() => number) | undefined;
  readonly systemTime?: () => number;
  /** Those of a gateway before, where one goes on. */
  readonly sessions?: SessionStore;
}): Parts {
  const { config, publicOrigin, clock, systemTime = systemClock.now } = given;
  const sessionLog = createSessionLog({ log: given.log, clientIpHeader: config.clientIpHeader });
  const sessions =
    given.sessions ??
    createSessionStore({
      clock,
      limits: { idleMs: config.sessionIdleMs, maxMs: config.sessionMaxMs },
      newId: newSessionId,
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
    version: given.version,
    clock,
    systemTime,
    random: Math.random,
    log: given.log,
    sessionLog,
    metrics,
    callService: measureService(createCallService(given.upstream, clock), metrics, clock),
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

function newSessionId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
}

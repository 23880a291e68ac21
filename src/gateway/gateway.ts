import { createRefreshQueue } from '#api/session/refreshQueue.ts';
import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import type { Clock } from '#lib/clock.ts';

import type { GatewayConfig } from './config/config.ts';
import type { Parts } from './parts.ts';
import { measureService } from './proxy/measuredService.ts';
import { createCallService } from './proxy/service.ts';
import { createSessionCookie } from './sessions/cookie.ts';
import { createSessionStore, type SessionStore } from './sessions/sessions.ts';
import { createGroupsSeen } from './telemetry/groupsSeen.ts';
import type { Log } from './telemetry/log.ts';
import { createMetrics } from './telemetry/metrics.ts';
import type { Upstream } from './upstream.ts';

/** The gateway's parts, put together from its configuration. */
export function createParts(given: {
  readonly config: GatewayConfig;
  readonly publicOrigin: string;
  readonly version: string;
  readonly upstream: Upstream;
  readonly log: Log;
  readonly clock: Clock;
  /** Those of a gateway before, where one goes on. */
  readonly sessions?: SessionStore;
}): Parts {
  const { config, publicOrigin, clock } = given;
  const sessions =
    given.sessions ??
    createSessionStore({
      clock,
      limits: { idleMs: config.sessionIdleMs, maxMs: config.sessionMaxMs },
      newId: newSessionId,
    });
  const refreshQueue = createRefreshQueue(clock);
  const metrics = createMetrics({ sessions: sessions.size, refreshQueue: refreshQueue.length });
  return {
    config,
    publicOrigin,
    version: given.version,
    clock,
    random: Math.random,
    log: given.log,
    metrics,
    callService: measureService(createCallService(given.upstream, clock), metrics, clock),
    sessions,
    cookie: createSessionCookie({
      basePath: config.basePath,
      secure: publicOrigin.startsWith('https:'),
      crossSite: config.cookieCrossSite,
    }),
    refreshQueue,
    groupsSeen: createGroupsSeen(clock.now),
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

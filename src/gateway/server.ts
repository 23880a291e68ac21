import { fileURLToPath } from 'node:url';

import { type Clock, sleep, systemClock } from '#lib/clock.ts';

import { createGatewayApp } from './app.ts';
import type { GatewayConfig } from './config/config.ts';
import { readVersion } from './config/version.ts';
import { createParts, runtimeConfigOf } from './gateway.ts';
import { attach, createNodeServer, listen } from './nodeServer.ts';
import type { UpstreamFetch } from './proxy/httpFetch.ts';
import { securityHeaders } from './site/headers.ts';
import { createServeSite } from './site/serveSite.ts';
import { loadSite } from './site/site.ts';
import { type Log, silentLog } from './telemetry/log.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { type MetricsServer, serveMetrics } from './telemetry/metricsServer.ts';
import { createUpstream, embed } from './upstream.ts';

export interface RunningGateway {
  /** Where users find it; with a port of its own when the configuration left the choice. */
  readonly origin: string;
  /** Where it listens, behind any reverse proxy. */
  readonly address: { readonly host: string; readonly port: number };
  /** Port of `/metrics`; null where it is off. */
  readonly metricsPort: number | null;
  /** Users of the embedded sandbox. */
  readonly users: readonly { username: string; password: string; description: string }[];
  /** Takes no new requests, sees the ones under way and every refresh to their end, then stops. */
  close(): Promise<void>;
}

/** How long a stopping gateway waits for requests and refreshes. */
const graceMs = 30_000;

/**
 * Starts the gateway.
 *
 * @param given.upstream a service inside this process, in place of the configured one
 * @param given.distDir folder of the built console
 * @throws {NotBuiltError} when that folder holds none
 */
export async function startGateway(given: {
  readonly config: GatewayConfig;
  readonly upstream?: UpstreamFetch;
  readonly log?: Log;
  readonly clock?: Clock;
  readonly distDir?: string;
}): Promise<RunningGateway> {
  const { config, clock = systemClock, log = silentLog } = given;
  const version = readVersion();
  const distDir = given.distDir ?? fileURLToPath(new URL('../../dist', import.meta.url));
  const site = loadSite(distDir, runtimeConfigOf(config, version));
  const upstream = given.upstream
    ? embed(given.upstream)
    : await createUpstream(config.service, clock);

  const server = createNodeServer();
  const port = await listen(server, config.host, config.port);
  const publicOrigin = config.publicOrigin ?? `http://localhost:${port}`;

  const parts = createParts({ config, publicOrigin, version, upstream, log, clock });
  let isDraining = false;
  const app = createGatewayApp(parts, {
    serveFile: createServeSite(site, config.basePath),
    isReady: () => !isDraining,
  });
  // Without a wait after listening: who comes before this is never answered.
  attach(server, {
    fetch: app.fetch,
    headers: securityHeaders({ publicOrigin, frameAncestors: config.frameAncestors }),
    isDraining: () => isDraining,
  });
  const metrics = await startMetrics(config, parts.metrics).catch((error: unknown) => {
    server.close();
    server.closeAllConnections();
    upstream.close();
    throw error;
  });
  log('listening', { origin: publicOrigin, basePath: config.basePath, version });

  return {
    origin: publicOrigin,
    address: { host: config.host, port },
    metricsPort: metrics?.port ?? null,
    users: upstream.users,
    async close() {
      isDraining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const stop = new AbortController();
      const grace = sleep(systemClock, graceMs, stop.signal).catch(() => {});
      // A request under way can still begin a renewal; what is in the queue then has sent nothing.
      const renewed = closed.then(() => {
        parts.refreshQueue.stop();
        return parts.sessions.idle();
      });
      await Promise.race([renewed, grace]);
      stop.abort();
      server.closeAllConnections();
      metrics?.close();
      upstream.close();
      log('stopped');
    },
  };
}

/** Beside the port for people, on the same address. */
async function startMetrics(
  { host, metricsPort }: GatewayConfig,
  metrics: Metrics,
): Promise<MetricsServer | null> {
  return metricsPort === null ? null : serveMetrics(metrics, { host, port: metricsPort });
}

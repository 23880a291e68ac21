import { fileURLToPath } from 'node:url';

import { type Clock, steadyClock } from '#lib/clock.ts';

import { createGatewayApp } from './app.ts';
import { type GatewayConfig, readVersion } from './config/config.ts';
import { createDependencies, runtimeConfigOf } from './dependencies.ts';
import { attach, createNodeServer, listen } from './nodeServer.ts';
import type { UpstreamFetch } from './proxy/httpFetch.ts';
import { securityHeaders } from './site/headers.ts';
import { createRefusalPage, createRefuse } from './site/refusal.ts';
import { createServeSite } from './site/serveSite.ts';
import { loadSite } from './site/site.ts';
import { createStopping } from './stopping.ts';
import { errorFields, type Log, silentLog } from './telemetry/log.ts';
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
  /** Says for DRAIN_SECONDS that it is not ready, takes no new requests then, and ends those in flight. */
  close(): Promise<void>;
}

/**
 * Starts the gateway.
 *
 * @param given.upstream a service inside this process, in place of the configured one
 * @param given.droppedLogLines for the metrics
 * @param given.distDir folder of the built console
 * @throws {NotBuiltError} when that folder holds none
 */
export async function startGateway(given: {
  readonly config: GatewayConfig;
  readonly upstream?: UpstreamFetch;
  readonly log?: Log;
  readonly droppedLogLines?: () => number;
  readonly clock?: Clock;
  readonly distDir?: string;
}): Promise<RunningGateway> {
  const { config, clock = steadyClock, log = silentLog } = given;
  const version = readVersion();
  const distDir = given.distDir ?? fileURLToPath(new URL('../../dist', import.meta.url));
  const site = loadSite(distDir, runtimeConfigOf(config, version));
  const upstream = given.upstream
    ? embed(given.upstream)
    : await createUpstream(config.service, clock, log);

  const server = createNodeServer();
  const onError = (error: unknown) => log('failure', errorFields(error));
  const port = await listen(server, config.host, config.port, onError);
  const publicOrigin = config.publicOrigin ?? `http://localhost:${port}`;

  const dependencies = createDependencies({
    config,
    publicOrigin,
    version,
    upstream,
    log,
    clock,
    droppedLogLines: given.droppedLogLines,
  });
  const stopping = createStopping({
    clock,
    log,
    drainMs: config.drainMs,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      connections.closeUnused();
      await closed;
      // A request in flight could still begin a renewal; one that is in the queue now has sent nothing.
      dependencies.refreshQueue.stop();
      await dependencies.sessions.idle();
    },
    release() {
      server.closeAllConnections();
      metrics?.close();
      upstream.close();
    },
  });
  const refusalPage = createRefusalPage({
    basePath: config.basePath,
    stylesheets: site.stylesheets,
  });
  const app = createGatewayApp(dependencies, {
    serveFile: createServeSite(site, config.basePath),
    refusalPage,
    isReady: stopping.isReady,
  });
  // Without a wait after listening: who comes before this is never answered.
  const connections = attach(server, {
    fetch: app.fetch,
    headers: securityHeaders({ publicOrigin, frameAncestors: config.frameAncestors }),
    refuse: createRefuse({ page: refusalPage, log, metrics: dependencies.metrics }),
    isClosing: stopping.isClosing,
    onError,
  });
  const metrics = await startMetrics(config, dependencies.metrics).catch((error: unknown) => {
    server.close();
    server.closeAllConnections();
    upstream.close();
    throw error;
  });
  log('listening', { origin: publicOrigin, port, basePath: config.basePath, version });

  return {
    origin: publicOrigin,
    address: { host: config.host, port },
    metricsPort: metrics?.port ?? null,
    users: upstream.users,
    close: stopping.stop,
  };
}

/** Beside the port for people, on the same address. */
async function startMetrics(
  { host, metricsPort }: GatewayConfig,
  metrics: Metrics,
): Promise<MetricsServer | null> {
  return metricsPort === null ? null : serveMetrics(metrics, { host, port: metricsPort });
}

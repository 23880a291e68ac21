import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { getRequestListener } from '@hono/node-server';

import { type Clock, sleep, systemClock } from '#lib/clock.ts';

import { createGatewayApp } from './app.ts';
import type { GatewayConfig } from './config.ts';
import { createParts, runtimeConfigOf } from './gateway.ts';
import { securityHeaders } from './headers.ts';
import { type Log, silentLog } from './log.ts';
import { createServeSite } from './serveSite.ts';
import { loadSite } from './site.ts';
import { createUpstream, embed, type UpstreamFetch } from './upstream.ts';
import { readVersion } from './version.ts';

export interface RunningGateway {
  /** Where users find it; with a port of its own when the configuration left the choice. */
  readonly origin: string;
  /** Where it listens, behind any reverse proxy. */
  readonly address: { readonly host: string; readonly port: number };
  /** Users of the embedded sandbox. */
  readonly users: readonly { username: string; password: string; description: string }[];
  /** Takes no new requests, sees the ones under way and every refresh to their end, then stops. */
  close(): Promise<void>;
}

/** How long a stopping gateway waits for requests and refreshes. */
const graceMs = 30_000;
const maxUrlLength = 8 * 1024;
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

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
  const distDir = given.distDir ?? new URL('../../dist', import.meta.url).pathname;
  const site = loadSite(distDir, runtimeConfigOf(config, version));
  const upstream = given.upstream
    ? embed(given.upstream)
    : await createUpstream(config.service, clock);

  const server = createServer({
    headersTimeout: 15_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 2_000,
  });
  server.maxConnections = 5_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const publicOrigin = config.publicOrigin ?? `http://localhost:${port}`;

  const parts = createParts({ config, publicOrigin, version, upstream, log, clock });
  let isDraining = false;
  const app = createGatewayApp(parts, {
    serveFile: createServeSite(site, config.basePath),
    isReady: () => !isDraining,
  });
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const standing = securityHeaders({ publicOrigin, frameAncestors: config.frameAncestors });

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // Also on answers that are given before the application sees the request.
    for (const [name, value] of Object.entries(standing)) response.setHeader(name, value);
    if (isDraining) response.setHeader('connection', 'close');
    const refusal = refuse(request);
    if (refusal === undefined) void listener(request, response);
    else response.writeHead(refusal, { 'content-type': 'text/plain', connection: 'close' }).end();
  });
  server.on('connect', (_request, socket) => {
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });
  log('listening', { origin: publicOrigin, basePath: config.basePath, version });

  return {
    origin: publicOrigin,
    address: { host: config.host, port },
    users: upstream.users,
    async close() {
      isDraining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const stop = new AbortController();
      const grace = sleep(systemClock, graceMs, stop.signal).catch(() => {});
      await Promise.race([Promise.all([closed, parts.sessions.idle()]), grace]);
      stop.abort();
      server.closeAllConnections();
      upstream.close();
      log('stopped');
    },
  };
}

/** Status for what no application should have to look at; undefined when all is well. */
function refuse({ method = '', url = '' }: IncomingMessage): number | undefined {
  if (!methods.has(method)) return 405;
  if (url.length > maxUrlLength) return 414;
  // An absolute address names a host of its own, which nothing here may believe.
  if (!url.startsWith('/')) return 400;
  const [path = ''] = url.split('?');
  // No page of ours sends these, and every layer would resolve them in its own way.
  return /\/(?:\.|%2e){1,2}(?:\/|$)|\\|%5c|\/\//i.test(path) ? 404 : undefined;
}

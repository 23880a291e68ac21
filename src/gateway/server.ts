import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import type { SandboxOffer } from '#contract/sandboxUsers.ts';
import { type Clock, steadyClock } from '#lib/clock.ts';

import { startSenders } from './alerts/delivery/senders.ts';
import { createGatewayApp } from './app.ts';
import { createDependencies, runtimeConfigOf, storeOptions } from './dependencies.ts';
import { files, readVersion } from './files.ts';
import { attach, createNodeServer, listen } from './http/nodeServer.ts';
import { createStopping } from './http/stopping.ts';
import { createBusyLoop } from './ops/busyLoop.ts';
import type { GatewayConfig } from './ops/config.ts';
import { isLoopback } from './ops/configValues.ts';
import { errorFields, type Log, silentLog } from './ops/log.ts';
import { serveMetrics } from './ops/metricsServer.ts';
import { createStoreMonitor } from './ops/storeMonitor.ts';
import type { UpstreamFetch } from './proxy/httpFetch.ts';
import { loadDrawnPage } from './site/drawnPage.ts';
import { securityHeaders } from './site/headers.ts';
import { createRefusalPage, createRefuse } from './site/refusal.ts';
import { sandboxOffer } from './site/sandboxOffer.ts';
import { createServeSite } from './site/serveSite.ts';
import { createServeSignIn, loadSignInPage } from './site/signInPage.ts';
import { loadSite } from './site/site.ts';
import { openStore } from './store.ts';
import { createUpstream, embed } from './upstream.ts';

export type RunningGateway = Awaited<ReturnType<typeof startGateway>>;

/**
 * Starts the gateway.
 *
 * @param given.upstream a service inside this process that replaces the configured one
 * @param given.watches whether the fleet is read automatically, if configured; by default unless `upstream` is given
 * @param given.clock a test's clock, which also replaces the database's
 * @param given.droppedLogLines for the metrics
 * @param given.distDir folder of the built console
 * @throws {ConfigError} if that folder contains no console
 */
export async function startGateway(given: {
  readonly config: GatewayConfig;
  readonly upstream?: UpstreamFetch;
  readonly watches?: boolean;
  readonly log?: Log;
  readonly droppedLogLines?: () => number;
  readonly clock?: Clock;
  readonly distDir?: string;
}) {
  const { config, clock = steadyClock, log = silentLog } = given;
  const version = readVersion();
  const distDir = given.distDir ?? files.dist;
  const upstream = given.upstream
    ? embed(given.upstream)
    : await createUpstream(config.service, clock, log);
  const giveUp = (error: unknown): never => {
    upstream.close();
    throw error;
  };
  const runtimeConfig = runtimeConfigOf(config, version);
  const pages = loadPages(distDir, runtimeConfig, sandboxOffer(upstream.users));
  const { site, signInPage, drawnPage } = await pages.catch(giveUp);

  const storeMonitor = createStoreMonitor({ log, clock });
  const store = await openStore(config.database, {
    ...storeOptions(config),
    onCall: storeMonitor.seen,
    ...(given.clock && { now: given.clock.now }),
  }).catch(giveUp);
  const server = createNodeServer();
  const onError = (error: unknown) => log('failure', errorFields(error));
  const listening = listen(server, config.host, config.port, onError);
  const port = await listening.catch(async (error: unknown) => {
    await store.close();
    return giveUp(error);
  });
  const publicOrigin = config.publicOrigin ?? `http://localhost:${port}`;

  const dependencies = createDependencies({
    config,
    publicOrigin,
    version,
    upstream,
    store,
    storeMonitor,
    log,
    clock,
    droppedLogLines: given.droppedLogLines,
    // A test clock does not advance on its own.
    isBusy: given.clock ? () => false : createBusyLoop(),
  });
  // Requests do not wait for the files to be read.
  void dependencies.names.readFiles();
  const stopping = createStopping({
    clock,
    log,
    drainMs: config.drainMs,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      connections.closeUnused();
      // Queued renewals have sent nothing yet, and their sessions continue on another gateway.
      dependencies.sessions.stop();
      await Promise.all([closed, senders.stop(), dependencies.watch?.stop()]);
      // A write still awaits its result after its user has left.
      await Promise.allSettled(inFlight);
      await dependencies.sessions.idle();
      const { detector, fleet, changes, events } = dependencies;
      await Promise.all([detector.idle(), fleet.idle(), changes.idle(), events.idle()]);
    },
    async release() {
      server.closeAllConnections();
      metrics?.close();
      upstream.close();
      // Requests that were cut off still write their log lines, for example to say that a write's outcome is unknown.
      await Promise.allSettled(inFlight);
      await store.close();
      await dependencies.names.idle();
    },
  });
  const { basePath } = config;
  const refusalPage = createRefusalPage({ basePath, stylesheets: site.stylesheets });
  const serveSignIn =
    signInPage &&
    createServeSignIn(signInPage, {
      basePath,
      cookie: dependencies.cookie,
      crossSiteCookie: config.cookieCrossSite,
    });
  const inFlight = new Set<Promise<Response>>();
  async function answer(...call: Parameters<typeof app.fetch>): Promise<Response> {
    const answered = Promise.resolve(app.fetch(...call));
    inFlight.add(answered);
    return answered.finally(() => inFlight.delete(answered));
  }
  const app = createGatewayApp(dependencies, {
    answer,
    serveFile: createServeSite(site, basePath, serveSignIn),
    pageHtml: site.pageHtml,
    drawnPage,
    refusalPage,
    signInPage,
    isReady: stopping.isReady,
  });
  // Do not await anything between listening and this: a request that arrived earlier would never be answered.
  const connections = attach(server, {
    fetch: (request, bindings) => answer(request, bindings),
    headers: securityHeaders({ publicOrigin, frameAncestors: config.frameAncestors }),
    refuse: createRefuse({ page: refusalPage, log, metrics: dependencies.metrics }),
    isClosing: stopping.isClosing,
    onError,
  });
  /** On its own port, at the same address. */
  const startMetrics = async () =>
    config.metricsPort === null
      ? null
      : serveMetrics(dependencies.metrics, { host: config.host, port: config.metricsPort });
  const metrics = await startMetrics().catch(async (error: unknown) => {
    server.close();
    server.closeAllConnections();
    dependencies.sessions.stop();
    // An open store, or its session sweep, would keep the process alive.
    await store.close();
    return giveUp(error);
  });
  if (given.watches ?? !given.upstream) dependencies.watch?.start();
  const senders = await startSenders(dependencies);
  log('listening', { origin: publicOrigin, port, basePath: config.basePath, version });
  const isOpen = config.service.kind === 'real' && !isLoopback({ hostname: config.host });
  if (isOpen && config.publicOrigin === null) {
    const advice = `Unless users open the console at ${publicOrigin}, set for example PUBLIC_ORIGIN=https://sim.example.com: the cookie has no Secure, responses have no HSTS, and links in messages lead to ${publicOrigin}`;
    log('PUBLIC_ORIGIN is not set', { advice });
  }

  return {
    /** The origin that users see, with the actual port if the configuration does not specify one. */
    origin: publicOrigin,
    /** The address that the gateway listens on, behind any reverse proxy. */
    address: { host: config.host, port },
    /** Port of `/metrics`; null if off. */
    metricsPort: metrics?.port ?? null,
    /** Users of the embedded sandbox, whom the sign-in page offers; empty with any other service. */
    users: upstream.users,
    /** Reports "not ready" for DRAIN_SECONDS, then accepts no new requests and waits for those in flight. */
    close() {
      // Immediately, while requests are still being served.
      void dependencies.watch?.stop();
      return stopping.stop();
    },
  };
}

/** The pages and files of the build. */
async function loadPages(
  distDir: string,
  runtimeConfig: RuntimeConfig,
  offer: SandboxOffer | undefined,
) {
  return {
    site: loadSite(distDir, runtimeConfig, offer),
    signInPage: await loadSignInPage(distDir, runtimeConfig, offer),
    drawnPage: await loadDrawnPage(distDir, runtimeConfig),
  };
}

/** Node's network errors that a wrong HOST causes. */
const hostProblems: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'HOST is not an address of this machine',
  EAFNOSUPPORT: 'HOST is a type of address that this machine does not support',
  EAI_AGAIN: 'HOST is a name that cannot be resolved right now',
  EINVAL: 'HOST is an address that no program can listen on',
  ENOTFOUND: 'HOST is a name that has no address',
};

/**
 * A sentence about an address that the gateway cannot listen on, with the key to change and an example; undefined for
 * other errors.
 *
 * @param error thrown by `startGateway`
 */
export function startProblem(
  error: unknown,
  config: Pick<GatewayConfig, 'metricsPort'>,
): string | undefined {
  const code = String(Reflect.get(Object(error), 'code'));
  const hostProblem = Object.hasOwn(hostProblems, code) ? hostProblems[code] : undefined;
  if (hostProblem !== undefined)
    return `${hostProblem}: choose another, for example HOST=127.0.0.1`;
  const port: unknown = Reflect.get(Object(error), 'port');
  // For an unreadable file, the error has the same code but no port.
  if (typeof port !== 'number') return undefined;
  const isMetrics = port === config.metricsPort;
  const [key, example] = isMetrics ? ['METRICS_PORT', '9465'] : ['PORT', '8081'];
  if (code === 'EADDRINUSE') {
    return `${key} is already in use: choose another, for example ${key}=${example}`;
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return `${key} is a port that this user may not listen on: choose a port above 1023, for example ${key}=${example}`;
  }
  return undefined;
}

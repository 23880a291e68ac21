import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { steadyClock, systemClock } from '#lib/clock.ts';

import { createGatewayApp } from './app.ts';
import { readConfig, readVersion } from './config/config.ts';
import { createParts, runtimeConfigOf } from './gateway.ts';
import type { SessionStore } from './sessions/sessions.ts';
import { createRefusalPage } from './site/refusal.ts';
import { createLog } from './telemetry/log.ts';
import { createUpstream, type Upstream } from './upstream.ts';

/** What outlives an edit of the gateway's code, which makes Vite evaluate this module anew. */
interface Kept {
  readonly upstream: Upstream;
  readonly sessions: SessionStore;
}
declare global {
  var simConsoleDev: Kept | undefined;
}

/**
 * The same gateway for the development server, without files: those are Vite's. The sandbox and
 * the sessions stay until that server stops.
 *
 * @param publicOrigin where the development server listens
 */
export async function createDevApp(
  publicOrigin: string,
): Promise<(r: Request) => Promise<Response>> {
  const config = readConfig({ ...process.env, BASE_PATH: '/' });
  const kept = globalThis.simConsoleDev;
  const upstream = kept?.upstream ?? (await createUpstream(config.service, steadyClock));
  const parts = createParts({
    config,
    publicOrigin,
    version: readVersion(),
    upstream,
    clock: steadyClock,
    log: createLog((line) => process.stdout.write(line), systemClock.now),
    ...(kept && { sessions: kept.sessions }),
  });
  globalThis.simConsoleDev = { upstream, sessions: parts.sessions };
  const app = createGatewayApp(parts, {
    serveFile: () => new Response('Not found\n', { status: 404 }),
    refusalPage: createRefusalPage({ basePath: '/', stylesheets: [] }),
    isReady: () => true,
  });
  return async (request) => app.fetch(request);
}

/** What the page is told, as in production. */
export function devRuntimeConfig(): RuntimeConfig {
  return runtimeConfigOf(readConfig({ ...process.env, BASE_PATH: '/' }), readVersion());
}

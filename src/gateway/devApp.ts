import { steadyClock, systemClock } from '#lib/clock.ts';

import { createGatewayApp } from './app.ts';
import {
  createDependencies,
  type Dependencies,
  runtimeConfigOf,
  storeOptions,
} from './dependencies.ts';
import { readVersion } from './files.ts';
import { type GatewayConfig, readConfig } from './ops/config.ts';
import { createLog } from './ops/log.ts';
import { createRefusalPage } from './site/refusal.ts';
import { sandboxOffer } from './site/sandboxOffer.ts';
import { openStore, type Store } from './store.ts';
import { createUpstream, type Upstream } from './upstream.ts';

/** State that survives an edit to the gateway's code, after which Vite reloads this module. */
interface Survivors {
  readonly store: Store;
  /** These belong to the old code, and stop when the new code starts. */
  readonly sessions: Dependencies['sessions'];
  readonly watch: Dependencies['watch'];
}
declare global {
  var simConsoleDev: Survivors | undefined;
  /** Also needed by a page that opens before the first call. */
  var simConsoleDevUpstream: Promise<Upstream> | undefined;
}

async function devUpstream(config: GatewayConfig): Promise<Upstream> {
  return (globalThis.simConsoleDevUpstream ??= createUpstream(config.service, steadyClock));
}

/**
 * The gateway for the development server, without files, because Vite serves those. The sandbox and the sessions live
 * as long as that server.
 *
 * @param publicOrigin where the development server listens
 */
export async function createDevApp(
  publicOrigin: string,
): Promise<(r: Request) => Promise<Response>> {
  const config = readConfig({ ...process.env, BASE_PATH: '/' });
  const survivors = globalThis.simConsoleDev;
  survivors?.sessions.stop();
  await survivors?.watch?.stop();
  const upstream = await devUpstream(config);
  const store = survivors?.store ?? (await openStore(config.database, storeOptions(config)));
  const dependencies = createDependencies({
    config,
    publicOrigin,
    version: readVersion(),
    upstream,
    clock: steadyClock,
    log: createLog((line) => process.stdout.write(line), systemClock.now),
    store,
  });
  const { sessions, watch } = dependencies;
  globalThis.simConsoleDev = { store, sessions, watch };
  watch?.start();
  const app = createGatewayApp(dependencies, {
    serveFile: () => new Response('Not found\n', { status: 404 }),
    refusalPage: createRefusalPage({ basePath: '/', stylesheets: [] }),
  });
  return async (request) => app.fetch(request);
}

/** The configuration for the page, as in production, and the users that it offers. */
export async function devPageData() {
  const config = readConfig({ ...process.env, BASE_PATH: '/' });
  const { users } = await devUpstream(config);
  return { config: runtimeConfigOf(config, readVersion()), offer: sandboxOffer(users) };
}

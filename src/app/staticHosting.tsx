import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router/dom';

import { createBudgets } from '#api/budgets.ts';
import { createCallLog } from '#api/callLog.ts';
import { createHttp } from '#api/http.ts';
import { monitoredSession } from '#api/session/monitoredSession.ts';
import { createSessionMonitor } from '#api/session/sessionMonitor.ts';
import { createTokenAccess } from '#api/session/tokenAccess.ts';
import { createTokenSession } from '#api/session/tokenSession.ts';
import { loadStaticConfig, StaticConfigError } from '#api/staticConfig.ts';
import type { StaticConfig } from '#contract/runtimeConfig.ts';
import { systemClock } from '#lib/clock.ts';
import { browserTextStore } from '#lib/textStore.ts';
import { Page } from '#ui/Page.tsx';

import { createConsoleRouter } from './router.tsx';
import type { ConsoleServices } from './services.ts';

/**
 * The console on a plain web server, with a `config.json` beside the page and the service on the same origin. Loaded
 * only if the page does not come from a gateway.
 */
export async function staticConsole(): Promise<ReactNode> {
  const basePath = import.meta.env.BASE_URL;
  try {
    const config = await loadStaticConfig((path, init) => window.fetch(path, init), basePath);
    return <RouterProvider router={createConsoleRouter(staticServices(config, basePath))} />;
  } catch (error) {
    if (!(error instanceof StaticConfigError)) throw error;
    return (
      <main>
        <Page heading="The console is not set up">
          <p role="alert">{error.message}</p>
        </Page>
      </main>
    );
  }
}

/** Every tab has its own session and keeps track of its own rate limits. */
function staticServices(config: StaticConfig, basePath: string): ConsoleServices {
  const newRequestId = () => crypto.randomUUID();
  const access = createTokenAccess({
    fetch: (path, init) => window.fetch(path, init),
    config,
    clock: systemClock,
    random: Math.random,
    newRequestId,
  });
  const monitor = createSessionMonitor();
  const calls = createCallLog();
  const http = createHttp({
    fetch: access.fetch,
    clock: systemClock,
    newRequestId,
    budgets: createBudgets(systemClock),
    calls,
    onSessionEnded: ({ wasUseless }) => monitor.ended(wasUseless),
  });
  const session = createTokenSession(http, access, {
    customerId: config.customerId ?? null,
    claimPath: config.customerIdClaim ?? null,
  });
  const version = String(import.meta.env['CONSOLE_VERSION']);
  return {
    config: {
      basePath,
      environmentName: config.environmentName ?? '',
      version,
      frameAncestors: config.frameAncestors ?? [],
    },
    http,
    calls,
    monitor,
    hasRecords: false,
    session: monitoredSession(session, monitor),
    storage: browserTextStore(window),
    tabStorage: browserTextStore(window, 'sessionStorage'),
  };
}

import { createBudgets } from '#api/budgets.ts';
import { createCallLog } from '#api/callLog.ts';
import { withFirstAnswers } from '#api/firstAnswers.ts';
import { createHttp } from '#api/http.ts';
import { acrossSessions } from '#api/session/acrossSessions.ts';
import { createCookieSession, gatewayFetch } from '#api/session/cookieSession.ts';
import { monitoredSession } from '#api/session/monitoredSession.ts';
import { createSessionMonitor } from '#api/session/sessionMonitor.ts';
import { connectTabs } from '#api/tabs.ts';
import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { systemClock } from '#lib/clock.ts';
import { browserTextStore } from '#lib/textStore.ts';

import type { ConsoleServices } from './services.ts';

/** The services behind the gateway: all tabs share one session, and no token reaches the browser. */
export function gatewayServices(config: RuntimeConfig): ConsoleServices {
  const tabs = connectTabs(config.basePath);
  const monitor = createSessionMonitor(tabs.session);
  const calls = createCallLog();
  const http = createHttp({
    fetch: acrossSessions(
      withFirstAnswers(
        gatewayFetch((input, init) => window.fetch(input, init), config.basePath),
        document,
        systemClock,
      ),
      monitor,
    ),
    clock: systemClock,
    newRequestId: () => crypto.randomUUID(),
    budgets: createBudgets(systemClock, tabs.budgets),
    calls,
    onSessionEnded: ({ wasUseless }) => monitor.ended(wasUseless),
    // This read finds out who the new user is; that user's page then replaces this one. If it fails, the next call
    // retries.
    onSessionReplaced: () => void session.read({ background: true }).catch(() => undefined),
  });
  const session = monitoredSession(createCookieSession(http), monitor);
  return {
    config,
    http,
    calls,
    monitor,
    hasRecords: true,
    session,
    storage: browserTextStore(window),
    tabStorage: browserTextStore(window, 'sessionStorage'),
  };
}

import { createBudgets } from '#api/budgets.ts';
import { createCallLog } from '#api/callLog.ts';
import { createHttp, type PathFetch } from '#api/http.ts';
import { monitoredSession } from '#api/session/monitoredSession.ts';
import { createSessionMonitor } from '#api/session/sessionMonitor.ts';
import { createTokenAccess } from '#api/session/tokenAccess.ts';
import { createTokenSession } from '#api/session/tokenSession.ts';
import type { StaticConfig } from '#contract/runtimeConfig.ts';
import { systemClock } from '#lib/clock.ts';

import type { ConsoleServices } from './services.ts';

/**
 * The services without a gateway. Every tab has its own session and keeps track of its own rate limits.
 *
 * @param given.fetch sends a request to the service's paths in `config`
 * @param given.basePath path of the page, with a slash at both ends
 */
export function staticServices(
  given: Pick<ConsoleServices, 'storage' | 'tabStorage'> & {
    readonly fetch: PathFetch;
    readonly config: StaticConfig;
    readonly basePath: string;
  },
): ConsoleServices {
  const { config, basePath, storage, tabStorage } = given;
  const newRequestId = () => crypto.randomUUID();
  const access = createTokenAccess({
    fetch: given.fetch,
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
    storage,
    tabStorage,
  };
}

import { createRefreshCall, type RefreshCall } from '#api/tokens/refreshCall.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Clock } from '#lib/clock.ts';

import type { Log } from '../ops/log.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { FetchUpstream } from '../proxy/fetchUpstream.ts';

/**
 * Exchanges a refresh token (API document 4.2). This is the gateway's own call: it has its own request id, and no
 * browser can cancel it.
 */
export function createRefreshUpstream(given: {
  readonly fetchUpstream: FetchUpstream;
  readonly clock: Clock;
  /** Milliseconds since the Unix epoch, for comparison with dates from the service. */
  readonly systemTime: () => number;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'refresh'>;
}): RefreshCall {
  const refresh = createRefreshCall({
    clock: { ...given.clock, now: given.systemTime },
    send: ({ body, signal, clientAddress }) =>
      given.fetchUpstream({
        endpoint: endpoints.refresh,
        requestId: crypto.randomUUID(),
        reportedAddress: clientAddress,
        body,
        signal,
      }),
  });
  return async (refreshToken, reportedAddress) => {
    const outcome = await refresh(refreshToken, reportedAddress);
    given.log('refresh', { outcome: outcome.kind });
    given.metrics.refresh(outcome.kind);
    // A service that counts by the reported address limits only that address, and one user's must delay nobody else. If
    // it counts by the gateway's own, every session finds that out for itself, at most five in a minute.
    const isOwnLimit = outcome.kind === 'busy' && reportedAddress !== undefined;
    return isOwnLimit ? { ...outcome, limited: false } : outcome;
  };
}

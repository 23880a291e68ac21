import type { MiddlewareHandler } from 'hono';

import type { Clock } from '#lib/clock.ts';

import type { Env } from '../http/context.ts';
import type { Log } from './log.ts';
import type { CountedRequest, Metrics } from './metrics.ts';

/** Route name of the health checks, which are neither logged nor counted. */
export const healthRoute = 'health';

/** A request from a browser, answered by Hono or by the HTTP server itself. */
export interface RequestFacts extends CountedRequest {
  readonly requestId: string;
  readonly upstreamRequestId?: string | undefined;
  readonly upstreamMs?: number | undefined;
}

/** Writes a request's log line, and counts the request. */
export function recordRequest(
  { log, metrics }: { readonly log: Log; readonly metrics: Pick<Metrics, 'request'> },
  facts: RequestFacts,
): void {
  metrics.request(facts);
  log('request', { ...facts });
}

/** Logs and counts every request with its final response. */
export function accessLog(dependencies: {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: Clock;
}): MiddlewareHandler<Env> {
  const { clock } = dependencies;
  return async (context, next) => {
    const startedAt = clock.now();
    await next();
    const { requestId, route, upstream } = context.var;
    if (route === healthRoute) return;
    recordRequest(dependencies, {
      requestId,
      upstreamRequestId: upstream.requestId,
      method: context.req.method,
      route,
      status: context.res.status,
      ms: clock.now() - startedAt,
      upstreamMs: upstream.ms,
    });
  };
}

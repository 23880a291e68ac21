import { Hono } from 'hono';

import { apiPrefix, requestIdHeader, sessionPath } from '#contract/session.ts';

import { CalledOffError } from './calledOffError.ts';
import { type Env, type GatewayContext, requestIdOf } from './context.ts';
import { GatewayError } from './gatewayError.ts';
import { isFromConsole } from './guard.ts';
import type { Parts } from './parts.ts';
import { addProxy } from './proxy/proxy.ts';
import { addSessionRoutes } from './sessions/sessionRoutes.ts';
import { securityHeaders } from './site/headers.ts';
import { asPage, isNavigation, type RefusalPage } from './site/refusal.ts';
import { errorFields } from './telemetry/log.ts';

/**
 * The gateway as a fetch handler.
 *
 * @param given.serveFile answers whatever is no call: pages and files
 * @param given.refusalPage what a person sees in place of an error of ours
 * @param given.isReady whether new requests are welcome
 */
export function createGatewayApp(
  parts: Parts,
  given: {
    readonly serveFile: (context: GatewayContext) => Response | Promise<Response>;
    readonly refusalPage: RefusalPage;
    readonly isReady: () => boolean;
  },
): Hono<Env> {
  const { config, publicOrigin, log, metrics, clock } = parts;
  const standing = securityHeaders({ publicOrigin, frameAncestors: config.frameAncestors });
  const app = new Hono<Env>();

  app.use(async (context, next) => {
    const begun = clock.now();
    context.set('requestId', requestIdOf(context.req.header(requestIdHeader)));
    context.set('route', 'other');
    await next();
    if (context.res.status >= 400 && isNavigation((name) => context.req.header(name))) {
      const page = asPage(context.res, given.refusalPage, context.get('requestId'));
      // Hono adds the headers of the former answer to a new one, its type included.
      context.res = undefined;
      context.res = page;
    }
    for (const [name, value] of Object.entries(standing)) context.res.headers.set(name, value);
    if (context.get('route') === 'health') return;
    const seen = {
      method: context.req.method,
      route: context.get('route'),
      status: context.res.status,
      ms: clock.now() - begun,
    };
    metrics.request(seen);
    log('request', {
      requestId: context.get('requestId'),
      upstreamRequestId: context.get('upstreamRequestId'),
      ...seen,
      upstreamMs: context.get('upstreamMs'),
    });
  });

  app.onError((error, context) => {
    const requestId = context.get('requestId');
    if (error instanceof GatewayError) return withCookies(context, error.toResponse(requestId));
    if (error instanceof CalledOffError) return new Response(null, { status: 499 });
    log('failure', { requestId, ...errorFields(error) });
    return new GatewayError('internal').toResponse(requestId);
  });

  for (const [path, ready] of [
    ['/healthz', () => true],
    ['/readyz', given.isReady],
  ] as const) {
    app.get(path, (context) => {
      context.set('route', 'health');
      context.header('cache-control', 'no-store');
      return ready() ? context.text('ok') : context.text('not ready', 503);
    });
  }

  app.route(config.basePath, createCalls(parts));
  app.all('*', given.serveFile);
  return app;
}

/** `/session…` and `/api/…`, behind the guard. */
function createCalls(parts: Parts): Hono<Env> {
  const calls = new Hono<Env>();
  for (const prefix of [sessionPath, apiPrefix]) {
    calls.use(`${prefix}/*`, async (context, next) => {
      const at = new URL(context.req.url).pathname;
      context.set('route', routeOf(at, parts.config.basePath));
      if (!isFromConsole(context.req.raw, parts.publicOrigin)) {
        throw new GatewayError('not_from_console');
      }
      await next();
      context.res.headers.set('cache-control', 'no-store');
      context.res.headers.set(
        requestIdHeader,
        context.res.headers.get(requestIdHeader) ?? context.get('requestId'),
      );
    });
  }
  addSessionRoutes(calls, parts);
  addProxy(calls, parts, parts.config.basePath);
  calls.all(`${sessionPath}/*`, () => {
    throw new GatewayError('not_forwarded');
  });
  return calls;
}

/** Only fixed paths as they are: any other may hold an identifier. */
function routeOf(pathname: string, basePath: string): string {
  const path = pathname.slice(basePath.length - 1);
  return [sessionPath, `${sessionPath}/customer`].includes(path) ? path : 'other';
}

function withCookies(context: GatewayContext, response: Response): Response {
  for (const cookie of context.res.headers.getSetCookie()) {
    response.headers.append('set-cookie', cookie);
  }
  return response;
}

import { Hono, type MiddlewareHandler } from 'hono';
import { requestId } from 'hono/request-id';

import { waitingAlertsPath } from '#contract/alerts.ts';
import {
  apiPrefix,
  customerPath,
  recordsPrefix,
  requestIdHeader,
  sessionPath,
} from '#contract/session.ts';
import { signInPath } from '#contract/signInDocument.ts';

import { createAlertRoutes } from './alerts/alertRoutes.ts';
import { createNativeSignIn } from './auth/nativeSignIn.ts';
import { createSessionRoutes } from './auth/sessionRoutes.ts';
import { RecordsLimitError, StoreUnavailableError } from './db/storeErrors.ts';
import type { Dependencies } from './dependencies.ts';
import { createHistoryRoutes } from './history/historyRoutes.ts';
import { readClientAddress } from './http/clientAddress.ts';
import { emptySpan, type Env, type GatewayContext, requestIdOf } from './http/context.ts';
import { ClientGoneError, GatewayError } from './http/gatewayError.ts';
import { guard } from './http/guard.ts';
import { createRecordRoutes, recordsLimited } from './http/records.ts';
import { createFleetRoutes } from './inventory/inventoryRoutes.ts';
import { createScanRoutes } from './inventory/scansRoute.ts';
import { createNameRoute } from './names/nameRoute.ts';
import { createNotesRoutes } from './notes/notesRoutes.ts';
import { accessLog, healthRoute } from './ops/accessLog.ts';
import { errorFields } from './ops/log.ts';
import { createProxy } from './proxy/proxy.ts';
import type { DrawnPage } from './site/drawnPage.ts';
import { createFirstAnswers } from './site/firstAnswers.ts';
import { defaultHeaders, securityHeaders } from './site/headers.ts';
import { refusalPages, type RefusalPage } from './site/refusal.ts';
import type { SignInPage } from './site/signInPage.ts';
import { createViewRoutes } from './views/viewRoutes.ts';

/**
 * The gateway as a fetch handler.
 *
 * @param given.serveFile responds to requests for pages and files
 * @param given.pageHtml the console's page, for users with a session
 * @param given.drawnPage sends these users the list as HTML; undefined if the build has no renderer
 * @param given.refusalPage the page that shows a user an error from the gateway
 * @param given.signInPage shows sign-in errors on that page; undefined if the build has no such page
 * @param given.isReady whether new requests are accepted, if the store answers
 * @param given.answer handles a call that the gateway makes itself while it prepares a page; the server counts it
 *   as a request in flight
 */
export function createGatewayApp(
  dependencies: Dependencies,
  given: {
    readonly serveFile: (context: GatewayContext) => Response | Promise<Response>;
    readonly pageHtml?: string | undefined;
    readonly drawnPage?: DrawnPage | undefined;
    readonly refusalPage: RefusalPage;
    readonly signInPage?: SignInPage | undefined;
    readonly isReady?: () => boolean;
    readonly answer?: (request: Request, env: GatewayContext['env']) => Promise<Response>;
  },
): Hono<Env> {
  const { config, publicOrigin, log } = dependencies;
  const app = new Hono<Env>();

  app.use(
    requestId({ headerName: '', generator: ({ req }) => requestIdOf(req.header(requestIdHeader)) }),
    requestFacts(config.clientIpHeader),
    accessLog(dependencies),
    defaultHeaders(securityHeaders({ publicOrigin, frameAncestors: config.frameAncestors })),
    refusalPages(given.refusalPage),
  );

  app.onError((error, context) => {
    const { requestId: id } = context.var;
    if (error instanceof GatewayError) return error.toResponse(id);
    if (error instanceof StoreUnavailableError) {
      return new GatewayError('store_unavailable', { retryAfterMs: 2000 }).toResponse(id);
    }
    if (error instanceof RecordsLimitError) return recordsLimited(error).toResponse(id);
    if (error instanceof ClientGoneError) return new Response(null, { status: 499 });
    log('failure', { requestId: id, ...errorFields(error) });
    return new GatewayError('internal').toResponse(id);
  });

  app.get('/healthz', label(healthRoute), neverStored, (context) => context.text('ok'));
  // Without the store, no request can be served, so a load balancer should try another gateway.
  const isAnswering = () =>
    dependencies.store.ping().then(
      () => true,
      () => false,
    );
  app.get('/readyz', label(healthRoute), neverStored, async (context) =>
    given.isReady?.() !== false && (await isAnswering())
      ? context.text('ok')
      : context.text('not ready', 503),
  );

  const records = [
    ...createHistoryRoutes(dependencies),
    ...createFleetRoutes(dependencies),
    ...createScanRoutes(dependencies),
    ...createAlertRoutes(dependencies),
    ...createNotesRoutes(dependencies),
    createNameRoute(dependencies),
    ...createViewRoutes(dependencies),
  ];
  const calls = new Hono<Env>();
  // The gateway's own endpoints, by the names that logs and metrics use.
  for (const path of [
    sessionPath,
    customerPath,
    waitingAlertsPath,
    ...records.map((route) => route.path),
  ]) {
    calls.use(path, label(path));
  }
  for (const path of [`${sessionPath}/*`, `${apiPrefix}/*`, `${recordsPrefix}/*`]) {
    calls.use(path, guard(publicOrigin), neverStored, withRequestId);
  }
  calls.route('/', createSessionRoutes(dependencies));
  if (given.signInPage) {
    calls.on('POST', signInPath, label(signInPath), neverStored, withRequestId);
    calls.route('/', createNativeSignIn(dependencies, given.signInPage));
  }
  const first =
    given.pageHtml === undefined
      ? undefined
      : createFirstAnswers({
          ...dependencies,
          ...config,
          page: given.pageHtml,
          drawnPage: given.drawnPage,
          call: given.answer ?? ((request, env) => app.fetch(request, env)),
          onError: (error) => log('failure', errorFields(error)),
        });
  if (first) calls.get(`${apiPrefix}/things`, first.join);
  calls.route('/', createProxy(dependencies));
  calls.route('/', createRecordRoutes(dependencies, records));

  app.route(config.basePath, calls);
  if (first) app.get('*', first.servePage);
  app.all('*', given.serveFile);
  return app;
}

/** Sets the handlers' context, except the request id. */
function requestFacts(clientIpHeader: string | null): MiddlewareHandler<Env> {
  return async (context, next) => {
    const reported = clientIpHeader === null ? undefined : context.req.header(clientIpHeader);
    const remoteAddress = context.env?.incoming?.socket.remoteAddress;
    context.set('client', readClientAddress(reported, remoteAddress));
    context.set('route', 'other');
    context.set('upstream', emptySpan());
    await next();
  };
}

/** Names the route for logs and metrics. Unnamed routes are `other`, because an address may contain an identifier. */
function label(route: string): MiddlewareHandler<Env> {
  return async (context, next) => {
    context.set('route', route);
    await next();
  };
}

const neverStored: MiddlewareHandler<Env> = async (context, next) => {
  await next();
  context.res.headers.set('cache-control', 'no-store');
};

const withRequestId: MiddlewareHandler<Env> = async (context, next) => {
  await next();
  const { headers } = context.res;
  if (!headers.has(requestIdHeader)) headers.set(requestIdHeader, context.get('requestId'));
};

import { type Context, Hono } from 'hono';

import { openApiDocument } from '#contract/openapi.ts';

import { refresh, signIn } from './endpoints/auth.ts';
import { listGroups, updateGroup } from './endpoints/groups.ts';
import { listThings } from './endpoints/things.ts';
import { v1Routes } from './endpoints/v1.ts';
import type { IncomingRequest } from './handleRequest.ts';
import type { SandboxOptions } from './options.ts';
import { jsonResponse } from './responses.ts';
import { type Route, routeName } from './route.ts';

const routes: readonly Route[] = [
  signIn,
  refresh,
  listThings,
  listGroups,
  updateGroup,
  ...v1Routes,
];

export const routeNames: readonly string[] = routes.map(routeName);

/** The origin of a request, as far as the server knows it. */
export interface Connection {
  readonly clientAddress?: string;
}

/**
 * Finds the endpoint of each request and passes both to `handle`, or only the request if no endpoint matches. `GET
 * /openapi.json` returns the OpenAPI document, which is not part of the service.
 */
export function createRouter(handle: (incoming: IncomingRequest) => Promise<Response>) {
  const app = new Hono<{ Bindings: Connection }>();
  // Only a cut connection or a bug gets here; `fetch` rejects with that error.
  app.onError((error) => {
    throw error;
  });
  app.get('/openapi.json', () => jsonResponse(openApiDocument()));
  const pass = (context: Context<{ Bindings: Connection }>, route?: Route) =>
    handle({
      request: context.req.raw,
      route,
      params: new Map(Object.entries(context.req.param())),
      clientAddress: context.env.clientAddress ?? 'local',
    });
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(route.method, path, (context) => pass(context, route));
  }
  app.notFound((context) => pass(context));
  return app;
}

/** The response to a preflight request, if the options enable CORS. */
export function preflight(request: Request, cors: SandboxOptions['cors']): Response | undefined {
  if (cors === 'off' || request.method !== 'OPTIONS') return undefined;
  const headers = {
    'access-control-allow-methods': 'GET, POST, PUT',
    'access-control-allow-headers': 'authorization, apikey, content-type, x-request-id',
    'access-control-max-age': '600',
  };
  return allowOrigin(request, new Response(null, { status: 204, headers }), cors);
}

/** Headers that a page from another origin can read only if they are exposed. */
const exposedHeaders = 'retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-request-id';

/** Lets a page from another origin read the response, with or without exposing its headers. */
export function allowOrigin(
  request: Request,
  response: Response,
  cors: SandboxOptions['cors'],
): Response {
  const origin = request.headers.get('origin');
  if (cors === 'off' || origin === null) return response;
  response.headers.set('access-control-allow-origin', origin);
  response.headers.append('vary', 'origin');
  if (cors === 'on') response.headers.set('access-control-expose-headers', exposedHeaders);
  return response;
}

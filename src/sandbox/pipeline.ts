import { sleep } from '#lib/clock.ts';

import { authenticate, authorize } from './auth/authorize.ts';
import { peekUser } from './auth/peekUser.ts';
import type { FaultEngine } from './faults.ts';
import type { Spent } from './limits.ts';
import type { SandboxOptions } from './options.ts';
import { loggedQuery, type RequestLog } from './requestLog.ts';
import { errorResponse } from './responses.ts';
import { ServiceError, tooManyRequests } from './responses.ts';
import { type OpenCall, type Route, routeName, type Service } from './route.ts';
import { sentinelFault } from './sentinels.ts';
import { runWithFault } from './spoil.ts';

/** What the way of a request through the sandbox needs. */
export interface Pipeline {
  readonly service: Service;
  readonly faults: FaultEngine;
  readonly log: RequestLog;
  options(): SandboxOptions;
  nextRequestId(): string;
}

/** One request on its way. */
export interface Incoming {
  readonly request: Request;
  /** Missing when no endpoint fits. */
  readonly route: Route | undefined;
  readonly params: ReadonlyMap<string, string>;
  readonly clientAddress: string;
}

/**
 * The whole way of a request: log, latency, faults, token, limits, scope, the endpoint itself, and the
 * error body where one of them refuses. Rejects only when a fault cut the connection or the caller left.
 */
export async function answer(pipeline: Pipeline, incoming: Incoming): Promise<Response> {
  const { request, route } = incoming;
  const options = pipeline.options();
  const { clock } = options;
  const url = new URL(request.url);
  const requestId = pipeline.nextRequestId();
  const body = request.method === 'GET' ? '' : await request.text();
  const name = route ? routeName(route) : `${request.method} ${url.pathname}`;
  const user = peekUser(request, body, pipeline.service.users());
  const done = pipeline.log.add({
    at: clock.now(),
    requestId,
    clientRequestId: request.headers.get('x-request-id'),
    route: name,
    path: url.pathname,
    query: loggedQuery(url.searchParams),
    headerNames: [...request.headers.keys()],
    user,
    status: 0,
  });
  if (options.latencyMs > 0) await sleep(clock, options.latencyMs, request.signal);
  let spent: Spent | undefined;
  const call: OpenCall = {
    body,
    query: url.searchParams,
    params: incoming.params,
    options,
    service: pipeline.service,
    clientAddress: incoming.clientAddress,
    spend(key, limit) {
      spent = pipeline.service.limits.spend(key, limit);
      if (!spent.allowed) {
        throw tooManyRequests(`${limit.requests} per ${limit.windowSeconds} s`, spent.retrySeconds);
      }
    },
  };
  const isConsole = route ? route.base === 'console' : !url.pathname.startsWith('/v1/');
  const refuse = (error: ServiceError) =>
    errorResponse(error, requestId, isConsole ? options.consoleErrors : 'json');
  const fault = sentinelFault(url.searchParams, body) ?? pipeline.faults.take(name, user);
  const response = await runWithFault(fault, clock, request.signal, {
    refuse,
    async run() {
      try {
        return withContentType(await serve(request, route, call), route, options);
      } catch (error) {
        if (error instanceof ServiceError) return refuse(error);
        throw error;
      }
    },
  });
  if (options.requestIdHeader) response.headers.set('x-request-id', requestId);
  if (route?.base === 'api' && route.plausible && response.ok) {
    response.headers.set('x-sandbox-plausible', 'payload');
  }
  response.headers.set('date', new Date(clock.now()).toUTCString());
  if (spent) {
    response.headers.set('x-ratelimit-limit', String(spent.limit));
    response.headers.set('x-ratelimit-remaining', String(spent.remaining));
  }
  done(response.status);
  return response;
}

async function serve(
  request: Request,
  route: Route | undefined,
  call: OpenCall,
): Promise<Response> {
  if (!route) throw new ServiceError(404, 'There is no such path');
  if (route.base === 'auth') {
    refuseQuery(route, call);
    return route.run(call);
  }
  const caller = await authenticate(request, call.service);
  const { options } = call;
  const limit = route.base === 'console' ? options.consoleLimit : options.apiLimits && route.limit;
  if (limit) call.spend(`${routeName(route)} ${caller.user.id}`, limit);
  authorize(request, route, caller, options);
  refuseQuery(route, call);
  return route.run({ ...call, caller });
}

/** An endpoint without query parameters knows none of those that came. */
function refuseQuery(route: Route, { query, options }: OpenCall): void {
  const [name] = query.keys();
  if (name === undefined || route.takesQuery || options.unknownParameters === 'ignore') return;
  throw new ServiceError(400, `Unknown parameter "${name}"`);
}

/** The type of the console endpoints' answers is as little shown as their errors. */
function withContentType(
  response: Response,
  route: Route | undefined,
  { consoleContentType }: SandboxOptions,
): Response {
  if (route?.base !== 'console' || consoleContentType === 'right') return response;
  const isJson = response.headers.get('content-type') === 'application/json';
  if (consoleContentType === 'none') response.headers.delete('content-type');
  else response.headers.set('content-type', isJson ? 'text/html' : 'application/json');
  return response;
}

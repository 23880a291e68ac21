import { sleep } from '#lib/clock.ts';

import { type FaultInjection, injectFault, type Work } from './faultInjection.ts';
import type { Spent } from './limits.ts';
import { magicFault } from './magicValues.ts';
import type { SandboxOptions } from './options.ts';
import { brief, loggedQuery, type RequestLog, userOf } from './requestLog.ts';
import { errorResponse, jsonResponse, ServiceError, tooManyRequests } from './responses.ts';
import type { Caller, OpenCall, ProtectedRoute, Route, Service } from './route.ts';
import { routeName } from './route.ts';
import { checkNames } from './validation.ts';

/** What is needed to handle a request. */
export interface Dependencies {
  readonly service: Service;
  readonly faults: FaultInjection;
  readonly log: RequestLog;
}

export interface IncomingRequest {
  readonly request: Request;
  /** Undefined if no endpoint has this path and method. */
  readonly route: Route | undefined;
  readonly params: ReadonlyMap<string, string>;
  readonly clientAddress: string;
}

/**
 * Processes a request in this order: log, latency, faults, token, limits, scope, the endpoint itself, and the error
 * body if any of these refuses. Rejects only if a fault cuts the connection or the caller gives up.
 */
export async function handleRequest(
  { service, faults, log }: Dependencies,
  { request, route, params, clientAddress }: IncomingRequest,
): Promise<Response> {
  const { options } = service;
  const { clock } = options;
  const { pathname: path, searchParams: query } = new URL(request.url);
  const requestId = `req_${service.random.hex(24)}`;
  const body = request.method === 'GET' ? '' : await request.text();
  const name = routeName(route ?? { method: request.method, path });
  const user = userOf(request, body, service.users);
  const logStatus = log.add({
    at: clock.now(),
    requestId,
    clientRequestId: brief(request.headers.get('x-request-id')),
    route: brief(name),
    path: brief(path),
    query: loggedQuery(query),
    user: brief(user),
    status: 0,
  });
  if (options.latencyMs > 0) await sleep(clock, options.latencyMs, request.signal);

  let spent: Spent | undefined;
  const call: OpenCall = {
    body,
    query,
    params,
    options,
    service,
    clientAddress,
    spend(key, limit) {
      spent = service.limits.spend(key, limit);
      if (!spent.allowed) {
        throw tooManyRequests(`${limit.requests} per ${limit.windowSeconds} s`, spent.retrySeconds);
      }
    },
  };
  const isConsole = route ? route.base === 'console' : !path.startsWith('/v1/');
  const refuse = (error: ServiceError) =>
    errorResponse(error, requestId, isConsole ? options.consoleErrors : 'json');
  const work: Work = {
    refuse,
    async run() {
      try {
        return withContentType(await serve(request, route, call), route, options);
      } catch (error) {
        if (error instanceof ServiceError) return refuse(error);
        throw error;
      }
    },
  };
  const fault = magicFault(query, body) ?? faults.take(name, user);
  const response = await injectFault(fault, work, clock, request);

  const { headers } = response;
  if (options.requestIdHeader) headers.set('x-request-id', requestId);
  if (route?.base === 'api' && route.plausible && response.ok) {
    headers.set('x-sandbox-plausible', 'payload');
  }
  headers.set('date', new Date(clock.now()).toUTCString());
  if (spent && options.rateLimitHeaders !== 'none') {
    if (options.rateLimitHeaders === 'both') headers.set('x-ratelimit-limit', String(spent.limit));
    headers.set('x-ratelimit-remaining', String(spent.remaining));
  }
  logStatus(response.status);
  return response;
}

async function serve(
  request: Request,
  route: Route | undefined,
  call: OpenCall,
): Promise<Response> {
  if (!route) throw new ServiceError(404, 'There is no endpoint at this path');
  if (route.base === 'auth') {
    checkQuery(route, call);
    return route.run(call);
  }
  const caller = await authenticate(request, call.service);
  const { options } = call;
  const limit = route.base === 'console' ? options.consoleLimit : options.apiLimits && route.limit;
  if (limit) call.spend(`${routeName(route)} ${caller.user.id}`, limit);
  const { isWrongApikey } = authorize(request, route, caller, options);
  checkQuery(route, call);
  if (options.timePasses) call.service.passingTime.catchUp(options.clock.now());
  if (isWrongApikey && route.apikey === 'required' && options.wrongApikey === 'emptyLists') {
    return jsonResponse([]);
  }
  return route.run({ ...call, caller });
}

/** An endpoint without documented query parameters may refuse all of them. */
function checkQuery(route: Route, { query, options }: OpenCall): void {
  if (!route.takesQuery) {
    checkNames('Parameter', query.keys(), [], options.unknownParameters === 'refuse');
  }
}

/** Identifies the caller from the Authorization header; throws 401 for each cause in API document 5, rule 1. */
async function authenticate(request: Request, service: Service): Promise<Caller> {
  const header = request.headers.get('authorization');
  if (header === null) throw new ServiceError(401, 'The Authorization header is missing');
  const token = header.match(/^Bearer ([^\s]+)$/)?.[1];
  if (token === undefined) {
    throw new ServiceError(401, 'The Authorization header must read "Bearer <ACCESS_TOKEN>"');
  }
  const user = await service.tokens.userOf(token);
  const customer = service.customers.find(({ id }) => id === user.customerId);
  if (!customer) throw new ServiceError(401, 'The access token is not valid');
  return { user, customer };
}

/** Checks account, scope (API document 5, rules 2 and 3) and `apikey` (rule 4). */
function authorize(
  request: Request,
  route: ProtectedRoute,
  { user, customer }: Caller,
  { wrongApikey, wrongApikeyStatus, readOnlyUsers }: SandboxOptions,
): { readonly isWrongApikey: boolean } {
  if (user.suspended) throw new ServiceError(403, 'The account is suspended');
  const isTaken = route.scope === 'write' && readOnlyUsers.includes(user.username);
  if (isTaken || !user.scopes.includes(route.scope)) {
    throw new ServiceError(403, `The token lacks the scope "${route.scope}"`);
  }
  const apikey = request.headers.get('apikey');
  if (apikey === null) {
    if (route.apikey === 'required') throw new ServiceError(401, 'The header apikey is missing');
    return { isWrongApikey: false };
  }
  const isWrongApikey = apikey !== customer.id;
  const isChecked =
    wrongApikey === 'refused' ||
    (wrongApikey === 'ignoredByUpdates' && route.apikey === 'required');
  if (isWrongApikey && isChecked) {
    throw new ServiceError(wrongApikeyStatus, 'The header apikey names another account');
  }
  return { isWrongApikey };
}

/** The API document shows neither the content type of the console endpoints nor their error bodies. */
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

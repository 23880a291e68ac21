import { type Context, Hono } from 'hono';

import type { Parameter, Parameters, QueryOf } from '#contract/parameters.ts';

import { loadSession, requireSession } from '../auth/loadSession.ts';
import type { Page, PageKey } from '../db/keysetPage.ts';
import type { RecordsLimitError } from '../db/storeErrors.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Env, SessionEnv } from './context.ts';
import { badRequest, GatewayError, methodNotAllowed } from './gatewayError.ts';
import { readJson } from './limitedBody.ts';
import { recordsRetryMs } from './recordTurns.ts';

/** An endpoint of the gateway itself, for a customer's records. */
export interface RecordRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Whether it shows nothing about a customer; `customerId` is then empty. */
  readonly isForAnyCustomer?: true;
  /** @param customerId confirmed in this session */
  readonly answer: (context: Context<SessionEnv>, customerId: string) => Promise<Response>;
}

/** The arguments of a function that reads records. */
interface Asked<Query> {
  readonly customerId: string;
  readonly query: Query;
  /** A decoded part of the path. */
  readonly part: (name: string) => string | undefined;
  /** Aborts once nobody is waiting for the response. */
  readonly signal: AbortSignal;
}

/**
 * An endpoint that reads records of the session's customer, when it is the user's turn.
 *
 * @param route.parameters all allowed query parameters; omit to ignore the query
 * @param read called when its turn has come
 */
export function recordRoute<P extends Parameters>(
  { recordTurns }: Pick<Dependencies, 'recordTurns'>,
  { path, parameters }: { readonly path: string; readonly parameters?: P },
  read: (asked: Asked<QueryOf<P>>) => Promise<object | null>,
): RecordRoute {
  return {
    method: 'GET',
    path,
    async answer(context, customerId) {
      const { pathname, search, searchParams } = new URL(context.req.url);
      const query: QueryOf<P> = parameters ? readQuery(parameters, searchParams) : {};
      const body = await recordTurns.take({
        customerId,
        username: context.get('session').username,
        key: JSON.stringify([pathname, search]),
        signal: context.req.raw.signal,
        read: async (signal) => {
          const part = (name: string) => context.req.param(name);
          return JSON.stringify(await read({ customerId, query, part, signal }));
        },
      });
      return context.body(body, 200, { 'content-type': 'application/json' });
    },
  };
}

/** The endpoints, each behind its checks: a session, a customer whose records it may see, and an allowed method. */
export function createRecordRoutes(
  dependencies: Dependencies,
  routes: readonly RecordRoute[],
): Hono<Env> {
  const load = loadSession(dependencies);
  const app = new Hono<Env>();
  for (const { method, path, answer, isForAnyCustomer } of routes) {
    app.on(method, path, load, requireSession, async (context) =>
      answer(context, isForAnyCustomer ? '' : confirmedCustomer(context.get('session'))),
    );
  }
  for (const [path, allowed] of Map.groupBy(routes, (route) => route.path)) {
    app.all(path, () => {
      throw methodNotAllowed(allowed.map(({ method }) => method).join(', '));
    });
  }
  return app;
}

/**
 * The JSON body of a write to records. While it arrives, the user may sign out.
 *
 * @throws {GatewayError} like `readJson`, or `session_ended`
 */
export async function readUpdate(
  { sessions }: Pick<Dependencies, 'sessions'>,
  context: Context<SessionEnv>,
): Promise<unknown> {
  const body = await readJson(context.req);
  if (!(await sessions.isAlive(context.get('session'), 0))) throw new GatewayError('session_ended');
  return body;
}

/**
 * The customer whose records a session may read. Typing an id is not enough (C5), and a confirmation counts only as
 * long as the service renews the session: a page then calls the service, which decides whether the session ends.
 *
 * @throws {GatewayError} `customer_required` or `customer_unproven`
 */
function confirmedCustomer({
  customerId,
  provenCustomerId,
  engine,
}: SessionEnv['Variables']['session']): string {
  if (customerId === null) throw new GatewayError('customer_required');
  if (customerId !== provenCustomerId || engine.isRefused()) {
    throw new GatewayError('customer_unproven');
  }
  return customerId;
}

/**
 * Reads a query, and refuses unknown parameters, those repeated too often, and invalid values.
 *
 * @throws {GatewayError} `bad_request`, which names the first bad parameter
 */
export function readQuery<P extends Parameters>(
  parameters: P,
  search: URLSearchParams,
): QueryOf<P> {
  for (const name of search.keys()) {
    const most = Object.hasOwn(parameters, name) ? (parameters[name]?.maxTimes ?? 1) : 0;
    if (search.getAll(name).length > most) {
      const names = Object.entries(parameters).map(([known, { maxTimes: times }]) =>
        times === undefined ? known : `${known} (up to ${times} times)`,
      );
      throw badRequest(
        `Allowed parameters: ${names.join(', ')}, each at most once unless stated otherwise.`,
      );
    }
  }
  const read = Object.entries(parameters).flatMap(([name, { parse, expected, maxTimes }]) => {
    const given = search.getAll(name).filter((text) => text !== '');
    const values = given.map((text) => {
      const value = parse(text);
      if (value !== undefined) return value;
      throw badRequest(`"${name}" must be ${expected}.`);
    });
    if (values.length === 0) return [];
    return [[name, maxTimes === undefined ? values[0] : values] as const];
  });
  // oxlint-disable-next-line no-unsafe-type-assertion -- each parsed by its own parameter
  return Object.fromEntries(read) as QueryOf<P>;
}

/** The error response if records could not be read in time. */
export function recordsLimited({ reason }: RecordsLimitError): GatewayError {
  if (reason === 'busy') {
    const message = "Too many of the console's own records are being read at once.";
    return new GatewayError('records_limited', { message, retryAfterMs: recordsRetryMs });
  }
  return new GatewayError('records_limited', {
    // Not a temporary failure: a retry would take just as long.
    status: 422,
    message:
      'The search took too long and was stopped. Narrow it, for example to one Thing Group or a shorter period. If you cannot narrow it, contact the operators of the console.',
  });
}

/** A cursor in a list that is ordered by time and id. */
export const timeCursor: Parameter<PageKey> = {
  parse(text) {
    const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? [];
    return id === undefined ? undefined : { at: Number(at), id };
  },
  expected: 'a cursor from an earlier response',
};

/** Cursors of the previous and next pages; empty for the first page. */
export function cursorsOf<Key>(
  { next, previous }: Pick<Page<unknown, Key>, 'next' | 'previous'>,
  write: (key: Key) => string,
): { readonly next: string | null; readonly previous: string | null } {
  return {
    next: next && write(next),
    previous: previous === 'first' ? '' : previous && write(previous),
  };
}

export const timeCursorsOf = (page: Pick<Page<unknown>, 'next' | 'previous'>) =>
  cursorsOf(page, ({ at, id }) => `${at}.${id}`);

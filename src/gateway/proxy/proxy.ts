import type { Hono } from 'hono';

import { renewalWaitMs } from '#api/session/tokenEngine.ts';
import { endpoints } from '#contract/endpoints.ts';
import { apiPrefix } from '#contract/session.ts';
import type { Clock } from '#lib/clock.ts';

import { CalledOffError } from '../calledOffError.ts';
import { type Env, type GatewayContext, readBody } from '../context.ts';
import { GatewayError } from '../gatewayError.ts';
import { headersFor, type Parts, tracedCall } from '../parts.ts';
import { currentSession } from '../sessions/currentSession.ts';
import type { SessionRecord } from '../sessions/sessions.ts';
import { audited, type AuditNote } from '../telemetry/audit.ts';
import { passAnswer } from './passAnswer.ts';
import { matchCall, type ProxyMatch } from './proxyTable.ts';
import { totalTimeoutMs } from './service.ts';

/**
 * `/api/…`: the console's calls of the service, and nothing else, in the name of who is signed in.
 *
 * @param basePath with a slash at both ends
 */
export function addProxy(app: Hono<Env>, parts: Parts, basePath: string): void {
  const prefix = `${basePath.slice(0, -1)}${apiPrefix}`;

  app.all(`${apiPrefix}/*`, async (context) => {
    const url = new URL(context.req.url);
    // Hono has decoded its own path already; the table judges the one that came.
    if (!url.pathname.startsWith(prefix)) throw new GatewayError('not_forwarded');
    const path = url.pathname.slice(prefix.length);
    const match = matchCall(context.req.method, path, url.searchParams);
    context.set('route', `${apiPrefix}${match.rule.endpoint.path}`);
    return match.rule.endpoint === endpoints.updateThingsGroup
      ? audited(parts, context, match.id, (note) => forward(parts, context, match, note))
      : forward(parts, context, match);
  });
}

/**
 * The longest that the answer to a write takes, once its body has come: a renewal is waited for, and the
 * service has its time once, also where the write is sent again after a 401. Proxies have to wait longer.
 */
export const longestWriteMs = renewalWaitMs.write + totalTimeoutMs;

async function forward(
  parts: Parts,
  context: GatewayContext,
  { rule, path, query }: ProxyMatch,
  note?: AuditNote,
): Promise<Response> {
  const record = currentSession(parts, context);
  note?.by(record);
  const { customerId } = record;
  if (customerId === null) throw new GatewayError('customer_required');
  const body = rule.takesBody ? await readBody(context) : undefined;
  if (body) note?.sends(body);

  const isRead = rule.endpoint.method === 'GET';
  const { signal } = context.req.raw;
  const deadline = createDeadline(parts.clock);
  const send = async (accessToken: string) => {
    // The body, a renewal and a first refusal take their time, in which the person can leave or sign out.
    if (signal.aborted) throw new CalledOffError();
    requireLiving(parts, context, record);
    // What was sent before was refused, so nothing is done yet.
    if (deadline.isOver()) throw refreshBusy({ retryAfterMs: 1000 });
    return tracedCall(parts, context, {
      endpoint: rule.endpoint,
      path,
      query,
      headers: headersFor(parts, context, {
        hasBody: body !== undefined,
        as: { accessToken, customerId },
      }),
      ...(body && { body }),
      deadline: deadline.start(),
      // A person who leaves ends a read; a write may have been done and is seen to its end.
      ...(isRead && { signal }),
    });
  };
  const timeoutMs = isRead ? renewalWaitMs.read : renewalWaitMs.write;
  const outcome = await record.engine
    .send(send, { timeoutMs, signal })
    .catch((error: unknown) => {
      throw error === signal.reason ? new CalledOffError() : error;
    })
    .finally(deadline.cancel);

  switch (outcome.kind) {
    case 'session_ended':
      return endSession(parts, context, record.id, outcome);
    case 'refresh_busy':
      throw refreshBusy(outcome);
    case 'answered': {
      const { response } = outcome;
      // Somebody who signed out meanwhile gets nothing that was read before. What became of a write
      // is told in any case: it was done, or not, whatever became of the session.
      if (isRead) requireLiving(parts, context, record);
      if (rule.endpoint === endpoints.listThingsGroups && response.ok) {
        parts.groupsSeen.learn(customerId, await response.clone().text());
      }
      return passAnswer(response, {
        now: parts.systemTime(),
        requestId: context.get('requestId'),
        acceptEncoding: context.req.header('accept-encoding'),
      });
    }
  }
}

/** One time limit for all that is sent for a call, counted from the first of it. */
function createDeadline(clock: Clock) {
  const over = new AbortController();
  let cancel: (() => void) | undefined;
  return {
    start(): AbortSignal {
      cancel ??= clock.after(totalTimeoutMs, () =>
        over.abort(new GatewayError('upstream_timeout')),
      );
      return over.signal;
    },
    isOver: () => over.signal.aborted,
    cancel: () => cancel?.(),
  };
}

function refreshBusy({ ahead, retryAfterMs }: { ahead?: number; retryAfterMs: number }) {
  return new GatewayError('refresh_busy', {
    headers: { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) },
    ...(ahead !== undefined && {
      message: `Your sign-in has to be renewed first. Sessions before yours: ${ahead}.`,
      details: { ahead },
    }),
  });
}

/** @throws {GatewayError} `session_ended` when it has ended since the request came */
function requireLiving(parts: Parts, context: GatewayContext, record: SessionRecord): void {
  if (!parts.sessions.find(record.id, { background: true })) endSession(parts, context, record.id);
}

function endSession(
  parts: Parts,
  context: GatewayContext,
  id: string,
  { wasUseless = false } = {},
): never {
  const record = parts.sessions.remove(id);
  if (record) {
    parts.sessionLog.ended(
      record,
      wasUseless ? 'renewing did not help' : 'cannot be renewed',
      context,
    );
  }
  throw new GatewayError('session_ended', {
    ...(wasUseless && {
      message:
        'The service went on refusing your sign-in, and renewing it did not help. Sign in again; if that does not help either, the customer ID may be wrong, or the account suspended.',
      details: { wasUseless },
    }),
  });
}

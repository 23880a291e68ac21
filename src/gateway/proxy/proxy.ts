import type { Hono } from 'hono';

import { endpoints } from '#contract/endpoints.ts';
import { apiPrefix } from '#contract/session.ts';

import { type Env, type GatewayContext, readBody } from '../context.ts';
import { GatewayError } from '../gatewayError.ts';
import { headersFor, type Parts, tracedCall } from '../parts.ts';
import { currentSession } from '../sessions/currentSession.ts';
import type { SessionRecord } from '../sessions/sessions.ts';
import { audited, type AuditNote } from '../telemetry/audit.ts';
import { passAnswer } from './passAnswer.ts';
import { matchCall, type ProxyMatch } from './proxyTable.ts';

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

  const outcome = await record.engine.send((accessToken) => {
    // The body, a renewal and a first refusal take their time, in which the person can sign out.
    requireLiving(parts, context, record);
    return tracedCall(parts, context, {
      endpoint: rule.endpoint,
      path,
      query,
      headers: headersFor(parts, context, {
        hasBody: body !== undefined,
        as: { accessToken, customerId },
      }),
      ...(body && { body }),
      // A person who leaves ends a read; a write may have been done and is seen to its end.
      ...(rule.endpoint.method === 'GET' && { signal: context.req.raw.signal }),
    });
  });
  switch (outcome.kind) {
    case 'session_ended':
      return endSession(parts, context, record.id);
    case 'refresh_busy':
      throw new GatewayError('refresh_busy', {
        headers: { 'retry-after': String(Math.ceil(outcome.retryAfterMs / 1000)) },
      });
    case 'answered': {
      const { response } = outcome;
      // Whoever signed out meanwhile gets nothing that was read for them before.
      requireLiving(parts, context, record);
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

/** @throws {GatewayError} `session_ended` when it has ended since the request came */
function requireLiving(parts: Parts, context: GatewayContext, record: SessionRecord): void {
  if (!parts.sessions.find(record.id, { background: true })) endSession(parts, context, record.id);
}

function endSession(parts: Parts, context: GatewayContext, id: string): never {
  const record = parts.sessions.remove(id);
  if (record) parts.sessionLog.ended(record, 'cannot be renewed', context);
  throw new GatewayError('session_ended');
}

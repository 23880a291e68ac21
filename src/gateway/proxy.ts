import type { Hono } from 'hono';

import { apiPrefix } from '#contract/session.ts';

import { type Env, type GatewayContext, readBody } from './context.ts';
import { currentSession } from './currentSession.ts';
import { GatewayError } from './gatewayError.ts';
import { headersFor, type Parts, tracedCall } from './parts.ts';
import { passAnswer } from './passAnswer.ts';
import { matchCall } from './proxyTable.ts';

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
    const { rule, ...call } = matchCall(context.req.method, path, url.searchParams);
    context.set('route', `${apiPrefix}${rule.endpoint.path}`);

    const record = currentSession(parts, context);
    const { customerId } = record;
    if (customerId === null) throw new GatewayError('customer_required');
    const body = rule.takesBody ? await readBody(context) : undefined;

    const outcome = await record.engine.send((accessToken) =>
      tracedCall(parts, context, {
        ...call,
        endpoint: rule.endpoint,
        headers: headersFor(parts, context, {
          hasBody: body !== undefined,
          as: { accessToken, customerId },
        }),
        ...(body && { body }),
        // A person who leaves ends a read; a write may have been done and is seen to its end.
        ...(rule.endpoint.method === 'GET' && { signal: context.req.raw.signal }),
      }),
    );
    switch (outcome.kind) {
      case 'session_ended':
        return endSession(parts, context, record.id);
      case 'refresh_busy':
        throw new GatewayError('refresh_busy', {
          headers: { 'retry-after': String(Math.ceil(outcome.retryAfterMs / 1000)) },
        });
      case 'answered':
        // Whoever signed out meanwhile gets nothing that was read for them before.
        if (!parts.sessions.find(record.id, { background: true })) {
          return endSession(parts, context, record.id);
        }
        return passAnswer(outcome.response, {
          requestId: context.get('requestId'),
          acceptEncoding: context.req.header('accept-encoding'),
        });
    }
  });
}

function endSession(parts: Parts, context: GatewayContext, id: string): never {
  parts.sessions.remove(id);
  parts.log('session ended', { requestId: context.get('requestId') });
  throw new GatewayError('session_ended');
}

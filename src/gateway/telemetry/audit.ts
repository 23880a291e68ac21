import { createHash } from 'node:crypto';

import type { MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';

import type { MaybeSessionEnv, UpstreamSpan } from '../context.ts';
import type { Dependencies } from '../dependencies.ts';
import { ClientGoneError, GatewayError } from '../gatewayError.ts';
import type { ProxyMatch } from '../proxy/proxyTable.ts';
import { pickFields, updateFields } from './groupsSeen.ts';
import type { LogFields } from './log.ts';

interface AuditEnv extends MaybeSessionEnv {
  Variables: MaybeSessionEnv['Variables'] & {
    readonly match: ProxyMatch;
    /** As the browser sent it; undefined where it was not read. */
    readonly body: Uint8Array<ArrayBuffer> | undefined;
  };
}

const object = z.record(z.string(), z.unknown());

/**
 * Writes one audit line for each write, whatever comes of it: who, which group, what was sent, what
 * the service had last said about the group, and the result. It goes around requireSession, since a PUT
 * without a session has its line too.
 */
export function audit({
  log,
  groupsSeen,
}: Pick<Dependencies, 'log' | 'groupsSeen'>): MiddlewareHandler<AuditEnv> {
  return async (context, next) => {
    const { rule, id } = context.get('match');
    if (rule.action === undefined) {
      await next();
      return;
    }
    const { username = null, customerId = null } = context.get('session') ?? {};
    // Looked up before the PUT, since a list that is read meanwhile may already show its effect.
    const before = groupsSeen.find(customerId, id);
    await next();

    const { requestId, upstream, body } = context.var;
    const result = resultOf(upstream);
    if (result !== 'not sent') groupsSeen.forget(customerId, id);
    log('audit', {
      requestId,
      upstreamRequestId: upstream.requestId,
      action: rule.action,
      username,
      groupId: result === 'saved' || groupsSeen.isNamed(id) ? id : digestOf(id),
      ...(body && describe(body)),
      before: before?.fields ?? 'not known',
      beforeAt: before && new Date(before.at).toISOString(),
      result,
      why: reasonOf(context.error),
      status: context.res.status,
    });
  };
}

/** Why the browser was not told the service's answer. */
function reasonOf(error: Error | undefined): string | undefined {
  if (error === undefined) return undefined;
  if (error instanceof ClientGoneError) return 'client_gone';
  return error instanceof GatewayError ? error.code : 'internal';
}

/**
 * Stands for an id that only the browser has named, since that could be anything, a secret included.
 * Somebody who knows an id can still tell whether it was this one.
 */
function digestOf(groupId: string): string {
  return `sha256:${createHash('sha256').update(groupId).digest('hex').slice(0, 16)}`;
}

/** The documented fields by value; of others only their number, since they could be anything. */
function describe(body: Uint8Array): LogFields {
  const parsed = object.safeParse(parse(body));
  if (!parsed.success) return { sent: '(no object)' };
  const known: ReadonlySet<string> = new Set(updateFields);
  const others = Object.keys(parsed.data).filter((name) => !known.has(name)).length;
  return {
    sent: pickFields(parsed.data, updateFields),
    ...(others > 0 && { sentOtherFields: others }),
  };
}

/**
 * What the service's answer says. Any 2xx is "saved": the service documents 200 alone, and another one
 * says no less that it took the PUT. Without an answer, or after a failure, it may have saved or not.
 */
function resultOf({ ms, status }: UpstreamSpan): 'saved' | 'refused' | 'not sent' | 'unknown' {
  if (ms === undefined) return 'not sent';
  if (status === undefined || status >= 500) return 'unknown';
  return status < 300 ? 'saved' : 'refused';
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

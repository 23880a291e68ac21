import { backgroundHeader } from '#contract/session.ts';

import type { GatewayContext } from '../context.ts';
import { GatewayError } from '../gatewayError.ts';
import { clientAddressOf, type Parts } from '../parts.ts';
import type { SessionRecord } from './sessions.ts';

/** The living session that the request's cookie names. */
export function findSession(parts: Parts, context: GatewayContext): SessionRecord | undefined {
  const id = parts.cookie.read(context.req.header('cookie'));
  const background = context.req.header(backgroundHeader) === '1';
  const record = parts.sessions.find(id, { background });
  if (record) record.client.address = clientAddressOf(parts, context);
  return record;
}

/**
 * As findSession, for calls that need one.
 *
 * @throws {GatewayError} `session_ended` when there is none
 */
export function currentSession(parts: Parts, context: GatewayContext): SessionRecord {
  const record = findSession(parts, context);
  if (!record) throw new GatewayError('session_ended');
  return record;
}

/** Forgets the session here and in the browser. The service has no way to end its tokens. */
export function dropSession(parts: Parts, context: GatewayContext): void {
  parts.sessions.remove(parts.cookie.read(context.req.header('cookie')));
  context.header('set-cookie', parts.cookie.clear());
}

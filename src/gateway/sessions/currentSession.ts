import { backgroundHeader } from '#contract/session.ts';

import type { GatewayContext } from '../context.ts';
import { GatewayError } from '../gatewayError.ts';
import { type Parts, reportedAddress } from '../parts.ts';
import type { SessionRecord } from './sessions.ts';

/** The living session that one of the request's cookies names. */
export function findSession(parts: Parts, context: GatewayContext): SessionRecord | undefined {
  const background = context.req.header(backgroundHeader) === '1';
  for (const id of parts.cookie.read(context.req.header('cookie'))) {
    const record = parts.sessions.find(id, { background });
    if (!record) continue;
    record.client.address = reportedAddress(parts, context);
    return record;
  }
  return undefined;
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
  const records = parts.cookie
    .read(context.req.header('cookie'))
    .map((id) => parts.sessions.remove(id))
    .filter((record) => record !== undefined);
  for (const record of records) parts.sessionLog.signOut(context, record);
  if (records.length === 0) parts.sessionLog.signOut(context, undefined);
  for (const line of parts.cookie.clear()) context.header('set-cookie', line, { append: true });
}

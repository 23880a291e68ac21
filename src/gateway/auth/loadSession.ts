import type { MiddlewareHandler } from 'hono';

import { backgroundHeader, ownerHeader, ownerOf } from '#contract/session.ts';

import type { Dependencies } from '../dependencies.ts';
import type { MaybeSessionEnv, SessionEnv } from '../http/context.ts';
import { GatewayError } from '../http/gatewayError.ts';
import type { SessionRecord } from './sessions.ts';

/** Finds the live session that one of the request's cookies identifies, and records the call in it. */
export function loadSession({
  sessions,
  cookie,
}: Pick<Dependencies, 'sessions' | 'cookie'>): MiddlewareHandler<MaybeSessionEnv> {
  return async (context, next) => {
    const ids = cookie.read(context.req.header('cookie'));
    const call = {
      isBackground: context.req.header(backgroundHeader) === '1',
      reportedAddress: context.get('client').reported,
    };
    const session = await firstLiving(ids, (id) => sessions.find(id, call));
    context.set('session', session);
    await next();
  };
}

/**
 * Runs after loadSession on routes that require a session.
 *
 * @throws {GatewayError} `session_ended` when nobody is signed in, `session_replaced` when the page was opened for
 *   another user (T17)
 */
export const requireSession: MiddlewareHandler<SessionEnv> = async (context, next) => {
  const session: SessionRecord | undefined = context.get('session');
  if (!session) throw new GatewayError('session_ended');
  if (!isOwnPage(context.req, session)) throw new GatewayError('session_replaced');
  await next();
};

/** Whether the session's user opened the page that sent this call (T17). */
export function isOwnPage(
  req: { header(name: string): string | undefined },
  session: SessionRecord,
): boolean {
  const owner = req.header(ownerHeader);
  return owner === undefined || owner === encodeURIComponent(ownerOf(session));
}

async function firstLiving(
  ids: readonly string[],
  find: (id: string) => Promise<SessionRecord | undefined>,
): Promise<SessionRecord | undefined> {
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- there is one id, or two, and the first one is nearly always alive
    const session = await find(id);
    if (session) return session;
  }
  return undefined;
}

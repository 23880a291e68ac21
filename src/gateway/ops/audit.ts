import { createHash } from 'node:crypto';

import type { Context, MiddlewareHandler } from 'hono';

import { pickFields, updateKeys } from '#contract/groupValues.ts';

import type { ListedValues } from '../db/storedValues.ts';
import type { Dependencies } from '../dependencies.ts';
import { outcomeOf, type RecordEnv } from '../history/recordChange.ts';
import type { MaybeSessionEnv, SessionEnv } from '../http/context.ts';
import { ClientGoneError, GatewayError } from '../http/gatewayError.ts';
import type { ProxyMatch } from '../proxy/proxyTable.ts';
import type { LogFields, LogValue } from './log.ts';

interface AuditEnv extends MaybeSessionEnv {
  Variables: MaybeSessionEnv['Variables'] & {
    readonly match: ProxyMatch;
    /** Undefined if there was nothing to send. */
    readonly update: RecordEnv['Variables']['update'];
    readonly before: RecordEnv['Variables']['before'];
  };
}

/**
 * Writes one audit line per write, whatever its result: the user, the group, the values sent, the values that the
 * service last listed, and the result. Wraps requireSession, because a PUT without a session gets a line too.
 */
export function audit({ log }: Pick<Dependencies, 'log'>): MiddlewareHandler<AuditEnv> {
  return async (context, next) => {
    const { rule, id } = context.get('match');
    if (rule.action === undefined) return next();
    const { username = null } = context.get('session') ?? {};
    await next();

    const { requestId, upstream, update, before } = context.var;
    const result = outcomeOf(upstream).replace('-', ' ');
    const listed = before?.listed;
    log('audit', {
      requestId,
      upstreamRequestId: upstream.requestId,
      action: rule.action,
      username,
      groupId: result === 'saved' || before?.isNamed === true ? id : digestOf(id),
      ...(update && { sent: brief(update, updateKeys) }),
      before: listed ? brief(listed.values, [...updateKeys, 'DateModified']) : 'not known',
      beforeAt: listed && new Date(listed.at).toISOString(),
      result,
      why: reasonOf(context.error),
      status: context.res.status,
    });
  };
}

/**
 * Runs a write to the console's own records and adds its audit line, which never has what the user wrote.
 *
 * @param line.done the result in the line, if the write succeeds
 * @param line.facts further fields, which the write may complete
 */
export async function audited(
  { log }: Pick<Dependencies, 'log'>,
  context: Context<SessionEnv>,
  line: { readonly action: string; readonly done?: string; readonly facts?: LogFields },
  write: (username: string) => Promise<Response>,
): Promise<Response> {
  const { username } = context.get('session');
  const { action, done = 'done', facts } = line;
  let result = 'refused';
  try {
    const answer = await write(username);
    result = done;
    return answer;
  } catch (error) {
    if (!(error instanceof GatewayError)) result = 'unknown';
    throw error;
  } finally {
    log('audit', { requestId: context.get('requestId'), action, username, ...facts, result });
  }
}

/** Why the browser did not get the service's response. */
function reasonOf(error: Error | undefined): string | undefined {
  if (error === undefined) return undefined;
  if (error instanceof ClientGoneError) return 'client_gone';
  return error instanceof GatewayError ? error.code : 'internal';
}

/**
 * Replaces an id known only from the browser, because it could be anything, even a secret. Anyone who knows the id can
 * still recognize it.
 */
export function digestOf(id: string): string {
  return `sha256:${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;
}

const maxTextLength = 200;

/** The known values of these fields, with long text truncated. */
function brief(values: ListedValues, keys: readonly Exclude<keyof ListedValues, 'Networks'>[]) {
  const fields = Object.entries(pickFields(values, keys)).map(
    ([name, value]): [string, LogValue] => [
      name,
      typeof value === 'string' ? value.slice(0, maxTextLength) : value,
    ],
  );
  return Object.fromEntries(fields);
}

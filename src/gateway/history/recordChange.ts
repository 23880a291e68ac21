import type { MiddlewareHandler } from 'hono';

import { endpoints } from '#contract/endpoints.ts';
import type { ThingsGroupUpdate } from '#contract/groupValues.ts';
import type { SentOutcome } from '#contract/history.ts';
import { isObject } from '#lib/isObject.ts';

import { sessionKey } from '../auth/sealedTokens.ts';
import type { SessionRecord } from '../auth/sessions.ts';
import { type ListedValues, storable } from '../db/storedValues.ts';
import type { Dependencies } from '../dependencies.ts';
import type { SessionEnv, UpstreamSpan } from '../http/context.ts';
import { GatewayError } from '../http/gatewayError.ts';
import type { ProxyMatch } from '../proxy/proxyTable.ts';
import type { GroupBefore } from './groupChanges.ts';

/** For the audit log, whose dates are this machine's and not the database's. */
interface KnownBefore extends Pick<GroupBefore, 'isNamed'> {
  readonly listed: { readonly values: ListedValues; readonly at: number } | undefined;
}

/** Behind `recordChange`. */
export interface RecordEnv extends SessionEnv {
  Variables: SessionEnv['Variables'] & {
    match: ProxyMatch;
    customerId: string;
    /** What a write sends. */
    update: ThingsGroupUpdate | undefined;
    /** What was known of the group before the change; undefined where none was recorded. */
    before: KnownBefore | undefined;
    /** Body of the service's answer to a write that it did not take. */
    refusal: string | undefined;
  };
}

/**
 * Around a PUT of a group: nothing is sent before its row is written, and the row says what became of it (C1, C2).
 *
 * @throws {GatewayError} `not_recorded`
 */
export function recordChange({
  changes,
  detector,
  systemTime,
}: Pick<Dependencies, 'changes' | 'detector' | 'systemTime'>): MiddlewareHandler<RecordEnv> {
  return async (context, next) => {
    const { match, session, customerId, update } = context.var;
    if (match.rule.endpoint !== endpoints.updateThingsGroup || !update) {
      await next();
      return;
    }
    // A list that came before may say what is there now.
    await detector.caughtUp(customerId);
    const change = await changes
      .begin({
        customerId,
        groupId: match.id,
        username: session.username,
        unconfirmedSession: unconfirmedSession(session, customerId),
        after: update,
        requestId: context.get('requestId'),
      })
      .catch(() => {
        throw new GatewayError('not_recorded', { retryAfterMs: 2000 });
      });
    const { listed, isNamed } = change;
    context.set('before', {
      listed: listed ? { values: listed.values, at: systemTime() - listed.ageMs } : undefined,
      isNamed,
    });
    await next();

    const { upstream, refusal } = context.var;
    const outcome = outcomeOf(upstream);
    await change.finish({
      outcome,
      status: upstream.status ?? null,
      message: refusal === undefined ? null : messageOf(refusal),
      serviceRequestId: upstream.requestId ?? null,
    });
  };
}

/**
 * The session that a change counts for nothing without: of a person who has typed a customer id that the service has
 * not confirmed for them, which may be anybody's. An id that comes from the service or from the configuration is
 * nobody's claim, and what is done with it counts at once.
 */
function unconfirmedSession(session: SessionRecord, customerId: string): string | null {
  const { id, mayChangeCustomer, provenCustomerId } = session;
  return mayChangeCustomer && provenCustomerId !== customerId ? sessionKey(id) : null;
}

/**
 * What the service's answer says. Any 2xx is "saved": the service documents 200 alone, and another one
 * says no less that it took the PUT. Without an answer, after a failure, or where a proxy on the way gave up
 * (408), it may have saved or not.
 */
export function outcomeOf({ ms, status }: Pick<UpstreamSpan, 'ms' | 'status'>): SentOutcome {
  if (ms === undefined) return 'not-sent';
  if (status === undefined || status >= 500 || status === 408) return 'unknown';
  return status < 300 ? 'saved' : 'refused';
}

const maxMessageLength = 500;

/** The service's own words: of JSON its message, of plain text all; none of a page for people. */
function messageOf(body: string): string | null {
  const text = storable(readMessage(body) ?? '').trim();
  return text === '' ? null : text.slice(0, maxMessageLength).toWellFormed();
}

function readMessage(body: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer === 'string') return answer;
    const message = isObject(answer) ? (answer['message'] ?? answer['error']) : undefined;
    return typeof message === 'string' ? message : undefined;
  } catch {
    return body.trimStart().startsWith('<') ? undefined : body;
  }
}

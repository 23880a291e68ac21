import type { MiddlewareHandler } from 'hono';

import { endpoints } from '#contract/endpoints.ts';
import type { ThingsGroupUpdate } from '#contract/groupValues.ts';
import type { SentOutcome } from '#contract/saveOutcome.ts';
import type { ErrorWords } from '#lib/errorWords.ts';

import { sessionKey } from '../auth/sealedTokens.ts';
import type { SessionRecord } from '../auth/sessions.ts';
import { type ListedValues, storable } from '../db/storedValues.ts';
import type { Dependencies } from '../dependencies.ts';
import type { SessionEnv, UpstreamSpan } from '../http/context.ts';
import { GatewayError } from '../http/gatewayError.ts';
import type { ProxyMatch } from '../proxy/proxyTable.ts';
import type { GroupBefore } from './groupChanges.ts';

/** For the audit log, which takes its dates from this machine, not from the database. */
interface KnownBefore extends Pick<GroupBefore, 'isNamed'> {
  readonly listed: { readonly values: ListedValues; readonly at: number } | undefined;
}

/** Set by `recordChange`. */
export interface RecordEnv extends SessionEnv {
  Variables: SessionEnv['Variables'] & {
    match: ProxyMatch;
    customerId: string;
    /** The content of a write. */
    update: ThingsGroupUpdate | undefined;
    /** What was known about the group before the change; undefined if no change was recorded. */
    before: KnownBefore | undefined;
    /** What the service said if it refused the write. */
    refusal: ErrorWords | undefined;
  };
}

/**
 * Wraps a PUT to a group: it is sent only once its row is written, and the row then gets the outcome (C1, C2).
 *
 * @throws {GatewayError} `not_recorded`, `upstream_timeout` for a repeated request, or `customer_unproven` after many
 *   changes under a typed, unconfirmed id
 */
export function recordChange({
  changes,
  detector,
  systemTime,
}: Pick<Dependencies, 'changes' | 'detector' | 'systemTime'>): MiddlewareHandler<RecordEnv> {
  return async (context, next) => {
    const { match, session, customerId, update } = context.var;
    if (match.rule.endpoint !== endpoints.updateThingsGroup || !update) return next();
    // A list that was read just before may show the current values.
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
    const { listed, isNamed, isFull, repeats } = change;
    // The result of the first request is unknown here, and sending it again could undo a later change. If the store fails
    // or the user leaves while this waits, the response is the same.
    if (repeats !== undefined) {
      await changes.ended(repeats, context.req.raw.signal).catch(() => {});
      throw new GatewayError('upstream_timeout', {
        message: 'The request arrived twice, so it was sent to the service only once.',
      });
    }
    if (isFull) {
      throw new GatewayError('customer_unproven', {
        message:
          'You have sent 100 changes under a customer ID that the service has not confirmed. Open a list of Things or Thing Groups that is not empty, then try again. This change was not sent.',
      });
    }
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
      message: stored(refusal?.message),
      serviceRequestId: stored(refusal?.requestId ?? upstream.requestId),
    });
  };
}

/**
 * The session whose confirmation a change depends on: its user typed a customer id that may be anybody's, and the
 * service has not confirmed it for the session. Ids from the service or the configuration count immediately.
 */
function unconfirmedSession(session: SessionRecord, customerId: string): string | null {
  const { id, mayChangeCustomer, provenCustomerId } = session;
  return mayChangeCustomer && provenCustomerId !== customerId ? sessionKey(id) : null;
}

/**
 * Derives the outcome from the service's response. Any 2xx is "saved": the service documents only 200, but any other
 * 2xx also means that it accepted the PUT. With no response, after a failure, or if a proxy timed out (408), the change
 * may or may not have been saved.
 */
export function outcomeOf({ ms, status }: Pick<UpstreamSpan, 'ms' | 'status'>): SentOutcome {
  if (ms === undefined) return 'not-sent';
  if (status === undefined || status >= 500 || status === 408) return 'unknown';
  return status < 300 ? 'saved' : 'refused';
}

function stored(text: string | undefined): string | null {
  return text === undefined ? null : storable(text);
}

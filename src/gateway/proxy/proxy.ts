import { type Context, Hono, type Handler, type MiddlewareHandler } from 'hono';

import { renewalWaitMs, serviceTimeoutMs } from '#api/tokens/tokenEngine.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ThingsGroupUpdate } from '#contract/groupValues.ts';
import { apiPrefix } from '#contract/session.ts';
import { maxThingsLimit } from '#contract/thingsQuery.ts';
import { readErrorBody } from '#lib/errorWords.ts';

import { loadSession, requireSession } from '../auth/loadSession.ts';
import { type SessionRecord, storeSpan } from '../auth/sessions.ts';
import type { Dependencies } from '../dependencies.ts';
import { maxTextLength } from '../history/listedGroups.ts';
import { recordChange, type RecordEnv } from '../history/recordChange.ts';
import type { Env, RequestContext } from '../http/context.ts';
import { badRequest, ClientGoneError, GatewayError } from '../http/gatewayError.ts';
import { readJson, readLimited } from '../http/limitedBody.ts';
import { createPersonLimit } from '../http/personLimit.ts';
import { scanPage } from '../inventory/scanPage.ts';
import { audit } from '../ops/audit.ts';
import { confirmsCustomer } from './confirmsCustomer.ts';
import { passAnswer } from './passAnswer.ts';
import { matchCall, type ProxyMatch } from './proxyTable.ts';

/** How long a read assumes that its session still exists, in milliseconds; a write always checks again. */
const freshMs = 1000;

interface MatchEnv extends Env {
  Variables: Env['Variables'] & { match: ProxyMatch };
}

/** `/api/…`: the console's calls to the service on behalf of the signed-in user, and nothing else. */
export function createProxy(dependencies: Dependencies): Hono<Env> {
  return new Hono<Env>().all(
    `${apiPrefix}/*`,
    findInTable(dependencies.config.basePath),
    loadSession(dependencies),
    audit(dependencies),
    requireSession,
    requireCustomer,
    readWrite(dependencies),
    recordChange(dependencies),
    createForward(dependencies),
  );
}

/**
 * @param basePath with a slash at both ends
 * @throws {GatewayError} `not_forwarded`, and `bad_request` for more Things than the largest page has
 */
function findInTable(basePath: string): MiddlewareHandler<MatchEnv> {
  const prefix = `${basePath.slice(0, -1)}${apiPrefix}`;
  return async (context, next) => {
    const url = new URL(context.req.url);
    // Hono's own path is already decoded; the table checks the original (H7).
    if (!url.pathname.startsWith(prefix)) throw new GatewayError('not_forwarded');
    const path = url.pathname.slice(prefix.length);
    const match = matchCall(context.req.method, path, url.searchParams);
    context.set('match', match);
    context.set('route', `${apiPrefix}${match.rule.endpoint.path}`);
    // A service may be lenient about text after the number.
    if (Number.parseFloat(match.query.get('limit') ?? '') > maxThingsLimit) {
      throw badRequest(`A page can have at most ${maxThingsLimit} Things.`);
    }
    await next();
  };
}

const requireCustomer: MiddlewareHandler<RecordEnv> = async (context, next) => {
  const { customerId } = context.get('session');
  if (customerId === null) throw new GatewayError('customer_required');
  context.set('customerId', customerId);
  await next();
};

/** Each may hold a long response in memory. A restarted browser, which reloads all its pages, retries what is refused. */
const maxReads = 60;

/** Limits how many reads of a user the service is answering at a time, in all sessions together. */
function createReadLimit() {
  const reads = new Map<string, number>();
  /** @throws {GatewayError} `records_limited` */
  return async (username: string, read: () => Promise<Response>): Promise<Response> => {
    // The service may accept any letter case of a username.
    const user = username.toLowerCase();
    const count = (by: number) => (reads.get(user) ?? 0) + by;
    if (count(1) > maxReads) throw new GatewayError('records_limited', { retryAfterMs: 2000 });
    reads.set(user, count(1));
    return read().finally(() => {
      if (count(-1) > 0) reads.set(user, count(-1));
      else reads.delete(user);
    });
  };
}

/**
 * Reads the body of a write. The parsed result is what is sent, so that the history has exactly the values that the
 * service receives: otherwise the two might interpret duplicate keys, letter case or types differently.
 *
 * @throws {GatewayError} `too_often`, and `bad_request` for any body other than the documented one (API document 4.4)
 */
function readWrite({ clock }: Pick<Dependencies, 'clock'>): MiddlewareHandler<RecordEnv> {
  // Each change adds a row to the history. A run over several groups waits at this limit, as it does at the service's.
  const limitWrites = createPersonLimit(clock, 120, 'sent too many changes');
  return async (context, next) => {
    const { match, session } = context.var;
    const { body } = match.rule;
    if (body === undefined) return next();
    limitWrites(session.username);
    const read = body.safeParse(await readJson(context.req));
    if (!read.success || !Object.values(read.data).every(isKept)) {
      throw badRequest(
        `A change must contain exactly ${Object.keys(body.shape).join(', ')}, each of its documented type. A text can have at most ${maxTextLength} characters. Nothing was sent.`,
      );
    }
    context.set('update', read.data);
    await next();
  };
}

/** Whether the history and the service get the same text: a lone surrogate cannot be encoded in UTF-8. */
function isKept(value: ThingsGroupUpdate[keyof ThingsGroupUpdate]): boolean {
  return typeof value !== 'string' || (value.length <= maxTextLength && value.isWellFormed());
}

function createForward(dependencies: Dependencies): Handler<RecordEnv> {
  const { clock, systemTime, sessions, fetchUpstream, detector, fleet } = dependencies;
  const limitReads = createReadLimit();

  return async (context) => {
    const { match, session, customerId, update } = context.var;
    const { endpoint } = match.rule;
    const isRead = endpoint.method === 'GET';
    const { signal } = context.req.raw;
    let firstSentAt: number | undefined;
    let sentAt = clock.now();

    const send = async (accessToken: string) => {
      // While a body is read, a token renewed or a call repeated, the user may leave or sign out.
      const isAlive = await sessions.isAlive(session, isRead ? freshMs : 0);
      if (signal.aborted) throw new ClientGoneError();
      if (!isAlive) throw new GatewayError('session_ended');
      sentAt = clock.now();
      firstSentAt ??= sentAt;
      // A single time limit for all attempts. Any earlier one was refused, so nothing has been done yet.
      const leftMs = firstSentAt + serviceTimeoutMs - sentAt;
      if (leftMs <= 0) throw refreshBusy({ retryAfterMs: 1000 });
      const call = async () =>
        fetchUpstream(
          {
            endpoint,
            path: match.path,
            query: match.query,
            requestId: context.get('requestId'),
            reportedAddress: context.get('client').reported,
            as: { accessToken, customerId },
            body: update && JSON.stringify(update),
            timeoutMs: leftMs,
            // Leaving the page cancels a read; a write may already have taken effect, so its response is awaited.
            signal: isRead ? signal : undefined,
          },
          context.get('upstream'),
        );
      return isRead ? limitReads(session.username, call) : call();
    };
    const timeoutMs = isRead ? renewalWaitMs.read : renewalWaitMs.write;
    const outcome = await session.engine
      .send(send, { timeoutMs, signal, isUnconfirmed: () => session.isUnconfirmed(customerId) })
      .catch((error: unknown) => {
        throw error === signal.reason ? new ClientGoneError() : error;
      });

    switch (outcome.kind) {
      case 'session_ended':
        await endSession(dependencies, context, session, outcome.wasUseless);
        throw sessionEnded(outcome.wasUseless);
      case 'refresh_busy':
        throw refreshBusy(outcome);
      case 'answered': {
        const { response } = outcome;
        const answeredAt = clock.now();
        if (response.status === 429) dependencies.noteLimited();
        const isConfirmed = await isCustomerConfirmed(dependencies, context, response);
        // After a sign-out, nobody gets data that was read earlier. The outcome of a write is always reported, because
        // ending the session does not undo the write.
        if (isRead && !(await sessions.isAlive(session, freshMs)))
          throw new GatewayError('session_ended');
        const time = storeSpan(session, sentAt, answeredAt);
        if (!isRead && !response.ok)
          context.set('refusal', readErrorBody(await response.clone().text()));
        return passAnswer(response, context, systemTime(), (answer) => {
          // A response to a call with a typed, unconfirmed id says nothing about that customer.
          if (!isConfirmed || !response.ok) return;
          // Other successful responses may carry only part of the list.
          const isWhole = response.status === 200;
          if (endpoint === endpoints.listThingsGroups && isWhole)
            detector.detect(customerId, time, answer);
          if (endpoint !== endpoints.listThings) return;
          const page = isWhole ? scanPage(match.query) : undefined;
          const asked = page === undefined ? undefined : { page, username: session.username };
          fleet.record(customerId, time, answer, asked);
        });
      }
    }
  };
}

/**
 * Whether the service has confirmed this call's customer id for its session, in this response or earlier. Only the id
 * that was sent is confirmed, whatever id the user has chosen since.
 */
async function isCustomerConfirmed(
  { sessions, sessionLog }: Dependencies,
  context: Context<RecordEnv>,
  response: Response,
): Promise<boolean> {
  const { session, customerId, match } = context.var;
  if (session.provenCustomerId === customerId) return true;
  const { confirmsBy } = match.rule;
  if (!(confirmsBy && response.ok)) return false;
  const json = await readLimited(response.clone(), Infinity);
  if (!confirmsCustomer(json, { customerId, confirmsBy })) return false;
  // If the store does not accept the confirmation, the next list confirms the id again.
  const isFirst = await sessions.noteConfirmed(session, customerId).catch(() => false);
  if (isFirst) sessionLog.customerAccepted(context, session.username, customerId);
  return true;
}

function refreshBusy({ ahead, retryAfterMs }: { ahead?: number; retryAfterMs: number }) {
  return new GatewayError('refresh_busy', {
    retryAfterMs,
    ...(ahead !== undefined && {
      message: `Your sign-in is queued for renewal. Sessions ahead of yours: ${ahead}.`,
      details: { ahead },
    }),
  });
}

/** Removes a session that the service no longer renews; only the first request to notice logs it. */
async function endSession(
  { sessions, sessionLog }: Dependencies,
  context: RequestContext,
  { id }: SessionRecord,
  wasUseless: boolean,
): Promise<void> {
  const removed = await sessions.remove(id);
  if (!removed) return;
  sessionLog.ended(removed, wasUseless ? 'renewing did not help' : 'cannot be renewed', context);
}

function sessionEnded(wasUseless: boolean): GatewayError {
  if (!wasUseless) return new GatewayError('session_ended');
  return new GatewayError('session_ended', {
    message:
      'The service kept refusing your session after it was renewed. Sign in again. If it is refused again, the customer ID may be wrong, or the account may be suspended.',
    details: { wasUseless },
  });
}

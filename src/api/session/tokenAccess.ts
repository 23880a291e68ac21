import { endpoints } from '#contract/endpoints.ts';
import type { StaticConfig } from '#contract/runtimeConfig.ts';
import {
  apiPrefix,
  backgroundHeader,
  gatewayErrorHeader,
  requestIdHeader,
} from '#contract/session.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import type { TokenPair } from '#contract/tokenPair.ts';
import type { Clock } from '#lib/clock.ts';
import { retryAfterHeader } from '#lib/retryAfter.ts';

import type { PathFetch } from '../http.ts';
import { createRefreshCall } from '../tokens/refreshCall.ts';
import { createOwnTurns } from '../tokens/refreshQueue.ts';
import { newTokens } from '../tokens/sessionTokens.ts';
import {
  createTokenEngine,
  renewalWaitMs,
  serviceTimeoutMs,
  type SendOutcome,
  type TokenEngine,
} from '../tokens/tokenEngine.ts';
import { createMemoryTokenRecord } from '../tokens/tokenRecord.ts';
import { afterSession } from './acrossSessions.ts';
import { refusal } from './refusal.ts';

export type TokenAccess = ReturnType<typeof createTokenAccess>;

/** No cookies, no browser cache, and no redirects, because they would carry `apikey` along. */
const plainly = { credentials: 'omit', cache: 'no-store', redirect: 'error' } as const;

/**
 * Access to the service without a gateway. The tokens are only in this tab's memory, never in storage or the URL.
 */
export function createTokenAccess(given: {
  /** Sends a request to the page's own origin. */
  readonly fetch: PathFetch;
  readonly config: Pick<StaticConfig, 'apiUrl' | 'consoleUrl'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newRequestId: () => string;
}) {
  const { clock, config, random } = given;
  // One per tab, because tabs do not coordinate.
  const queue = createOwnTurns(clock);
  const refresh = createRefreshCall({
    clock,
    send: ({ body, signal }) =>
      given.fetch(`${config.apiUrl}${endpoints.refresh.path}`, {
        ...plainly,
        method: endpoints.refresh.method,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          [requestIdHeader]: given.newRequestId(),
        },
        body,
        signal,
      }),
  });
  let current:
    | {
        info: SessionInfo;
        readonly engine: TokenEngine;
        /** The customer id used by the last answered call. */
        acceptedId?: string;
      }
    | undefined;

  /** One request, aborted by `timeout` unless its response has been read. */
  async function send(
    url: string,
    init: RequestInit,
    timeout: AbortSignal,
    identity: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.delete(backgroundHeader);
    for (const [name, value] of Object.entries(identity)) headers.set(name, value);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    return unmarked(await given.fetch(url, { ...init, ...plainly, headers, signal }));
  }

  function newTimeout(): AbortSignal {
    const timeout = new AbortController();
    clock.after(serviceTimeoutMs, () => timeout.abort());
    return timeout.signal;
  }

  async function callAsUser(path: string, init: RequestInit): Promise<Response> {
    const mine = current;
    if (!mine) return refusal('session_ended', 401);
    const { customerId, username, mayChangeCustomer } = mine.info;
    if (customerId === null) return refusal('customer_required', 400);

    const isRead = init.method === 'GET';
    const base = path.startsWith('/v1/') ? config.apiUrl : config.consoleUrl;
    let timeout: AbortSignal | undefined;
    const outcome = await mine.engine
      .send(
        async (accessToken) => {
          // The call may have waited for a renewal: nothing is sent after the user has left.
          if (current !== mine) throw new SessionOverError();
          // One limit for both attempts, if the call is sent again after a 401.
          timeout ??= newTimeout();
          return send(`${base}${path}`, init, timeout, {
            authorization: `Bearer ${accessToken}`,
            apikey: customerId,
          });
        },
        {
          timeoutMs: isRead ? renewalWaitMs.read : renewalWaitMs.write,
          signal: init.signal ?? undefined,
          isUnconfirmed: () => mayChangeCustomer && mine.acceptedId !== customerId,
        },
      )
      .catch((error: unknown): SendOutcome => {
        if (!(error instanceof SessionOverError)) throw error;
        return { kind: 'session_ended', wasUseless: false };
      });
    const hasEnded = outcome.kind === 'session_ended';
    if (outcome.kind === 'answered' && outcome.response.ok) mine.acceptedId = customerId;
    // A write's outcome is always reported, whatever happened to the session.
    if (!isRead && !hasEnded && outcome.kind === 'answered') return outcome.response;
    // After a sign-out, earlier reads are not shown.
    if (!current) return refusal('session_ended', 401);
    const isSamePerson = current.info.username === username;
    if (!isSamePerson || (hasEnded && current !== mine)) {
      return afterSession({ isRead, isSamePerson }, () => callAsUser(path, init));
    }
    switch (outcome.kind) {
      case 'session_ended':
        end();
        return refusal('session_ended', 401, { wasUseless: outcome.wasUseless });
      case 'refresh_busy':
        return refusal(
          'refresh_busy',
          503,
          { ahead: outcome.ahead },
          retryAfterHeader(outcome.retryAfterMs),
        );
      case 'answered':
        return outcome.response;
    }
  }

  /** Discards the tokens; the service has no call to revoke them. */
  function end() {
    current?.engine.close();
    current = undefined;
  }

  return {
    /**
     * Calls under `apiPrefix` go to the service for the signed-in user; all others are sent unchanged. The gateway's
     * own errors are created here, with the same codes.
     */
    async fetch(path: string, init: RequestInit) {
      return path.startsWith(`${apiPrefix}/`)
        ? callAsUser(path.slice(apiPrefix.length), init)
        : send(`${config.apiUrl}${path}`, init, newTimeout());
    },
    /** Who is signed in. */
    info: () => current?.info ?? null,
    begin(info: SessionInfo, pair: TokenPair) {
      end();
      const store = createMemoryTokenRecord(newTokens(pair, clock, random));
      current = { info, engine: createTokenEngine({ store, refresh, clock, random, queue }) };
    },
    /** @returns null when nobody is signed in */
    chooseCustomer(customerId: string) {
      if (!current) return null;
      current.info = { ...current.info, customerId };
      return current.info;
    },
    end,
  };
}

/** A call's session ended before the call was sent. */
class SessionOverError extends Error {
  override readonly name = 'SessionOverError';
}

/** A response from the service, which must not look like one from `refusal`. */
function unmarked(answer: Response): Response {
  if (!answer.headers.has(gatewayErrorHeader)) return answer;
  const { status, statusText } = answer;
  const headers = new Headers(answer.headers);
  headers.delete(gatewayErrorHeader);
  return new Response(answer.body, { status, statusText, headers });
}

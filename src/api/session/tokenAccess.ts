import { endpoints } from '#contract/endpoints.ts';
import type { StaticConfig } from '#contract/runtimeConfig.ts';
import {
  apiPrefix,
  backgroundHeader,
  type GatewayErrorCode,
  gatewayErrorHeader,
  requestIdHeader,
} from '#contract/session.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import type { TokenPair } from '#contract/tokenPair.ts';
import type { Clock } from '#lib/clock.ts';
import { unlessAborted } from '#lib/unlessAborted.ts';

import type { PathFetch } from '../http.ts';
import { createRefreshBudget } from './refreshBudget.ts';
import { createRefreshCall } from './refreshCall.ts';
import { createTokenEngine, type SendOutcome, type TokenEngine } from './tokenEngine.ts';

/**
 * The way to the service without a gateway. The tokens are in this tab's memory and nowhere else: no
 * storage, no address, no other tab.
 */
export interface TokenAccess {
  /**
   * Calls under `apiPrefix` go to the service in the name of who is signed in, all others as they
   * are. What a gateway would say itself is answered here, with the same codes.
   */
  readonly fetch: PathFetch;
  /** Who is signed in. */
  info(): SessionInfo | null;
  begin(info: SessionInfo, pair: TokenPair): void;
  /** @returns null when nobody is signed in */
  chooseCustomer(customerId: string): SessionInfo | null;
  /** Forgets the tokens; the service has no call that ends them. */
  end(): void;
}

/** As the gateway waits for the service. */
const timeoutMs = 60_000;

/** No cookies, nothing kept by the browser's cache, and no redirect, which `apikey` would follow. */
const plainly = { credentials: 'omit', cache: 'no-store', redirect: 'error' } as const;

export function createTokenAccess(given: {
  /** Reaches the page's own origin. */
  readonly fetch: PathFetch;
  readonly config: Pick<StaticConfig, 'apiUrl' | 'consoleUrl'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newRequestId: () => string;
}): TokenAccess {
  const { clock, config, random } = given;
  const budget = createRefreshBudget(clock);
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
  let current: { info: SessionInfo; readonly engine: TokenEngine } | undefined;

  /** One request; the time-out counts until its answer has been read, and then ends nothing. */
  async function send(
    url: string,
    init: RequestInit,
    identity: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.delete(backgroundHeader);
    for (const [name, value] of Object.entries(identity)) headers.set(name, value);
    const timeout = new AbortController();
    clock.after(timeoutMs, () => timeout.abort());
    const signal = init.signal ? AbortSignal.any([init.signal, timeout.signal]) : timeout.signal;
    return unmarked(await given.fetch(url, { ...init, ...plainly, headers, signal }));
  }

  async function callAsUser(path: string, init: RequestInit): Promise<Response> {
    const mine = current;
    if (!mine) return refusal('session_ended', 401);
    const { customerId, username } = mine.info;
    if (customerId === null) return refusal('customer_required', 400);

    const base = path.startsWith('/v1/') ? config.apiUrl : config.consoleUrl;
    let isLate = false;
    const work = mine.engine.send(async (accessToken) => {
      // A renewal may have been waited for meanwhile: nothing is sent for whoever has left.
      isLate = current !== mine;
      if (isLate) return new Response();
      return send(`${base}${path}`, init, {
        authorization: `Bearer ${accessToken}`,
        apikey: customerId,
      });
    });
    const settled = await (init.signal ? unlessAborted(work, init.signal) : work);
    const outcome: SendOutcome = isLate ? { kind: 'session_ended' } : settled;
    // Whoever signed out meanwhile gets nothing that was read for them before.
    if (!current) return refusal('session_ended', 401);
    // The session of whoever signed in after them lives.
    if (current.info.username !== username) return new Response(null, { status: 401 });
    switch (outcome.kind) {
      case 'session_ended':
        // Signed in again meanwhile: a read goes on in the new session, a write waits for the person.
        if (current !== mine) {
          return init.method === 'GET'
            ? callAsUser(path, init)
            : new Response(null, { status: 401 });
        }
        current = undefined;
        return refusal('session_ended', 401);
      case 'refresh_busy':
        return refusal('refresh_busy', 503, {
          'retry-after': String(Math.ceil(outcome.retryAfterMs / 1000)),
        });
      case 'answered':
        return outcome.response;
    }
  }

  return {
    async fetch(path, init) {
      return path.startsWith(`${apiPrefix}/`)
        ? callAsUser(path.slice(apiPrefix.length), init)
        : send(`${config.apiUrl}${path}`, init);
    },
    info: () => current?.info ?? null,
    begin(info, pair) {
      current = { info, engine: createTokenEngine({ pair, refresh, clock, random, budget }) };
    },
    chooseCustomer(customerId) {
      if (!current) return null;
      current.info = { ...current.info, customerId };
      return current.info;
    },
    end() {
      current = undefined;
    },
  };
}

/** An answer that is not the service's; the page has the words for each code. */
function refusal(code: GatewayErrorCode, status: number, headers: Record<string, string> = {}) {
  return Response.json({ code }, { status, headers: { ...headers, [gatewayErrorHeader]: '1' } });
}

/** An answer of the service, which must not pass for one of `refusal`. */
function unmarked(answer: Response): Response {
  if (!answer.headers.has(gatewayErrorHeader)) return answer;
  const { status, statusText } = answer;
  const headers = new Headers(answer.headers);
  headers.delete(gatewayErrorHeader);
  return new Response(answer.body, { status, statusText, headers });
}

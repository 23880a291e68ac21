import type { Handler } from 'hono';

import { findCustomerId } from '#api/session/customerId.ts';
import { createRefreshCall, type RefreshCall } from '#api/session/refreshCall.ts';
import { newTokens } from '#api/session/sessionTokens.ts';
import { createTokenEngine } from '#api/session/tokenEngine.ts';
import { createMemoryTokenStore } from '#api/session/tokenStore.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { credentials, tokenPair, type TokenPair } from '#contract/tokenPair.ts';

import type { Dependencies } from '../dependencies.ts';
import { ClientGoneError, GatewayError } from '../gatewayError.ts';
import { readJson } from '../limitedBody.ts';
import { passAnswer } from '../proxy/passAnswer.ts';
import type { SignInEnv } from '../telemetry/sessionLog.ts';
import type { SessionRecord, SessionStore } from './sessionStore.ts';

/** `POST /session`: asks the service for tokens, and begins a session in place of any former one. */
export function createSignIn(dependencies: Dependencies): Handler<SignInEnv> {
  const { config, clock, systemTime, random } = dependencies;
  const { sessions, cookie, sessionLog, signInLimit, fetchUpstream, refreshQueue } = dependencies;
  const refresh = createRefresh(dependencies);

  return async (context) => {
    const given = credentials.safeParse(await readJson(context.req));
    if (!given.success) {
      throw new GatewayError('bad_request', { message: 'A username and a password are needed.' });
    }
    const { username, password } = given.data;
    context.set('username', username);
    const { address, reported } = context.get('client');
    // Counted here, since only from here on could the service be asked.
    const waitMs = await signInLimit.take(address);
    if (waitMs > 0) throw new GatewayError('sign_in_limited', { retryAfterMs: waitMs });

    const answer = await fetchUpstream(
      {
        endpoint: endpoints.token,
        requestId: context.get('requestId'),
        reportedAddress: reported,
        body: JSON.stringify({ username, password }),
      },
      context.get('upstream'),
    );
    if (!answer.ok) return passAnswer(answer, context, systemTime());
    const pair = readPair(await answer.text());
    // A browser that has gone never gets the new cookie, and goes on with the former session.
    if (context.req.raw.signal.aborted) throw new ClientGoneError();

    const cookies = context.req.header('cookie');
    const former = await Promise.all(cookie.read(cookies).map(sessions.remove));
    for (const record of former) {
      if (record) sessionLog.ended(record, 'replaced by a new sign-in', context);
    }
    const session = await sessions.create({
      username,
      customerId: findCustomerId(pair, {
        customerId: config.customerId,
        claimPath: config.customerIdClaim,
      }),
      signInAddress: address ?? null,
      reportedAddress: reported,
      newEngine: (seen) =>
        createTokenEngine({
          store: createMemoryTokenStore(newTokens(pair, clock, random)),
          clock,
          random,
          queue: refreshQueue,
          refresh: (refreshToken) => refresh(refreshToken, seen.reportedAddress),
        }),
    });
    for (const line of cookie.set(session.id, cookies)) {
      context.header('set-cookie', line, { append: true });
    }
    return context.json(infoOf(sessions, session));
  };
}

/** What the browser is told about its session. */
export function infoOf(sessions: SessionStore, session: SessionRecord): SessionInfo {
  const { username, customerId, mayChangeCustomer } = session;
  return { username, customerId, mayChangeCustomer, endsIn: sessions.endsIn(session) };
}

function readPair(text: string): TokenPair {
  try {
    return tokenPair.parse(JSON.parse(text));
  } catch {
    throw new GatewayError('upstream_answer', {
      message: 'The service accepted the sign-in, and its answer has no tokens that can be read.',
    });
  }
}

/** Each refresh is a call of the gateway's own: it has its own request id, and no browser can cancel it. */
function createRefresh({
  fetchUpstream,
  clock,
  systemTime,
  log,
  metrics,
}: Dependencies): RefreshCall {
  const refresh = createRefreshCall({
    // It compares the time only with dates of the service, never with an earlier reading.
    clock: { ...clock, now: systemTime },
    send: ({ body, signal, clientAddress }) =>
      fetchUpstream({
        endpoint: endpoints.refresh,
        requestId: crypto.randomUUID(),
        reportedAddress: clientAddress,
        body,
        signal,
      }),
  });
  return async (refreshToken, reportedAddress) => {
    const outcome = await refresh(refreshToken, reportedAddress);
    log('refresh', { outcome: outcome.kind });
    metrics.refresh(outcome.kind);
    return outcome;
  };
}

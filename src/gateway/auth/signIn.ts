import type { Handler } from 'hono';

import { findCustomerId } from '#api/tokens/customerId.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { credentials, tokenPair, type TokenPair } from '#contract/tokenPair.ts';

import { StoreUnavailableError } from '../db/storeErrors.ts';
import type { Dependencies } from '../dependencies.ts';
import { badRequest, ClientGoneError, GatewayError } from '../http/gatewayError.ts';
import { readJson } from '../http/limitedBody.ts';
import type { SignInEnv } from '../ops/sessionLog.ts';
import { passAnswer } from '../proxy/passAnswer.ts';
import type { SessionRecord } from './sessions.ts';

/**
 * Gets tokens from the service, and starts a session that replaces the browser's previous session, if any.
 *
 * @param readInput reads the username and password: for `POST /session`, from JSON
 */
export function createSignIn(
  dependencies: Dependencies,
  readInput: (req: Parameters<typeof readJson>[0]) => Promise<unknown> = readJson,
): Handler<SignInEnv> {
  const { systemTime, store, sessions, cookie, sessionLog, signInLimit } = dependencies;
  const { fetchUpstream } = dependencies;
  const { customerId, customerIdClaim: claimPath } = dependencies.config;

  return async (context) => {
    const given = credentials.safeParse(await readInput(context.req));
    if (!given.success || !isStorable(given.data.username)) {
      throw badRequest('A username and a password are required.');
    }
    const { username, password } = given.data;
    context.set('username', username);
    const { address, reported } = context.get('client');
    // Tokens that cannot be stored would be lost, and the service limits sign-ins (API document 8.3). A failure here is
    // not counted as an attempt, because the page retries until the store responds.
    await store.ping();
    // Counted here, because the service is not called before this point.
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
    // A browser that has disconnected never gets the new cookie, and keeps its current session.
    if (context.req.raw.signal.aborted) throw new ClientGoneError();

    const cookies = context.req.header('cookie');
    const user = {
      username,
      customerId: findCustomerId(pair, { customerId, claimPath }),
      address: address ?? null,
      reportedAddress: reported,
      pair,
    };
    const { session, replaced } = await sessions
      .create(user, cookie.read(cookies))
      .catch((error: unknown) => {
        if (!(error instanceof StoreUnavailableError)) throw error;
        // Pages would repeat the sign-in until the store responds, and the service counts each one.
        const message = 'The service accepted the sign-in, but the console could not store it.';
        throw new GatewayError('internal', { status: 503, message });
      });
    for (const former of replaced) {
      sessionLog.ended(former, 'replaced by a new sign-in', context);
    }
    for (const line of cookie.set(session.id, cookies)) {
      context.header('set-cookie', line, { append: true });
    }
    return context.json(infoOf(session));
  };
}

/** The name is stored, indexed and shown, and PostgreSQL accepts neither NUL nor long values in an index. */
function isStorable(username: string): boolean {
  return username.length <= 256 && username.isWellFormed() && !/\p{Cc}/u.test(username);
}

/** The session data that the browser may know. */
export function infoOf(session: SessionRecord): SessionInfo {
  const { username, customerId, mayChangeCustomer, provenCustomerId, endsIn } = session;
  const isUnconfirmed = customerId !== null && customerId !== provenCustomerId;
  return {
    username,
    customerId,
    mayChangeCustomer,
    ...(isUnconfirmed && { isUnproven: true }),
    endsIn,
  };
}

function readPair(text: string): TokenPair {
  try {
    return tokenPair.parse(JSON.parse(text));
  } catch {
    throw new GatewayError('upstream_answer', {
      message: 'The service accepted the sign-in, but its response contains no readable tokens.',
    });
  }
}

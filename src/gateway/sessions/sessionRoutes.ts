import type { Hono } from 'hono';

import { findCustomerId } from '#api/session/customerId.ts';
import { createRefreshCall, type RefreshCall } from '#api/session/refreshCall.ts';
import { newTokens } from '#api/session/sessionTokens.ts';
import { createTokenEngine } from '#api/session/tokenEngine.ts';
import { createMemoryTokenStore } from '#api/session/tokenStore.ts';
import { endpoints } from '#contract/endpoints.ts';
import { customerPath, sessionPath } from '#contract/session.ts';
import { customerChoice, type SessionInfo } from '#contract/sessionBodies.ts';
import { credentials, tokenPair, type TokenPair } from '#contract/tokenPair.ts';

import { CalledOffError } from '../calledOffError.ts';
import { clientAddress } from '../clientAddress.ts';
import { type Env, type GatewayContext, readJson } from '../context.ts';
import { GatewayError } from '../gatewayError.ts';
import { isFromThisMachine } from '../guard.ts';
import { headersFor, type Parts, reportedAddress, tracedCall } from '../parts.ts';
import { outgoingHeaders } from '../proxy/outgoingHeaders.ts';
import { passAnswer } from '../proxy/passAnswer.ts';
import { currentSession, dropSession, findSession } from './currentSession.ts';
import type { SessionRecord } from './sessions.ts';

/** `/session` and `/session/customer`, as src/contract/session.ts describes them. */
export function addSessionRoutes(app: Hono<Env>, parts: Parts): void {
  const { config } = parts;
  const refresh = createRefresh(parts);

  app.get(sessionPath, (context) => {
    const record = findSession(parts, context);
    return record ? context.json(infoOf(parts, record)) : context.body(null, 204);
  });

  app.post(sessionPath, (context) =>
    parts.sessionLog.signIn(context, async (name) => {
      if (config.service.kind === 'sandbox' && !config.service.isPublic) {
        requireThisMachine(context);
      }
      const given = credentials.safeParse(await readJson(context));
      if (!given.success) {
        throw new GatewayError('bad_request', { message: 'A username and a password are needed.' });
      }
      const { username, password } = given.data;
      name(username);
      const address = clientAddress(context, config.clientIpHeader);
      // Counted here, since nothing before this could have asked the service.
      const waitMs = await parts.signInLimit.take(address);
      if (waitMs > 0) {
        throw new GatewayError('sign_in_limited', { headers: retryAfter(waitMs) });
      }
      const answer = await tracedCall(parts, context, {
        endpoint: endpoints.token,
        path: endpoints.token.path,
        headers: headersFor(parts, context, { hasBody: true }),
        body: JSON.stringify({ username, password }),
      });
      if (!answer.ok) {
        return passAnswer(answer, {
          now: parts.systemTime(),
          requestId: context.get('requestId'),
          acceptEncoding: context.req.header('accept-encoding'),
        });
      }
      const pair = readPair(await answer.text());
      // Who cancelled this never gets the new cookie, and goes on with the session of before.
      if (context.req.raw.signal.aborted) throw new CalledOffError();
      return beginSession(parts, context, { username, pair, address, refresh });
    }),
  );

  app.delete(sessionPath, (context) => {
    dropSession(parts, context);
    return context.body(null, 204);
  });

  app.put(customerPath, async (context) => {
    const record = currentSession(parts, context);
    const choice = customerChoice.safeParse(await readJson(context));
    if (!choice.success) {
      parts.sessionLog.customerChange(context, record, 'refused');
      throw new GatewayError('bad_request', {
        message: 'A customer ID has up to 128 letters, digits, and . _ : -',
      });
    }
    if (!record.mayChangeCustomer && choice.data.customerId !== record.customerId) {
      parts.sessionLog.customerChange(context, record, 'refused');
      throw new GatewayError('bad_request', {
        message: 'The customer ID is known from the sign-in or the configuration of this console.',
      });
    }
    const isNew = record.customerId !== choice.data.customerId;
    record.customerId = choice.data.customerId;
    parts.sessionLog.customerChange(context, record, isNew ? 'changed' : 'unchanged');
    return context.json(infoOf(parts, record));
  });

  app.all(sessionPath, () => refuseMethod('GET, POST, DELETE'));
  app.all(customerPath, () => refuseMethod('PUT'));
}

/** A new session in place of any that the browser still had. */
function beginSession(
  parts: Parts,
  context: GatewayContext,
  given: {
    readonly username: string;
    readonly pair: TokenPair;
    readonly address: string | undefined;
    readonly refresh: RefreshCall;
  },
): Response {
  const { username, pair, address = null, refresh } = given;
  const { sessions, cookie, config, clock, random, refreshQueue } = parts;
  const cookies = context.req.header('cookie');
  for (const id of cookie.read(cookies)) {
    const former = sessions.remove(id);
    if (former) parts.sessionLog.ended(former, 'replaced by a new sign-in', context);
  }
  const client = { address: reportedAddress(parts, context) };
  const record = sessions.create({
    username,
    customerId: findCustomerId(pair, {
      customerId: config.customerId,
      claimPath: config.customerIdClaim,
    }),
    engine: createTokenEngine({
      store: createMemoryTokenStore(newTokens(pair, clock, random)),
      clock,
      random,
      queue: refreshQueue,
      refresh: (refreshToken) => refresh(refreshToken, client.address),
    }),
    address,
    client,
  });
  for (const line of cookie.set(record.id, cookies)) {
    context.header('set-cookie', line, { append: true });
  }
  return context.json(infoOf(parts, record));
}

/** @throws {GatewayError} for a page of another machine */
function requireThisMachine({ req }: GatewayContext): void {
  if (isFromThisMachine(req.raw)) return;
  throw new GatewayError('not_from_console', {
    message:
      'This is the sandbox, and it takes sign-ins from its own machine only. Those who run it set SIM_API_URL for the service, or SANDBOX=true for a sandbox that everybody may use.',
  });
}

function retryAfter(ms: number): Record<string, string> {
  return { 'retry-after': String(Math.ceil(ms / 1000)) };
}

function infoOf({ sessions }: Parts, record: SessionRecord): SessionInfo {
  const { username, customerId, mayChangeCustomer } = record;
  return { username, customerId, mayChangeCustomer, endsIn: sessions.endsIn(record) };
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

/** Each refresh is a call of the gateway's own, with an id of its own, which no browser can end. */
function createRefresh(parts: Parts): RefreshCall {
  const { callService, clock, systemTime, log, metrics, version, config } = parts;
  const refresh = createRefreshCall({
    // Its readings are compared with dates of the service, and never with each other.
    clock: { ...clock, now: systemTime },
    send: ({ body, signal, clientAddress: reported }) =>
      callService({
        endpoint: endpoints.refresh,
        path: endpoints.refresh.path,
        headers: outgoingHeaders({
          version,
          requestId: crypto.randomUUID(),
          clientIp: { name: config.clientIpHeader, value: reported },
          hasBody: true,
        }),
        body,
        signal,
      }),
  });
  return async (refreshToken, reported) => {
    const outcome = await refresh(refreshToken, reported);
    log('refresh', { outcome: outcome.kind });
    metrics.refresh(outcome.kind);
    return outcome;
  };
}

function refuseMethod(allow: string): never {
  throw new GatewayError('not_forwarded', {
    status: 405,
    message: 'This call does not exist with this method.',
    headers: { allow },
  });
}

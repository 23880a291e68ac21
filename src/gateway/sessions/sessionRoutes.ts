import type { Hono } from 'hono';

import { findCustomerId } from '#api/session/customerId.ts';
import { createRefreshCall, type RefreshCall } from '#api/session/refreshCall.ts';
import { newTokens } from '#api/session/sessionTokens.ts';
import { createTokenEngine } from '#api/session/tokenEngine.ts';
import { endpoints } from '#contract/endpoints.ts';
import { customerPath, sessionPath } from '#contract/session.ts';
import { customerChoice, type SessionInfo } from '#contract/sessionBodies.ts';
import { credentials, tokenPair, type TokenPair } from '#contract/tokenPair.ts';

import { CalledOffError } from '../calledOffError.ts';
import { type Env, readJson } from '../context.ts';
import { GatewayError } from '../gatewayError.ts';
import { clientAddressOf, headersFor, type Parts, tracedCall } from '../parts.ts';
import { outgoingHeaders } from '../proxy/outgoingHeaders.ts';
import { passAnswer } from '../proxy/passAnswer.ts';
import { currentSession, dropSession, findSession } from './currentSession.ts';
import type { SessionRecord } from './sessions.ts';

/** `/session` and `/session/customer`, as src/contract/session.ts describes them. */
export function addSessionRoutes(app: Hono<Env>, parts: Parts): void {
  const { sessions, cookie, config, clock, random, refreshQueue } = parts;
  const refresh = createRefresh(parts);

  app.get(sessionPath, (context) => {
    const record = findSession(parts, context);
    return record ? context.json(infoOf(parts, record)) : context.body(null, 204);
  });

  app.post(sessionPath, async (context) => {
    const given = credentials.safeParse(await readJson(context));
    if (!given.success) {
      throw new GatewayError('bad_request', { message: 'A username and a password are needed.' });
    }
    const { username, password } = given.data;
    const answer = await tracedCall(parts, context, {
      endpoint: endpoints.token,
      path: endpoints.token.path,
      headers: headersFor(parts, context, { hasBody: true }),
      body: JSON.stringify({ username, password }),
    });
    if (!answer.ok) {
      return passAnswer(answer, {
        now: clock.now(),
        requestId: context.get('requestId'),
        acceptEncoding: context.req.header('accept-encoding'),
      });
    }
    const pair = readPair(await answer.text());
    // Whoever called this off never gets the new cookie, and goes on with the session of before.
    if (context.req.raw.signal.aborted) throw new CalledOffError();
    sessions.remove(cookie.read(context.req.header('cookie')));
    const client = { address: clientAddressOf(parts, context) };
    const record = sessions.create({
      username,
      customerId: findCustomerId(pair, {
        customerId: config.customerId,
        claimPath: config.customerIdClaim,
      }),
      engine: createTokenEngine({
        tokens: newTokens(pair, clock, random),
        clock,
        random,
        queue: refreshQueue,
        refresh: (refreshToken) => refresh(refreshToken, client.address),
      }),
      client,
    });
    context.header('set-cookie', cookie.set(record.id));
    return context.json(infoOf(parts, record));
  });

  app.delete(sessionPath, (context) => {
    dropSession(parts, context);
    return context.body(null, 204);
  });

  app.put(customerPath, async (context) => {
    const record = currentSession(parts, context);
    const choice = customerChoice.safeParse(await readJson(context));
    if (!choice.success) {
      throw new GatewayError('bad_request', {
        message: 'A customer ID has up to 128 letters, digits, and . _ : -',
      });
    }
    if (!record.mayChangeCustomer && choice.data.customerId !== record.customerId) {
      throw new GatewayError('bad_request', {
        message: 'The customer ID is known from the sign-in or the configuration of this console.',
      });
    }
    record.customerId = choice.data.customerId;
    return context.json(infoOf(parts, record));
  });

  app.all(sessionPath, () => refuseMethod('GET, POST, DELETE'));
  app.all(customerPath, () => refuseMethod('PUT'));
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
  const { callService, clock, log, metrics, version, config } = parts;
  const refresh = createRefreshCall({
    clock,
    send: ({ body, signal, clientAddress }) =>
      callService({
        endpoint: endpoints.refresh,
        path: endpoints.refresh.path,
        headers: outgoingHeaders({
          version,
          requestId: crypto.randomUUID(),
          clientIp: { name: config.clientIpHeader, value: clientAddress },
          hasBody: true,
        }),
        body,
        signal,
      }),
  });
  return async (refreshToken, clientAddress) => {
    const outcome = await refresh(refreshToken, clientAddress);
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

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

import { credentials, refreshRequest } from '#contract/tokenPair.ts';

import { listening } from '../fixtures/listening.ts';

/** A refresh token that arrived at the service. */
export interface SentRefresh {
  readonly token: string;
  readonly username: string;
  /** The sender's name, as passed to `originFor`. */
  readonly sender: string;
  readonly arrivedAt: number;
  /** When the response was sent, or the caller left. */
  endedAt: number;
  outcome: 'in flight' | 'renewed' | 'refused' | 'caller gone';
  /** The connection broke before, or right after, the response was written. */
  isAnswerLost: boolean;
}

/**
 * A service for tests with short-lived access tokens and single-use refresh tokens.
 *
 * For half of the users (by the last digit of their name) a token is spent as soon as it arrives, as if the
 * response were lost. For the others a token is spent with the response, and stays valid if the caller has left.
 *
 * @param given.lifetimeMs lifetime of an access token
 * @param given.refreshMs how long a refresh takes at the service
 */
export async function startTokenService(given: {
  readonly lifetimeMs: number;
  readonly refreshMs?: number;
}) {
  const { lifetimeMs, refreshMs = 0 } = given;
  const access = new Map<string, number>();
  const owners = new Map<string, string>();
  const spent = new Set<string>();
  const refreshes: SentRefresh[] = [];
  let signIns = 0;
  let held: Promise<void> | undefined;

  function newPair(username: string) {
    const issuedAt = Date.now() / 1000;
    const claims = { sub: username, iat: issuedAt, exp: issuedAt + lifetimeMs / 1000 };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const pair = {
      token_type: 'Bearer',
      access_token: `e30.${payload}.${randomUUID()}`,
      refresh_token: `refresh-${randomUUID()}`,
      customer_id: 'cid_123',
    };
    access.set(pair.access_token, Date.now() + lifetimeMs);
    owners.set(pair.refresh_token, username);
    return pair;
  }

  async function refresh(
    request: IncomingMessage,
    response: ServerResponse,
    sender: string,
  ): Promise<void> {
    const { refresh_token: token } = refreshRequest.parse(JSON.parse(await text(request)));
    const username = owners.get(token) ?? 'unknown';
    const now = Date.now();
    const sent: SentRefresh = {
      token,
      username,
      sender,
      arrivedAt: now,
      endedAt: Infinity,
      outcome: 'in flight',
      isAnswerLost: false,
    };
    refreshes.push(sent);
    response.once('close', () => {
      sent.isAnswerLost = !response.writableFinished;
    });
    const end = (outcome: SentRefresh['outcome']) => {
      sent.outcome = outcome;
      sent.endedAt = Date.now();
    };
    if (!owners.has(token) || spent.has(token)) {
      end('refused');
      answer(response, 401, errorBody(401, 'The refresh token is not valid.'));
      return;
    }
    if (isSpentOnArrival(username)) spent.add(token);
    await delay(refreshMs);
    await held;
    if (response.destroyed) {
      end('caller gone');
      return;
    }
    spent.add(token);
    end('renewed');
    answer(response, 200, newPair(username));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { sender = '', path } =
      /^\/from\/(?<sender>[^/]+)(?<path>\/.*)$/.exec(request.url ?? '')?.groups ?? {};
    const url = path ?? request.url;
    if (url === '/v1/auth/token') {
      const { username } = credentials.parse(JSON.parse(await text(request)));
      signIns += 1;
      answer(response, 200, newPair(username));
    } else if (url === '/v1/auth/refresh') {
      await refresh(request, response, sender);
    } else {
      const [, token = ''] = (request.headers.authorization ?? '').split(' ');
      if ((access.get(token) ?? 0) > Date.now()) answer(response, 200, []);
      else answer(response, 401, errorBody(401, 'The access token is not valid.'));
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  // It never closes a connection on its own: a gateway that stalled would send its next call on a closed connection.
  server.keepAliveTimeout = 0;
  const origin = `http://127.0.0.1:${await listening(server)}`;
  return {
    origin,
    /** The same service at an address that identifies one sender's calls. */
    originFor: (sender: string) => `${origin}/from/${sender}`,
    /** Every refresh in the order of arrival. */
    refreshes,
    /** The sign-ins of all users. */
    signIns: () => signIns,
    /** Revokes every access token, as at the end of its lifetime. */
    revokeAccess: () => access.clear(),
    /** From now on, refreshes wait until the returned function is called. */
    holdRefreshes() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = undefined;
        resolve();
      };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export const isSpentOnArrival = (username: string): boolean => /[02468]$/.test(username);

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function errorBody(status: number, message: string) {
  return { status_code: status, message, request_id: randomUUID() };
}

import { createHmac, randomBytes } from 'node:crypto';

import type { Context, Next } from 'hono';

import type { FormerSession, SessionEnd } from '../auth/sessions.ts';
import type { Env, RequestContext, SessionEnv } from '../http/context.ts';
import { ClientGoneError, GatewayError } from '../http/gatewayError.ts';
import type { EventRecord } from './eventRecord.ts';
import type { Log } from './log.ts';

/** Set inside `signIn` below. */
export interface SignInEnv extends Env {
  Variables: Env['Variables'] & {
    /** Set once the user is known. */
    username: string | undefined;
  };
}

/** Set inside `customerChange` below. */
export interface CustomerChangeEnv extends SessionEnv {
  Variables: SessionEnv['Variables'] & {
    /** Set once the customer id is accepted. */
    customerChange: 'changed' | 'unchanged' | undefined;
  };
}

const maxNames = 10_000;
const maxNameLength = 200;

/**
 * Records sign-ins, sign-outs and ended sessions with address and result, without secrets: a log line and a row in the
 * store for each.
 */
export function createSessionLog(log: Log, events: Pick<EventRecord, 'add'>) {
  const names = createNames();

  const facts = (context: RequestContext, username: string | null) => ({
    requestId: context.var.requestId,
    username,
    address: context.var.client.address ?? null,
  });

  const record = (
    kind: string,
    outcome: string,
    given: {
      readonly context: RequestContext | undefined;
      readonly username: string | null;
      readonly typed?: string | undefined;
      readonly customerId?: string;
      readonly address?: string | null;
    },
  ) => {
    const { context, username, typed, customerId = null } = given;
    events.add({
      kind,
      outcome,
      username,
      typed,
      customerId,
      address: given.address ?? context?.var.client.address ?? null,
      requestId: context?.var.requestId ?? null,
      serviceRequestId: context?.var.upstream.requestId ?? null,
    });
  };

  return {
    /** Wraps a sign-in and writes its line, whatever the result. */
    async signIn(context: Context<SignInEnv>, next: Next) {
      await next();
      const username = context.get('username');
      const { status } = context.res;
      const outcome = outcomeOfSignIn(context.error, status);
      if (outcome === 'signed in' && username !== undefined) names.add(username);
      const name = username === undefined ? null : names.text(username);
      // Sign-ins that the gateway itself refuses could fill up the database, so they only get a log line.
      if (context.get('upstream').ms !== undefined) {
        record('sign-in', outcome, { context, username: name, typed: username });
      }
      log('sign-in', {
        ...facts(context, name),
        upstreamRequestId: context.get('upstream').requestId,
        outcome,
        status,
      });
    },
    /** Wraps a change of the customer id and writes its line, whatever the result. */
    async customerChange(context: Context<CustomerChangeEnv>, next: Next) {
      await next();
      const { username } = context.get('session');
      const outcome = context.get('customerChange') ?? outcomeOfRefusal(context.error);
      record('customer id changed', outcome, { context, username });
      log('customer id changed', { ...facts(context, username), outcome });
    },
    /** Call once the service has confirmed this customer id, typed or not. Writes a row but no log line. */
    customerAccepted(context: RequestContext, username: string, customerId: string) {
      record('customer id accepted', 'answered by the service', { context, username, customerId });
    },
    /** @param session undefined if nobody was signed in */
    signOut(context: RequestContext, session: FormerSession | undefined) {
      const outcome = session ? 'signed out' : 'nobody was signed in';
      if (session) record('sign-out', outcome, { context, username: session.username });
      log('sign-out', { ...facts(context, session?.username ?? null), outcome });
    },
    /** @param context the context of the request that ended the session; undefined if no request did */
    ended({ username, address }: FormerSession, outcome: SessionEnd, context?: RequestContext) {
      record('session ended', outcome, { context, username, address });
      log('session ended', { requestId: context?.var.requestId, username, address, outcome });
    },
  };
}

/** @param error the error that ended the request early, if any */
function outcomeOfSignIn(error: Error | undefined, status: number): string {
  if (error instanceof ClientGoneError) return 'given up';
  if (error instanceof GatewayError && error.code === 'bad_request') return 'unreadable';
  if (status < 300) return 'signed in';
  if (status === 429) return 'limited';
  return status >= 500 ? 'failed' : 'refused';
}

function outcomeOfRefusal(error: Error | undefined): string {
  if (error instanceof ClientGoneError) return 'given up';
  return error instanceof GatewayError ? 'refused' : 'failed';
}

/**
 * How the log names users who try to sign in. A name that the service has accepted is a username. Anything else could
 * be a password in the wrong field, so it is replaced by a digest. A password could be guessed from a plain digest, so
 * the digest has a key that exists only in this process.
 */
function createNames() {
  const key = randomBytes(32);
  const accepted = new Set<string>();
  return {
    add(username: string) {
      // Moved to the end, so that the least recently used name comes first.
      accepted.delete(username);
      accepted.add(username);
      const [oldest] = accepted;
      if (accepted.size > maxNames && oldest !== undefined) accepted.delete(oldest);
    },
    text(username: string): string {
      if (accepted.has(username)) return username.slice(0, maxNameLength);
      return `hmac:${createHmac('sha256', key).update(username).digest('hex').slice(0, 16)}`;
    },
  };
}

import type { Context } from 'hono';

import type { SessionRecord } from '../auth/sessions.ts';
import type { ClientAddress } from './clientAddress.ts';

/** What the calls of the service for one request came to, for its lines in the log. */
export interface UpstreamSpan {
  /** Milliseconds that they took in all; undefined where none was sent. */
  ms: number | undefined;
  /** Of the last answer; undefined without one. */
  status: number | undefined;
  /** The service's own id of the request. */
  requestId: string | undefined;
}

export function emptySpan(): UpstreamSpan {
  return { ms: undefined, status: undefined, requestId: undefined };
}

/** What every handler finds in its context. A middleware that adds more has a type of its own for it. */
export interface Env {
  /** What the HTTP server hands over; tests have no server. */
  Bindings: { readonly incoming?: { readonly socket: { readonly remoteAddress?: string } } };
  Variables: {
    /** The browser's id for the request, or one made here. */
    requestId: string;
    client: ClientAddress;
    /** Template for the log; never an address with an identifier in it. */
    route: string;
    upstream: UpstreamSpan;
    /** Set where the answer is a page that is shown whatever its status, with headers of its own. */
    pageHeaders?: Readonly<Record<string, string>>;
  };
}
export type GatewayContext = Context<Env>;

/** What a helper reads from the context, whatever the middleware before its caller has added. */
export interface RequestContext {
  readonly req: { header(name: string): string | undefined };
  readonly var: Readonly<Env['Variables']>;
}

/** Behind `loadSession`: undefined where nobody is signed in. */
export interface MaybeSessionEnv extends Env {
  Variables: Env['Variables'] & { session: SessionRecord | undefined };
}

/** Behind `requireSession`. */
export interface SessionEnv extends Env {
  Variables: Env['Variables'] & { session: SessionRecord };
}

/**
 * The id that the browser gave a request where it is a sane one, else a new one. hono/request-id would
 * refuse dots and colons, and the HTTP server needs the same rule for requests that never reach Hono.
 */
export function requestIdOf(sent: string | undefined): string {
  return sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : crypto.randomUUID();
}

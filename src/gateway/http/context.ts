import type { Context } from 'hono';

import type { SessionRecord } from '../auth/sessions.ts';
import type { ClientAddress } from './clientAddress.ts';

/** The calls of the service that one request caused, for its log lines. */
export interface UpstreamSpan {
  /** Total time in milliseconds; undefined if no call was sent. */
  ms: number | undefined;
  /** Status of the last answer; undefined without one. */
  status: number | undefined;
  /** The service's own request id. */
  requestId: string | undefined;
}

export function emptySpan(): UpstreamSpan {
  return { ms: undefined, status: undefined, requestId: undefined };
}

/** What every handler finds in its context. Middleware that adds more has its own type. */
export interface Env {
  /** Provided by the HTTP server; tests have none. */
  Bindings: { readonly incoming?: { readonly socket: { readonly remoteAddress?: string } } };
  Variables: {
    /** The request id sent by the browser, or one made here. */
    requestId: string;
    client: ClientAddress;
    /** Route template for the log; never an address that contains an identifier. */
    route: string;
    upstream: UpstreamSpan;
    /** Set when the answer is a page that is shown whatever its status, with its own headers. */
    pageHeaders?: Readonly<Record<string, string>>;
  };
}
export type GatewayContext = Context<Env>;

/** What helpers read from the context, whatever middleware came before. */
export interface RequestContext {
  readonly req: { header(name: string): string | undefined };
  readonly var: Readonly<Env['Variables']>;
}

/** After `loadSession`: undefined when nobody is signed in. */
export interface MaybeSessionEnv extends Env {
  Variables: Env['Variables'] & { session: SessionRecord | undefined };
}

/** After `requireSession`. */
export interface SessionEnv extends Env {
  Variables: Env['Variables'] & { session: SessionRecord };
}

/**
 * The browser's request id if it is valid, else a new one. hono/request-id would refuse dots and colons, and the
 * HTTP server needs the same rule for requests that never reach Hono.
 */
export function requestIdOf(sent: string | undefined): string {
  return sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : crypto.randomUUID();
}

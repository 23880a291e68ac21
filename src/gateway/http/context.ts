import type { Context } from 'hono';

import type { SessionRecord } from '../auth/sessions.ts';
import type { ClientAddress } from './clientAddress.ts';

/** A request's calls to the service, as its log lines report them. */
export interface UpstreamSpan {
  /** Total time in milliseconds; undefined if no call was sent. */
  ms: number | undefined;
  /** Status of the last response; undefined if there was none. */
  status: number | undefined;
  /** The service's own request id. */
  requestId: string | undefined;
}

export function emptySpan(): UpstreamSpan {
  return { ms: undefined, status: undefined, requestId: undefined };
}

/** The context of every handler. Middleware that adds to it has its own type. */
export interface Env {
  /** Set by the HTTP server; undefined in tests. */
  Bindings: { readonly incoming?: { readonly socket: { readonly remoteAddress?: string } } };
  Variables: {
    /** The request id sent by the browser, or a new one. */
    requestId: string;
    client: ClientAddress;
    /** Route template for the log; never an address, because that may contain an identifier. */
    route: string;
    upstream: UpstreamSpan;
    /** Set if the response is a page with its own headers, to be shown whatever its status. */
    pageHeaders?: Readonly<Record<string, string>>;
  };
}
export type GatewayContext = Context<Env>;

/** The context available to helpers, whichever middleware has run. */
export interface RequestContext {
  readonly req: { header(name: string): string | undefined };
  readonly var: Readonly<Env['Variables']>;
}

/** Set by `loadSession`; undefined when nobody is signed in. */
export interface MaybeSessionEnv extends Env {
  Variables: Env['Variables'] & { session: SessionRecord | undefined };
}

/** Set by `requireSession`. */
export interface SessionEnv extends Env {
  Variables: Env['Variables'] & { session: SessionRecord };
}

/**
 * The browser's request id if valid, else a new one. hono/request-id would refuse dots and colons, and the HTTP
 * server needs the same rule for requests that never reach Hono.
 */
export function requestIdOf(sent: string | undefined): string {
  return sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : crypto.randomUUID();
}

import type { Context } from 'hono';

import { CalledOffError } from './calledOffError.ts';
import { GatewayError } from './gatewayError.ts';
import { readLimited, TooLargeError } from './proxy/limitedBody.ts';

/** What the parts of the gateway tell each other about one request. */
export interface Env {
  /** What the HTTP server hands over; nothing of it without one, as in tests. */
  Bindings: { readonly incoming?: { readonly socket: { readonly remoteAddress?: string } } };
  Variables: {
    /** The browser's id for the request, or one made here. */
    requestId: string;
    /** Template for the log; never an address with an identifier in it. */
    route: string;
    /** Milliseconds that the service took. */
    upstreamMs: number | undefined;
    /** Of the service's last answer; undefined without one. */
    upstreamStatus: number | undefined;
    /** The service's own id of the request. */
    upstreamRequestId: string | undefined;
  };
}
export type GatewayContext = Context<Env>;

/** The id that the browser gave a request where it is a sane one, else a new one. */
export function requestIdOf(sent: string | undefined): string {
  return sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : crypto.randomUUID();
}

const maxBodyBytes = 64 * 1024;

/**
 * The body of a write, as it came.
 *
 * @throws {GatewayError} 415 unless it is JSON by its header, 413 above 64 KiB
 * @throws {CalledOffError} when its sender has gone
 */
export async function readBody(context: GatewayContext): Promise<Uint8Array<ArrayBuffer>> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new GatewayError('bad_request', {
      status: 415,
      message: 'The body must be application/json.',
    });
  }
  try {
    return await readLimited(context.req.raw, maxBodyBytes);
  } catch (error) {
    if (context.req.raw.signal.aborted) throw new CalledOffError();
    if (!(error instanceof TooLargeError)) throw new GatewayError('bad_request');
    throw new GatewayError('bad_request', {
      status: 413,
      message: 'The body is larger than 64 KiB.',
      headers: { connection: 'close' },
    });
  }
}

/** As readBody, parsed. @throws {GatewayError} also when it is no JSON */
export async function readJson(context: GatewayContext): Promise<unknown> {
  const body = await readBody(context);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new GatewayError('bad_request', { message: 'The body is not JSON.' });
  }
}

import * as http from 'node:http';
import * as https from 'node:https';

import { requestIdHeader } from '#contract/session.ts';

import { GatewayError } from '../http/gatewayError.ts';
import { type Log, silentLog } from '../ops/log.ts';
import {
  agentEnvironment,
  egressError,
  egressFailure,
  type EgressFailure,
  type EgressProxies,
  isForwarded,
  nameOf,
  noProxies,
} from './egressProxy.ts';

/** Sends a request over the network, or to an emulator inside this process. */
export type UpstreamFetch = (request: Request) => Promise<Response>;

/** Time limit for connecting to the service, including any proxy and TLS. */
const connectTimeoutMs = 5_000;

/**
 * Unused connections are closed after this time. A server often closes them after 5 s; if that happened during a write,
 * its outcome could remain unknown.
 */
const idleTimeoutMs = 4_000;

/**
 * Sends requests over the network with exactly their headers. Node's own fetch adds headers, follows redirects, and
 * cannot limit the connection time. Node's agents can use a proxy: with CONNECT for https, with absolute URLs for http.
 *
 * @param given.log gets a line for each call that failed at a proxy
 * @param given.idleMs for tests, like `connectMs`
 */
export function createHttpFetch({
  proxies = noProxies,
  log = silentLog,
  idleMs = idleTimeoutMs,
  connectMs = connectTimeoutMs,
}: {
  readonly proxies?: EgressProxies;
  readonly log?: Log;
  readonly idleMs?: number;
  readonly connectMs?: number;
} = {}): {
  readonly fetch: UpstreamFetch;
  close(): void;
} {
  // When a connection in use is idle, Node's agents only emit an event and leave it open.
  const options = { keepAlive: true, timeout: idleMs, proxyEnv: agentEnvironment(proxies) };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };

  async function fetch(request: Request): Promise<Response> {
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    const url = new URL(request.url);
    const isHttps = url.protocol === 'https:';
    const headers: http.OutgoingHttpHeaders = Object.fromEntries(request.headers);
    if (body) headers['content-length'] = body.byteLength;

    return await new Promise<Response>((resolve, reject) => {
      const send = isHttps ? https.request : http.request;
      const outgoing = send(url, {
        method: request.method,
        headers,
        agent: agents[isHttps ? 'https:' : 'http:'],
        signal: request.signal,
      });
      let isSettled = false;
      let hadSocket = false;
      const fail = (error: Error, failure?: EgressFailure) => {
        // A tunnel that outlives its request emits a second error.
        if (isSettled) return;
        isSettled = true;
        clearTimeout(timer);
        reject(failure ? egressError() : error);
        if (!failure) return;
        const requestId = request.headers.get(requestIdHeader);
        const proxy = nameOf(isHttps ? proxies.https : proxies.http);
        log('egress proxy failed', { requestId, proxy, ...failure });
      };
      const timer = setTimeout(() => {
        const isAtProxy = !outgoing.destroyed && (!hadSocket || isForwarded(outgoing));
        fail(new GatewayError('upstream_timeout'), isAtProxy ? { code: 'ETIMEDOUT' } : undefined);
        outgoing.destroy();
      }, connectMs);
      outgoing.on('socket', (socket) => {
        hadSocket = true;
        const stop = () => clearTimeout(timer);
        // A reused connection, or a tunnel that already uses TLS.
        if (!socket.connecting) stop();
        else socket.once(isHttps ? 'secureConnect' : 'connect', stop);
      });
      // No protocol switch was requested, and no response would follow one.
      const refuseProtocol = () => {
        fail(new GatewayError('upstream_answer'));
        outgoing.destroy();
      };
      outgoing.on('upgrade', (_incoming, socket) => {
        socket.destroy();
        refuseProtocol();
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        fail(error, egressFailure(error, outgoing, hadSocket));
      });
      outgoing.on('response', (incoming) => {
        if (incoming.statusCode === 101) {
          refuseProtocol();
          return;
        }
        if (incoming.statusCode === 407 && isForwarded(outgoing)) {
          incoming.destroy();
          fail(egressError(), { code: 'ERR_PROXY_AUTHENTICATION', status: 407 });
          return;
        }
        isSettled = true;
        try {
          resolve(toResponse(incoming));
        } catch (error) {
          incoming.destroy();
          reject(error);
        }
      });
      outgoing.end(body);
    });
  }

  return {
    fetch,
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function toResponse(incoming: http.IncomingMessage): Response {
  const headers = new Headers();
  for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2) {
    headers.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '');
  }
  const status = incoming.statusCode ?? 0;
  const hasNoBody = status === 204 || status === 205 || status === 304;
  if (hasNoBody) incoming.resume();
  return new Response(hasNoBody ? null : toStream(incoming), { status, headers });
}

/** Cancelling the stream closes the connection, so the rest of the body is not received. */
function toStream(incoming: http.IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Uint8Array<ArrayBuffer>> = incoming[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel() {
      incoming.destroy();
    },
  });
}

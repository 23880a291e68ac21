import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { getRequestListener, RequestError } from '@hono/node-server';

import type { Refuse } from '../site/refusal.ts';

export const maxUrlLength = 8 * 1024;
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** How long a connection's peer may take, in milliseconds (H12). */
export const timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  // How often Node checks those two timeouts; at its default of 30 s, slow senders would stay connected too long.
  connectionsCheckingInterval: 2_000,
  // How long a reader may go without reading any of the response; even a slow reader reads something.
  readerTimeout: 90_000,
};

/** How long a refused sender has to read the refusal and close its end, in milliseconds (H12). */
export const lingerMs = 1_000;

/** An HTTP server with the gateway's limits, not yet listening. */
export function createNodeServer({ readerTimeout, ...limits } = timeouts): Server {
  const server = createServer({
    ...limits,
    keepAliveTimeout: 65_000,
    // A missing Host is refused below, with the headers that every response has.
    requireHostHeader: false,
  });
  server.maxConnections = 5_000;
  server.timeout = readerTimeout;
  // Node removes its own listener before it emits "connect" or "clientError", and an error without a listener
  // ends the process: a single TCP reset would be enough.
  server.on('connection', ignoreErrors);
  server.on('request', (_request, response) => {
    ignoreErrors(response);
    // Without this listener, Node would also close connections waiting for the service; those have their own limit.
    response.on('timeout', (socket: Duplex) => {
      if (response.headersSent) socket.destroy();
    });
  });
  return server;
}

function ignoreErrors(emitter: NodeJS.EventEmitter): void {
  emitter.on('error', () => {});
}

/**
 * Listens, and resolves to the port. Rejects if the port is in use.
 *
 * @param onError called if a connection cannot be accepted later on, usually for lack of file descriptors
 */
export async function listen(
  server: Server,
  host: string,
  port: number,
  onError: (error: unknown) => void = () => {},
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      server.on('error', onError);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

/**
 * Passes requests to the application, except those that no application should have to handle: these are refused.
 *
 * @param given.headers the headers of every response, including Node's own
 * @param given.refuse creates the response to a request that is refused here
 * @param given.onError called if a response fails between the application and the socket
 * @param given.lingerMs for tests
 * @returns `closeUnused` closes the connections without a request in flight, including those that browsers open in
 * advance, which Node does not count as idle
 */
export function attach(
  server: Server,
  given: {
    readonly fetch: Parameters<typeof getRequestListener>[0];
    readonly headers: Readonly<Record<string, string>>;
    readonly refuse: Refuse;
    readonly isClosing: () => boolean;
    readonly onError: (error: unknown) => void;
    readonly lingerMs?: number;
  },
): { readonly closeUnused: () => void } {
  const inFlight = new WeakMap<Duplex, Set<ServerResponse>>();
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const refused = new WeakSet<Duplex>();
  const listener = getRequestListener(given.fetch, {
    overrideGlobalObjects: false,
    errorHandler(error) {
      // The Host or the address does not form a URL.
      if (error instanceof RequestError) return new Response(null, { status: 400 });
      given.onError(error);
      return new Response(null, { status: 500 });
    },
  });
  const refuse = (status: number, request: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = given.refuse(status, request);
    response.writeHead(status, { ...given.headers, ...headers, connection: 'close' }).end(body);
  };
  const refuseRaw = (socket: Duplex, status: number, request?: IncomingMessage) => {
    const responses = [...(inFlight.get(socket) ?? [])];
    // An earlier request on this connection is still being answered: the refusal would be mistaken for its response.
    if (responses.some(({ headersSent, req }) => headersSent || req.complete)) {
      socket.destroy();
      return;
    }
    refused.add(socket);
    const { headers, body } = given.refuse(status, request);
    const lines = Object.entries({
      ...given.headers,
      ...headers,
      connection: 'close',
      'content-length': String(Buffer.byteLength(body)),
    }).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
    // Discards further bytes; otherwise the other side might never read the refusal.
    socket.resume();
    // Node closes only its own half: a sender that never closes the other half would hold the connection forever.
    const timer = setTimeout(() => socket.destroy(), given.lingerMs ?? lingerMs);
    socket.once('close', () => clearTimeout(timer));
  };

  server.on('request', (request, response) => {
    const responses = inFlight.get(request.socket) ?? new Set();
    inFlight.set(request.socket, responses.add(response));
    for (const [name, value] of Object.entries(given.headers)) response.setHeader(name, value);
    if (given.isClosing()) response.setHeader('connection', 'close');
    response.once('close', () => {
      responses.delete(response);
      // Otherwise a connection that was in use when the shutdown began would stay open.
      if (given.isClosing()) setImmediate(() => server.closeIdleConnections());
    });
    const status = statusOfRefusal(request);
    if (status !== undefined) {
      refuse(status, request, response);
      return;
    }
    listener(request, response).catch((error: unknown) => {
      given.onError(error);
      response.destroy();
    });
  });
  server.on('connect', (request, socket) => refuseRaw(socket, 405, request));
  server.on('checkExpectation', (request, response) => refuse(417, request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Node emits this again for each additional packet of malformed bytes.
    if (refused.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuseRaw(socket, statusOfClientError(error.code));
  });
  return {
    closeUnused() {
      for (const socket of sockets) if (!inFlight.get(socket)?.size) socket.destroy();
    },
  };
}

function statusOfClientError(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

/** A name or an address, with an optional port (RFC 9110, 7.2). */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Status for a request that no application should have to handle; undefined if the request is valid. */
function statusOfRefusal(request: IncomingMessage): number | undefined {
  const { method = '', url = '', headersDistinct } = request;
  const [host = '', ...others] = headersDistinct['host'] ?? [];
  if (others.length > 0 || !hostPattern.test(host) || !URL.canParse(`http://${host}`)) return 400;
  if (!methods.has(method)) return 405;
  if (url.length > maxUrlLength) return 414;
  // An absolute address may name any host and must not be trusted.
  if (!url.startsWith('/')) return 400;
  const [path = ''] = url.split('?');
  // The console never sends these paths, and each layer resolves them differently. An encoded slash or backslash may
  // be part of an id, which is opaque (API document 2).
  return /\/(?:\.|%2e){1,2}(?:\/|$)|\\|\/\//i.test(path) ? 404 : undefined;
}

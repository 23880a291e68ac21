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

import type { Refuse } from './site/refusal.ts';

const maxUrlLength = 8 * 1024;
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** How long the other side may take, in milliseconds (H12). */
export const timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  // How often those are looked at; the default of 30 s would let slow senders stay too long.
  connectionsCheckingInterval: 2_000,
  // How long a reader may take nothing of its answer; a slow one takes something.
  readerTimeout: 90_000,
};

/** How long a refused sender may take to read that and to close its end, in milliseconds (H12). */
export const lingerMs = 1_000;

/** An HTTP server with the gateway's limits that does not listen yet. */
export function createNodeServer({ readerTimeout, ...limits } = timeouts): Server {
  const server = createServer({
    ...limits,
    keepAliveTimeout: 65_000,
    // Refused below, with the headers of every answer.
    requireHostHeader: false,
  });
  server.maxConnections = 5_000;
  server.timeout = readerTimeout;
  // Node removes its own listener before it emits "connect" or "clientError", and an error that nobody
  // listens to ends the process: one TCP reset would be enough.
  server.on('connection', ignoreErrors);
  server.on('request', (_request, response) => {
    ignoreErrors(response);
    // Without this listener Node would also cut whoever waits for the service, whose time is limited.
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
 * Listens, and resolves to the port. Rejects when the port is taken.
 *
 * @param onError told when a connection cannot be accepted later on, for want of file descriptors above all
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
 * Lets the application answer what arrives, and refuses here what no application should look at.
 *
 * @param given.headers of every answer, those of Node itself included
 * @param given.refuse what is told to those who are refused here
 * @param given.onError told of an answer that failed on its way from the application to the socket
 * @param given.lingerMs for tests
 * @returns `closeUnused` ends the connections on which no request is in flight, those too that browsers
 *   open before they need them, which Node does not count as idle
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
  const leaving = new WeakSet<Duplex>();
  const listener = getRequestListener(given.fetch, {
    overrideGlobalObjects: false,
    errorHandler(error) {
      // A Host or address that is no part of a URL.
      if (error instanceof RequestError) return new Response(null, { status: 400 });
      given.onError(error);
      return new Response(null, { status: 500 });
    },
  });
  const refuse = (status: number, request: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = given.refuse(status, request);
    response.writeHead(status, { ...given.headers, ...headers, connection: 'close' }).end(body);
  };
  const sendAway = (socket: Duplex, status: number, request?: IncomingMessage) => {
    const responses = [...(inFlight.get(socket) ?? [])];
    // An earlier request of this connection is being answered: this would be taken for its answer.
    if (responses.some(({ headersSent, req }) => headersSent || req.complete)) {
      socket.destroy();
      return;
    }
    leaving.add(socket);
    const { headers, body } = given.refuse(status, request);
    const lines = Object.entries({
      ...given.headers,
      ...headers,
      connection: 'close',
      'content-length': String(Buffer.byteLength(body)),
    }).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
    // What still comes is thrown away, so that it does not keep the other side from reading this.
    socket.resume();
    // Node ends its own half alone: whoever never ends the other would hold the connection for good.
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
      // Who was being answered when the stop began would keep the connection otherwise.
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
  server.on('connect', (request, socket) => sendAway(socket, 405, request));
  server.on('checkExpectation', (request, response) => refuse(417, request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Node tells each further packet of malformed bytes.
    if (leaving.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else sendAway(socket, statusOfClientError(error.code));
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

/** A name or an address, and perhaps a port (RFC 9110, 7.2). */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Status for what no application should have to look at; undefined when all is well. */
function statusOfRefusal(request: IncomingMessage): number | undefined {
  const { method = '', url = '', headersDistinct } = request;
  const [host = '', ...others] = headersDistinct['host'] ?? [];
  if (others.length > 0 || !hostPattern.test(host) || !URL.canParse(`http://${host}`)) return 400;
  if (!methods.has(method)) return 405;
  if (url.length > maxUrlLength) return 414;
  // An absolute address names a host of its own, which nothing here may believe.
  if (!url.startsWith('/')) return 400;
  const [path = ''] = url.split('?');
  // No page of ours sends these, and every layer would resolve them in its own way.
  return /\/(?:\.|%2e){1,2}(?:\/|$)|\\|%5c|\/\//i.test(path) ? 404 : undefined;
}

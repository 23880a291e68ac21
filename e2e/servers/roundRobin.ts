import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { listen, type Listening } from './listen.ts';

/**
 * A load balancer that passes each request to the next gateway. Like nginx, it tries another gateway if the
 * connection is refused, or if a read gets no response; a write that was sent is never retried.
 *
 * @param ports the gateways' ports on 127.0.0.1, read for each request
 */
export async function startRoundRobin(ports: () => readonly number[]): Promise<Listening> {
  let turn = 0;
  return listen(
    createServer((incoming, outgoing) => {
      void pass(incoming, outgoing, { ports: ports(), first: turn++ });
    }),
  );
}

async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { ports, first }: { readonly ports: readonly number[]; readonly first: number },
): Promise<void> {
  const body = await buffer(incoming);
  for (let tries = 0; tries < ports.length; tries++) {
    const answer = await ask(incoming, body, ports[(first + tries) % ports.length] ?? 0);
    if (!(answer instanceof Error)) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
      return;
    }
    const isUnsent = Reflect.get(answer, 'code') === 'ECONNREFUSED';
    if (!isUnsent && incoming.method !== 'GET') break;
  }
  outgoing.writeHead(502).end();
}

function ask(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  port: number,
): Promise<IncomingMessage | Error> {
  return new Promise((resolve) => {
    request({ host: '127.0.0.1', port, method, path: url, headers }, resolve)
      .on('error', resolve)
      .end(body);
  });
}

import { createServer } from 'node:http';
import { connect } from 'node:net';

import { listen, type Listening } from './listen.ts';

/** An egress proxy that opens tunnels for clients that send the password. */
export interface ConnectProxy extends Listening {
  /** The targets of all tunnels requested so far. */
  readonly targets: string[];
}

/** @param password the password of the user `console` */
export async function startConnectProxy(password: string): Promise<ConnectProxy> {
  const expected = `Basic ${Buffer.from(`console:${password}`).toString('base64')}`;
  const targets: string[] = [];
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '', headers }, socket) => {
    targets.push(url);
    socket.on('error', () => {});
    if (headers['proxy-authorization'] !== expected) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const { hostname, port } = new URL(`http://${url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.once('close', () => onward.destroy());
  });
  return { ...(await listen(server)), targets };
}

import { connect, type Socket } from 'node:net';

import { describe, expect, it } from 'vitest';

import { attach, createNodeServer, listen } from './nodeServer.ts';

/** Opens a connection that begins a request and never ends its headers; settles to what it is told. */
function slowSender(port: number): { socket: Socket; told: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  const told = new Promise<string>((resolve) => {
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', () => {});
  });
  socket.write('GET /things HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  return { socket, told };
}

describe('H12: slow senders', () => {
  it('500 of them keep nobody else from an answer, and are sent away in time', async () => {
    const server = createNodeServer({
      headersTimeout: 1_000,
      requestTimeout: 2_000,
      connectionsCheckingInterval: 50,
    });
    attach(server, {
      fetch: () => new Response('ok'),
      headers: { 'x-content-type-options': 'nosniff' },
      isDraining: () => false,
    });
    const port = await listen(server, '127.0.0.1', 0);
    try {
      const senders = Array.from({ length: 500 }, () => slowSender(port));
      await Promise.all(
        senders.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))),
      );
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
      expect(await answer.text()).toBe('ok');
      const told = await Promise.all(senders.map((sender) => sender.told));
      for (const text of told) {
        expect(text).toMatch(/^HTTP\/1\.1 408 /);
        expect(text).toContain('x-content-type-options: nosniff');
      }
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { fakeService } from '#testing/fixtures/gatewayFixture.ts';
import { builtSite, startedGateway } from '#testing/fixtures/startedGateway.ts';

import { attach, createNodeServer, lingerMs, listen, timeouts } from './nodeServer.ts';

/** Sends a request, by default one that never finishes its headers. */
async function sender(port: number, header = 'X-Slow: ', options = {}): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', ...options });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(`GET /things HTTP/1.1\r\nHost: localhost\r\n${header}`);
  return socket;
}

const slowSenders = async (port: number): Promise<readonly Socket[]> =>
  Promise.all(Array.from({ length: 500 }, () => sender(port)));

/** Everything a connection receives until it closes. */
async function receivedBy(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1');
  for await (const chunk of socket) text += String(chunk);
  return text;
}

/** Like the gateway's server, with shorter timeouts for senders. */
async function quickServer(
  answer: () => Response | Promise<Response> = () => new Response('ok'),
  readerTimeout = timeouts.readerTimeout,
) {
  const server = createNodeServer({
    headersTimeout: 200,
    requestTimeout: 400,
    connectionsCheckingInterval: 20,
    readerTimeout,
  });
  attach(server, {
    fetch: answer,
    headers: { 'x-content-type-options': 'nosniff' },
    refuse: () => ({ headers: {}, body: '' }),
    isClosing: () => false,
    onError: (error) => expect.unreachable(String(error)),
    lingerMs: 50,
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, port: await listen(server, '127.0.0.1', 0) };
}

describe('H12: broken connections', () => {
  /** Sends bytes, and collects the reply until the other side closes. */
  function send(port: number, ...lines: readonly string[]): Socket {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.write([...lines, '', ''].join('\r\n'));
    return socket;
  }

  it('requesting a tunnel, then resetting the connection, does not end the process', async () => {
    const { server, port } = await quickServer();
    for (let turn = 0; turn < 20; turn++) {
      // events.once() is avoided because it would itself listen for errors.
      const left = new Promise<void>((resolve) => {
        server.once('connect', (_request, socket) => socket.once('close', () => resolve()));
      });
      const socket = send(port, 'CONNECT x:1 HTTP/1.1', 'Host: x');
      await once(socket, 'connect');
      // Slightly later each time, so that one of the resets hits the response.
      setTimeout(() => socket.resetAndDestroy(), turn % 4);
      await left;
    }
    expect(await receivedBy(send(port, 'GET / HTTP/1.1', 'Host: x', 'Connection: close'))).toMatch(
      /^HTTP\/1\.1 200 /,
    );
  });

  it.each([
    ['malformed bytes', 'garbage\r\n\r\n'],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['headers that are too large', `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(17_000)}`],
  ])('a refusal of %s is never mistaken for the previous request’s response', async (_, bytes) => {
    const answer = Promise.withResolvers<Response>();
    onTestFinished(() => answer.resolve(new Response()));
    const { server, port } = await quickServer(() => answer.promise);
    const socket = send(port, 'PUT /api/x HTTP/1.1', 'Host: x', 'Content-Length: 0');
    await once(server, 'request');
    socket.write(bytes);
    expect(await receivedBy(socket)).toBe('');
  });

  it('running out of file descriptors is reported but does not end the process', async () => {
    const server = createNodeServer();
    const errors: unknown[] = [];
    await listen(server, '127.0.0.1', 0, (error) => errors.push(error));
    // Emitted as Node would; the kernel cannot be made to fail on demand.
    for (const code of ['EMFILE', 'ENFILE']) server.emit('error', new Error(`accept ${code}`));
    expect(errors.map(String)).toEqual(['Error: accept EMFILE', 'Error: accept ENFILE']);
    server.close();
  });
});

describe('H12: slow senders', () => {
  const distDir = builtSite();

  it('get 15 s for headers, 30 s in total, and at most 5,000 connections', () => {
    expect(createNodeServer()).toMatchObject({
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      maxConnections: 5_000,
    });
    const { headersTimeout, connectionsCheckingInterval } = timeouts;
    expect(headersTimeout + connectionsCheckingInterval + lingerMs).toBeLessThanOrEqual(20_000);
  });

  it('do not delay /healthz beyond 100 ms, even if there are 500', async () => {
    const gateway = await startedGateway({ distDir, upstream: fakeService() });
    const senders = await slowSenders(gateway.address.port);
    const took: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      const startedAt = performance.now();
      expect(await (await gateway.send('/healthz')).text()).toBe('ok');
      took.push(performance.now() - startedAt);
    }
    expect(senders.filter(({ destroyed }) => destroyed)).toEqual([]);
    for (const socket of senders) socket.destroy();
    await gateway.close();
    // The fastest response counts, because this machine may be busy.
    expect(Math.min(...took)).toBeLessThan(100);
  });

  it('are refused in time, all 500, with the headers that every response has', async () => {
    const { port } = await quickServer();
    for (const text of await Promise.all((await slowSenders(port)).map(receivedBy))) {
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(text).toContain('x-content-type-options: nosniff');
    }
  });

  it('are disconnected if they keep their end open after a refusal', async () => {
    const { server, port } = await quickServer();
    const left = new Promise((resolve) => {
      server.once('connection', (socket: Socket) => socket.once('close', resolve));
    });
    const socket = await sender(port, undefined, { allowHalfOpen: true });
    expect(await receivedBy(socket)).toMatch(/^HTTP\/1\.1 408 /);
    await left;
  });
});

describe('H12: slow readers', () => {
  /** More than the buffers at both ends can hold. */
  const large = new Uint8Array(32 * 1024 * 1024);

  /** Requests a response but never reads it. */
  const reader = async (port: number) => (await sender(port, 'Connection: close\r\n\r\n')).pause();

  it('get 90 s, longer than an unused connection stays open', () => {
    const server = createNodeServer();
    expect(server.timeout).toBe(90_000);
    expect(server.timeout).toBeGreaterThan(server.keepAliveTimeout);
  });

  it('are disconnected if they stop reading the response', async () => {
    const { server, port } = await quickServer(() => new Response(large), 300);
    const left = new Promise((resolve) => {
      server.once('connection', (socket: Socket) => socket.once('close', () => resolve('cut off')));
    });
    await reader(port);
    expect(await left).toBe('cut off');
  });

  it('get the whole response, bit by bit, however long it takes', async () => {
    const readerTimeout = 2_000;
    const socket = await reader((await quickServer(() => new Response(large), readerTimeout)).port);
    const startedAt = performance.now();
    let length = 0;
    await new Promise((resolve) => {
      socket.on('data', (chunk) => {
        length += chunk.length;
        if (length % (1024 * 1024) >= chunk.length) return;
        socket.pause();
        setTimeout(() => socket.resume(), 150);
      });
      socket.once('close', resolve);
      socket.resume();
    });
    expect(length).toBeGreaterThan(large.byteLength);
    expect(performance.now() - startedAt).toBeGreaterThan(2 * readerTimeout);
  });

  it('are not disconnected while the service takes longer than the limit', async () => {
    let answer = () => {};
    const { server, port } = await quickServer(
      () => new Promise((resolve) => (answer = () => resolve(new Response('late')))),
      300,
    );
    // Listens on the socket: a listener on the request or the server would keep Node from closing the connection.
    server.once('connection', (socket: Socket) => socket.once('timeout', () => answer()));
    expect(await receivedBy(await reader(port))).toMatch(/late$/);
  });
});

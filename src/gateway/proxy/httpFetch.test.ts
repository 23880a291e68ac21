import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listening } from '#testing/fixtures/listening.ts';

import { createHttpFetch } from './httpFetch.ts';

let base = '';
let rawHeaders: string[] = [];
const handlers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/json': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'r1' });
    response.end('[1]');
  },
  '/redirect': (_request, response) => response.writeHead(302, { location: '/json' }).end(),
  '/empty': (_request, response) => response.writeHead(204).end(),
  '/echo': (request, response) => request.pipe(response),
  '/switch': ({ socket }) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  '/upgrade': ({ socket }) =>
    socket.write('HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'),
  '/cut': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setImmediate(() => response.destroy());
  },
};
const server = createServer((request, response) => {
  rawHeaders = request.rawHeaders;
  handlers[request.url?.split('?')[0] ?? '']?.(request, response);
});
// This server never closes a connection on its own.
server.keepAliveTimeout = 0;
const http = createHttpFetch();
const send = (path: string, init: RequestInit = {}) =>
  http.fetch(new Request(`${base}${path}`, { redirect: 'manual', ...init }));

beforeAll(async () => {
  base = `http://127.0.0.1:${await listening(server)}`;
});
afterAll(() => {
  http.close();
  server.closeAllConnections();
  server.close();
});

describe('H8, H10: requests over the network', () => {
  it('carry the given headers, and Host and Connection', async () => {
    const headers = { accept: 'application/json', apikey: 'c' };
    const answer = await send('/json?a=b%5B', { headers });
    expect([answer.status, await answer.json()]).toEqual([200, [1]]);
    expect(answer.headers.get('x-request-id')).toBe('r1');
    expect(
      rawHeaders
        .filter((_, index) => index % 2 === 0)
        .map((name) => name.toLowerCase())
        .toSorted(),
    ).toEqual(['accept', 'apikey', 'connection', 'host']);
  });

  it('do not follow a redirect', async () => {
    const answer = await send('/redirect');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/json']);
  });

  it('carry a body with its length', async () => {
    expect(await (await send('/echo', { method: 'PUT', body: 'ü{}' })).text()).toBe('ü{}');
    expect(rawHeaders).toContain('4');
  });

  it('can receive responses without a body', async () => {
    expect((await send('/empty')).body).toBe(null);
  });

  it('close connections that have been unused for a while', async () => {
    const hasty = createHttpFetch({ idleMs: 50 });
    const closed = new Promise((resolve) => {
      server.once('connection', (socket) => socket.once('close', () => resolve('closed')));
    });
    await (await hasty.fetch(new Request(`${base}/json`))).text();
    expect(await closed).toBe('closed');
    hasty.close();
  });

  it.each(['/switch', '/upgrade'])('fail immediately on a 101 and are closed: %s', async (path) => {
    const closed = new Promise((resolve) => {
      server.once('request', ({ socket }: IncomingMessage) => socket.once('close', resolve));
    });
    await expect(send(path)).rejects.toMatchObject({ code: 'upstream_answer', status: 502 });
    await closed;
  });

  it('fail when the response is cut off, when nothing is listening, and when they are cancelled', async () => {
    await expect((await send('/cut')).text()).rejects.toThrow('aborted');
    await expect(http.fetch(new Request('http://127.0.0.1:1/'))).rejects.toThrow('ECONNREFUSED');
    await expect(send('/json', { signal: AbortSignal.abort() })).rejects.toThrow('abort');
  });
});

import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { listening, portOf } from '#testing/fixtures/listening.ts';

import { GatewayError } from '../http/gatewayError.ts';
import type { LogFields } from '../ops/log.ts';
import { createHttpFetch } from './httpFetch.ts';

/** The proxy's responses to a CONNECT; all are refusals, so no TLS is needed here. */
const answers: Readonly<Record<string, (socket: Duplex) => void>> = {
  'asks for a password': (socket) =>
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
  'does not reach the service': (socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
  'closes the connection': (socket) => socket.destroy(),
  'resets the connection': () => {
    for (const socket of sockets) socket.resetAndDestroy();
  },
  'says nothing': () => {},
  'says half a line': (socket) => socket.write('HTTP/1.1 2'),
};

let answer = (_socket: Duplex) => {};
const connects: { target: string | undefined; authorization: string | undefined }[] = [];
const forwarded: { target: string | undefined; headers: readonly string[] }[] = [];
const sockets = new Set<Socket>();
const proxy = createServer((request, response) => {
  forwarded.push({ target: request.url, headers: request.rawHeaders });
  if (request.headers['proxy-authorization'] === undefined) response.writeHead(407).end();
  else response.end('forwarded');
});
proxy.on('connect', ({ url, headers }, socket) => {
  connects.push({ target: url, authorization: headers['proxy-authorization'] });
  socket.on('error', () => {});
  answer(socket);
});
proxy.on('connection', (socket) => sockets.add(socket));
/** A service over http, for calls without a proxy. */
const service = createServer((_request, response) => response.end('direct'));
const opened: { close(): void }[] = [];
const log: LogFields[] = [];

function start(
  environment: { http?: string; https?: string; except?: string },
  times: { connectMs?: number; idleMs?: number } = {},
) {
  const { http = null, https = null, except = null } = environment;
  const fetcher = createHttpFetch({
    proxies: { http, https, except },
    log: (event, fields = {}) => void log.push({ event, ...fields }),
    ...times,
  });
  opened.push(fetcher);
  return (url: string) =>
    fetcher.fetch(new Request(url, { headers: { 'x-request-id': 'browser-1', apikey: 'cid' } }));
}

beforeAll(async () => {
  for (const server of [proxy, service]) await listening(server);
});
afterEach(() => {
  for (const { close } of opened.splice(0)) close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  for (const list of [log, connects, forwarded]) list.length = 0;
});
afterAll(() => {
  proxy.close();
  service.close();
});

describe('a proxy to a service over https', () => {
  const failures = Object.entries(answers);
  it.each(failures)('is reported once, without its password, if it %s', async (name, does) => {
    answer = does;
    const https = `http://us%40er:geheim@127.0.0.1:${portOf(proxy)}`;
    // Only silence takes until the limit.
    const connectMs = name.startsWith('says ') ? 2000 : 10_000;
    const send = start({ https }, { connectMs, idleMs: 5000 });
    const error: unknown = await send('https://service.example/things').catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ code: 'upstream_unreachable', status: 502 });
    expect(String(error)).toMatch(
      /outbound proxy refused the connection, failed, or did not respond/,
    );
    const basic = Buffer.from('us@er:geheim').toString('base64');
    expect(connects).toEqual([{ target: 'service.example:443', authorization: `Basic ${basic}` }]);
    const status = { 'asks for a password': 407, 'does not reach the service': 502 }[name];
    expect(log).toMatchObject([
      {
        event: 'egress proxy failed',
        requestId: 'browser-1',
        proxy: `http://127.0.0.1:${portOf(proxy)}`,
        ...(status !== undefined && { status }),
      },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/geheim|us@er|us%40er|service\.example/);
  });

  it.each([
    ['it is not running', 'http://127.0.0.1:1', { code: 'ECONNREFUSED' }],
    ['its hostname does not resolve', 'http://proxy.invalid:3128', {}],
  ])('is reported if %s', async (_case, https, why) => {
    await expect(start({ https })('https://service.example/')).rejects.toThrow('outbound proxy');
    expect(log).toMatchObject([{ proxy: https, ...why }]);
  });
});

describe('a proxy to a service over http', () => {
  it('gets absolute URLs, its own password, and the call’s headers', async () => {
    const send = start({ http: `http://user:geheim@127.0.0.1:${portOf(proxy)}` });
    expect(await (await send('http://service.example/things?limit=1')).text()).toBe('forwarded');
    expect(forwarded.map(({ target }) => target)).toEqual([
      'http://service.example/things?limit=1',
    ]);
    expect(
      (forwarded[0]?.headers.filter((_, index) => index % 2 === 0) ?? [])
        .map((name) => name.toLowerCase())
        .toSorted()
        .join(),
    ).toBe('apikey,connection,host,proxy-authorization,proxy-connection,x-request-id');
  });

  it('is reported if it asks for a password, or is not running', async () => {
    const send = start({ http: `http://127.0.0.1:${portOf(proxy)}` });
    await expect(send('http://service.example/')).rejects.toThrow('outbound proxy');
    const nowhere = start({ http: 'http://127.0.0.1:1' });
    await expect(nowhere('http://service.example/')).rejects.toThrow('outbound proxy');
    expect(log).toMatchObject([{ status: 407 }, { code: 'ECONNREFUSED' }]);
  });
});

describe('NO_PROXY', () => {
  it.each([
    ['*'],
    ['127.0.0.1'],
    ['other.example, 127.0.0.1'],
    ['127.0.0.1:PORT'],
    ['127.0.0.0-127.0.0.9'],
  ])('%s bypasses the proxy', async (except) => {
    const list = except.replace('PORT', String(portOf(service)));
    const send = start({ http: 'http://127.0.0.1:1', except: list });
    expect(await (await send(`http://127.0.0.1:${portOf(service)}/`)).text()).toBe('direct');
  });

  it.each([['127.0.0.1:1'], ['example.com'], ['.0.0.2']])('%s does not', async (except) => {
    const send = start({ http: 'http://127.0.0.1:1', except });
    await expect(send(`http://127.0.0.1:${portOf(service)}/`)).rejects.toThrow('outbound proxy');
  });

  it('is not reported if the service is not running', async () => {
    const send = start({ http: `http://127.0.0.1:${portOf(proxy)}`, except: '127.0.0.1' });
    await expect(send('http://127.0.0.1:1/')).rejects.toThrow('ECONNREFUSED');
    expect(log).toEqual([]);
  });
});

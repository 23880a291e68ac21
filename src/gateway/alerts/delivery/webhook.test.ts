import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createTcpServer, type Socket } from 'node:net';

import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';

import { alertNotice, consoleAddress, testWebhook } from '#testing/fixtures/alertMessages.ts';
import { listening } from '#testing/fixtures/listening.ts';
import { type SeenMessage, webhookReceiver } from '#testing/fixtures/webhookReceiver.ts';

import { silentLog } from '../../ops/log.ts';
import type { WebhookConfig } from '../../ops/watchConfig.ts';
import { createWebhook } from './webhook.ts';

/** A receiver that may break the rules of HTTP. */
async function rawReceiver(answer: (socket: Socket) => void) {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
    onTestFinished(() => void socket.destroy());
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listening(server)}`;
}

function courierTo(origin: string, given: Partial<WebhookConfig> = {}) {
  const courier = createWebhook({
    webhook: { ...testWebhook, url: `${origin}/secret-path`, ...given },
    address: consoleAddress,
    systemTime: Date.now,
    log: silentLog,
  });
  onTestFinished(courier.close);
  return courier;
}

/** Sends a message; the signal aborts as soon as `late` resolves. */
async function send(
  origin: string,
  { late, ...given }: Partial<WebhookConfig> & { readonly late?: Promise<unknown> } = {},
) {
  const limit = new AbortController();
  void late?.then(() => limit.abort());
  const reply = await courierTo(origin, given).send('msg_1', alertNotice(), limit.signal);
  expect(reply.answer).not.toMatch(/secret-path|127\.0\.0\.1|whsec/);
  return reply;
}

describe('W7, W8: the webhook', () => {
  it.each([200, 204])('has sent a message if the response is %d', async (status) => {
    const { seen, origin } = await webhookReceiver((_, response) =>
      response.writeHead(status).end(),
    );
    expect(await send(origin)).toMatchObject({ kind: 'sent' });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      path: '/secret-path',
      headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
    });
  });

  it('sends the same body in each attempt, signed with the old and the new secret', async () => {
    const { seen, origin } = await webhookReceiver((_, response) => response.writeHead(500).end());
    const [old, next] = [5, 6].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);
    if (old === undefined || next === undefined) throw new Error('Two secrets');
    await send(origin, { secrets: [old] });
    await send(origin, { secrets: [old, next] });
    await send(origin, { secrets: [next] });
    const accepts = (secret: string, { headers, body }: SeenMessage) => {
      const texts = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, String(value)]),
      );
      try {
        return new Webhook(secret).verify(body, texts) !== undefined;
      } catch {
        return false;
      }
    };
    expect(seen.map((each) => [accepts(old, each), accepts(next, each)])).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]);
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1);
  });

  it.each([
    ['slack', 'blocks'],
    ['teams', 'attachments'],
  ] as const)('does not sign messages in the %s format', async (format, part) => {
    const { seen, origin } = await webhookReceiver((_, response) => response.end('ok'));
    await send(origin, { format, secrets: [] });
    expect(seen[0]?.headers['webhook-signature']).toBeUndefined();
    expect(JSON.parse(seen[0]?.body ?? '')).toHaveProperty(part);
  });

  it('says what a receiver answered, and that 410 is permanent', async () => {
    for (const [status, kind, answer] of [
      [500, 'refused', '500 Internal Server Error'],
      [404, 'refused', '404 Not Found'],
      [410, 'gone', '410 Gone'],
      [599, 'refused', '599'],
    ] as const) {
      const { origin } = await webhookReceiver((_, response) =>
        response.writeHead(status, 'secret-path').end(),
      );
      expect(await send(origin)).toMatchObject({ kind, answer });
    }
  });

  it.each([
    [429, '3600', 3_600_000],
    [503, '30', 30_000],
    // Longer than a day.
    [429, '99999', 86_400_000],
    [503, '172800', 86_400_000],
    [429, 'soon', undefined],
    [500, '3600', undefined],
  ] as const)('obeys %d with Retry-After: %s', async (status, header, waitMs) => {
    const { origin } = await webhookReceiver((_, response) =>
      response.writeHead(status, { 'retry-after': header }).end(),
    );
    expect((await send(origin)).waitMs).toBe(waitMs);
  });

  it('does not follow a redirect', async () => {
    const elsewhere = await webhookReceiver((_, response) => response.end());
    const { origin } = await webhookReceiver((_, response) =>
      response.writeHead(301, { location: elsewhere.origin }).end(),
    );
    expect(await send(origin)).toMatchObject({
      kind: 'refused',
      answer: '301 Moved Permanently: redirects are not followed',
    });
    expect(elsewhere.seen).toEqual([]);
  });

  it('gives up on a receiver that hangs, or answers byte by byte', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const { origin } = await webhookReceiver(() => resolve());
    const late = { kind: 'refused', answer: 'No answer within 15 seconds' };
    expect(await send(origin, { late: asked })).toEqual(late);
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const slow = await rawReceiver((socket) => socket.write('HTTP/1.1 2', () => begin()));
    expect(await send(slow, { late: begun })).toEqual(late);
  });

  it('accepts the status as the answer even if the body never ends, or is cut short', async () => {
    const slow = await webhookReceiver((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('1');
    });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const onHead = () => void setImmediate(begin);
    subscribe('http.client.response.finish', onHead);
    onTestFinished(() => void unsubscribe('http.client.response.finish', onHead));
    expect(await send(slow.origin, { late: begun })).toMatchObject({ kind: 'sent' });
    const broken = await rawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n1', () => socket.destroy());
    });
    expect(await send(broken)).toMatchObject({ kind: 'sent' });
  });

  it('closes the connection to a receiver that sends a gigabyte', async () => {
    const chunk = Buffer.alloc(64 * 1024);
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    let sentBytes = 0;
    const { origin } = await webhookReceiver((_, response) => {
      response.on('close', close);
      const more = () => {
        while (!response.destroyed && sentBytes < 2 ** 30) {
          sentBytes += chunk.length;
          if (!response.write(chunk)) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    });
    expect(await send(origin)).toMatchObject({ kind: 'sent' });
    await closed;
    // What the buffers in between hold.
    expect(sentBytes).toBeLessThan(32 * 2 ** 20);
  });

  it('says that the connection failed', async () => {
    const reset = await rawReceiver((socket) => socket.resetAndDestroy());
    expect((await send(reset)).answer).toBe('The connection failed (ECONNRESET)');
    const strange = await rawReceiver((socket) => socket.write('SSH-2.0-OpenSSH\r\n\r\n'));
    expect((await send(strange)).answer).toMatch(/^The connection failed \(HPE_\w+\)$/);
    const { origin, server } = await webhookReceiver(() => {});
    server.close();
    await once(server, 'close');
    expect((await send(origin)).answer).toBe('The connection failed (ECONNREFUSED)');
  });

  it('goes through the proxy for the service', async () => {
    const proxy = await webhookReceiver((_, response) => response.end());
    const proxies = { http: proxy.origin, https: null, except: null };
    expect(await send('http://hooks.invalid', { proxies })).toMatchObject({ kind: 'sent' });
    expect(proxy.seen[0]?.path).toBe('http://hooks.invalid/secret-path');
    proxy.server.closeAllConnections();
    proxy.server.close();
    await once(proxy.server, 'close');
    expect((await send('http://hooks.invalid', { proxies })).answer).toMatch(
      /^The proxy refused the connection/,
    );
  });
});

import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

import * as z from 'zod/mini';

import { sampleHost } from './proxyKinds.ts';
import type { ReverseProxy } from './reverseProxy.ts';

/** On Linux every address of 127.0.0.0/8 is local, so the client can have its own address. */
export const clientAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';

interface Call {
  readonly method?: string;
  readonly cookie?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A call from the console's page, with forged forwarding headers that must not be trusted. */
export async function send({ port, cert }: ReverseProxy, path: string, call: Call = {}) {
  const { method = 'GET', cookie, body, headers, signal } = call;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      localAddress: clientAddress,
      servername: sampleHost,
      ca: cert,
      method,
      path,
      signal,
      agent: false,
      headers: {
        host: `${sampleHost}:${port}`,
        'x-sim-console': '1',
        'sec-fetch-site': 'same-origin',
        'x-real-ip': '6.6.6.6',
        'x-forwarded-for': '6.6.6.6',
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    outgoing.on('error', reject).on('response', resolve);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

/** @returns the cookie of a new session */
export async function signIn(proxy: ReverseProxy): Promise<string> {
  const body = { username: 'writer', password: 'sandbox-writer' };
  const { status, headers } = await send(proxy, '/session', { method: 'POST', body });
  assert.equal(status, 200);
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

const groups = z.array(z.object({ ThingsGroupId: z.string(), TelephonyProfileId: z.string() }));
/** The body of a PUT that changes only the name of a group. */
export const change = { ThingsGroupName: 'Vans', IMEIPrefix: '', LockMasterImei: false };

/** A stored group, and a change to it. */
export async function findGroup(proxy: ReverseProxy, cookie: string) {
  const { text: list } = await send(proxy, '/api/thingsgroup/listWithMeasures', { cookie });
  const [first] = groups.parse(JSON.parse(list));
  const { ThingsGroupId: id = '', TelephonyProfileId = '' } = first ?? {};
  return { id, path: `/api/thingsgroup/${id}`, body: { ...change, TelephonyProfileId } };
}

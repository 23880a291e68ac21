import type { Sandbox } from './sandbox.ts';
import { mainCustomerId, otherCustomerId } from './world/customers.ts';

const origin = 'http://sandbox.test';

/** What came back, with the body read. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown;
}

/** For the sandbox's own tests: sends one request as written, nothing added. */
export async function send(
  sandbox: Pick<Sandbox, 'fetch'>,
  method: string,
  path: string,
  init: {
    readonly headers?: Record<string, string>;
    readonly body?: unknown;
    readonly address?: string;
  } = {},
): Promise<Seen> {
  const { headers = {}, body, address } = init;
  const request = new Request(origin + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const answer = await sandbox.fetch(
    request,
    address === undefined ? {} : { clientAddress: address },
  );
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A property of something unknown. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function textField(value: unknown, name: string): string {
  const text = field(value, name);
  if (typeof text !== 'string')
    throw new TypeError(`No text "${name}" in ${JSON.stringify(value)}`);
  return text;
}

export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`No list: ${JSON.stringify(value)}`);
  return value;
}

/** Signs in with the sandbox's own password of that user; gives the answer. */
export function signIn(sandbox: Sandbox, username = 'writer'): Promise<Seen> {
  return send(sandbox, 'POST', '/v1/auth/token', {
    body: { username, password: `sandbox-${username}` },
  });
}

/** A signed-in caller, as the API document asks for: bearer token and apikey. */
export async function callerOf(sandbox: Sandbox, username = 'writer') {
  const { json } = await signIn(sandbox, username);
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${textField(json, 'access_token')}`,
    apikey: username === 'other' ? otherCustomerId : mainCustomerId,
  };
  return {
    headers,
    refreshToken: textField(json, 'refresh_token'),
    get: (path: string) => send(sandbox, 'GET', path, { headers }),
    post: (path: string, body?: unknown) => send(sandbox, 'POST', path, { headers, body }),
    put: (path: string, body: unknown) => send(sandbox, 'PUT', path, { headers, body }),
    /** `GET /things` with these query parameters. */
    things: (query: Record<string, string> = {}) =>
      send(sandbox, 'GET', `/things?${new URLSearchParams(query)}`, { headers }),
  };
}

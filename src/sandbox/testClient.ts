import { manualClock } from '#lib/clock.ts';

import type { SandboxOptions } from './options.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { mainCustomerId, otherCustomerId } from './world/customers.ts';

const origin = 'http://sandbox.test';

/** A response with its body read. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

/** Sends one request exactly as given, for the sandbox's own tests. */
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
  const response = await sandbox.fetch(
    request,
    address === undefined ? {} : { clientAddress: address },
  );
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
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

/** Signs in with the sandbox's own password of that user. */
export function signIn(sandbox: Sandbox, username = 'writer'): Promise<Seen> {
  return send(sandbox, 'POST', '/v1/auth/token', {
    body: { username, password: `sandbox-${username}` },
  });
}

/** A caller who is signed in and sends what the API document asks for: bearer token and apikey. */
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
    groups: () => send(sandbox, 'GET', '/thingsgroup/listWithMeasures', { headers }),
  };
}

/** A small sandbox with a clock that stands still, a user who is signed in, and the first group. */
export async function openSandbox(options: Partial<SandboxOptions> = {}, username = 'writer') {
  const clock = manualClock();
  const sandbox = createSandbox({ things: 60, clock, ...options });
  const caller = await callerOf(sandbox, username);
  const [group] = sandbox.state.groups();
  if (!group) throw new Error('The sandbox has no group');
  /** A whole body of the PUT that locks the first group. */
  const body = {
    TelephonyProfileId: group.profileId,
    ThingsGroupName: group.name,
    IMEIPrefix: '35684610',
    LockMasterImei: true,
  };
  return {
    clock,
    sandbox,
    caller,
    group,
    body,
    /** Sends that PUT with some fields changed; undefined leaves one out. */
    put: (change: object = {}, id = group.id) =>
      caller.put(`/thingsgroup/${id}`, { ...body, ...change }),
    /** `POST /v1/auth/refresh`, by default with the caller's own token. */
    refresh: (sent: unknown = { refresh_token: caller.refreshToken }) =>
      send(sandbox, 'POST', '/v1/auth/refresh', { body: sent }),
    /** ICCID of the first SIM in a state. */
    iccidIn: (state: string) =>
      sandbox.state.things().find((thing) => thing.State === state)?.ExternalUniqueId ?? 'none',
  };
}

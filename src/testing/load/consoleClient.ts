import * as z from 'zod/mini';

import { gatewayErrorHeader } from '#contract/session.ts';

/** The headers by which the gateway knows the console's own calls. */
export const ours = { 'x-sim-console': '1', 'sec-fetch-site': 'same-origin' };

/** Signs in through a gateway. @returns the cookie, as a browser sends it back */
export async function signIn(port: number, username: string, password = 'any'): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/session`, {
    method: 'POST',
    headers: { ...ours, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const [cookie] = response.headers.getSetCookie()[0]?.split(';') ?? [];
  await response.text();
  if (cookie === undefined) throw new Error(`The sign-in returned status ${response.status}`);
  return cookie;
}

export interface CallResult {
  readonly status: number;
  /** The code of the gateway's own error; null for a response from the service. */
  readonly code: string | null;
  readonly ms: number;
  readonly headers: Headers;
  readonly text: string;
}

const gatewayError = z.object({ code: z.string() });

/**
 * Sends a console call through a gateway.
 *
 * @throws when there is no response within `timeoutMs`
 */
export async function call(
  port: number,
  cookie: string | undefined,
  { path = '/api/things?limit=1', timeoutMs = 30_000 } = {},
): Promise<CallResult> {
  const begun = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { ...ours, ...(cookie !== undefined && { cookie }) },
    signal: AbortSignal.timeout(timeoutMs),
  });
  const body = await response.text();
  const { status, headers } = response;
  const isOwn = headers.has(gatewayErrorHeader);
  return {
    status,
    code: isOwn ? gatewayError.parse(JSON.parse(body)).code : null,
    ms: performance.now() - begun,
    headers,
    text: body,
  };
}

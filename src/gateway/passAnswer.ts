import { requestIdHeader } from '#contract/session.ts';

import { chooseEncoding, compressNow } from './compression.ts';

/** All that the browser gets to see of the service's headers. */
const passedHeaders = [
  'content-type',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  requestIdHeader,
];

/** Below this a compressed answer is hardly smaller. */
const worthCompressing = 1400;

/**
 * The service's answer for the browser: status and body as they came, a few headers, nothing else.
 *
 * @param given.requestId stands in where the service gave no id of its own
 * @param given.acceptEncoding of the browser
 */
export async function passAnswer(
  answer: Response,
  given: { readonly requestId: string; readonly acceptEncoding: string | undefined },
): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'no-store', [requestIdHeader]: given.requestId });
  for (const name of passedHeaders) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const body = new Uint8Array(await answer.arrayBuffer());
  if (body.byteLength === 0) return new Response(null, { status: answer.status, headers });
  if (!headers.has('content-type')) headers.set('content-type', 'text/plain; charset=utf-8');

  const encoding = chooseEncoding(given.acceptEncoding);
  if (encoding === 'identity' || body.byteLength < worthCompressing) {
    return new Response(body, { status: answer.status, headers });
  }
  headers.set('content-encoding', encoding);
  headers.set('vary', 'accept-encoding');
  return new Response(await compressNow(body, encoding), { status: answer.status, headers });
}

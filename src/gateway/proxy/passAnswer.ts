import { requestIdHeader } from '#contract/session.ts';
import { retryAfterWithoutDate } from '#lib/retryAfter.ts';

import { chooseEncoding, compressNow } from '../site/compression.ts';

/** All that the browser gets to see of the service's headers, beside Retry-After. */
const passedHeaders = [
  'content-type',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  requestIdHeader,
];

/** Below this a compressed answer is hardly smaller. */
const worthCompressing = 1400;

/**
 * The service's answer for the browser: status and body as they came, a few headers, nothing else.
 *
 * @param given.now milliseconds since the epoch
 * @param given.requestId stands in where the service gave no id of its own
 * @param given.acceptEncoding of the browser
 */
export async function passAnswer(
  answer: Response,
  given: {
    readonly now: number;
    readonly requestId: string;
    readonly acceptEncoding: string | undefined;
  },
): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'no-store', [requestIdHeader]: given.requestId });
  for (const name of passedHeaders) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  // The service's Date does not reach the browser, whose clock may be anywhere (RFC 9110, 10.2.3).
  const retryAfter = retryAfterWithoutDate(answer.headers, given.now);
  if (retryAfter !== null) headers.set('retry-after', retryAfter);
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

import { requestIdHeader } from '#contract/session.ts';
import { retryAfterWithoutDate } from '#lib/retryAfter.ts';

import type { RequestContext } from '../http/context.ts';
import { readLimited, wholeAnswer } from '../http/limitedBody.ts';
import { chooseEncoding, compressNow } from '../site/compression.ts';

/** All that the browser gets to see of the service's headers (H9), beside Retry-After. */
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
 * @param now milliseconds since the Unix epoch
 * @param onReady told of the body when nothing is left to be done for the answer
 */
export async function passAnswer(
  answer: Response,
  context: RequestContext,
  now: number,
  onReady: (body: Uint8Array) => void = () => {},
): Promise<Response> {
  const { status } = answer;
  // The browser's own request id stands in where the service gave none.
  const headers = new Headers({
    'cache-control': 'no-store',
    [requestIdHeader]: context.var.requestId,
  });
  for (const name of passedHeaders) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  // The service's Date does not reach the browser, whose clock may be anywhere (RFC 9110, 10.2.3).
  const retryAfter = retryAfterWithoutDate(answer.headers, now);
  if (retryAfter !== null) headers.set('retry-after', retryAfter);
  const body = await readLimited(answer, Infinity);
  if (body.byteLength === 0) return new Response(null, { status, headers });
  if (!headers.has('content-type')) headers.set('content-type', 'text/plain; charset=utf-8');

  const encoding = chooseEncoding(context.req.header('accept-encoding'));
  if (encoding === 'identity' || body.byteLength < worthCompressing) {
    onReady(body);
    return wholeAnswer(body, { status, headers });
  }
  headers.set('content-encoding', encoding);
  headers.set('vary', 'accept-encoding');
  const compressed = await compressNow(body, encoding);
  onReady(body);
  return wholeAnswer(compressed, { status, headers });
}

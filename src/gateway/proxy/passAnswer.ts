import { requestIdHeader } from '#contract/session.ts';
import { retryAfterWithoutDate } from '#lib/retryAfter.ts';

import type { RequestContext } from '../http/context.ts';
import { readLimited, wholeAnswer } from '../http/limitedBody.ts';
import { chooseEncoding, compressNow } from '../site/compression.ts';

/** The service's headers that the browser may see (H9), besides Retry-After. */
export const passedHeaders = [
  'content-type',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  requestIdHeader,
];

/** Compression barely shrinks smaller responses. */
const worthCompressing = 1400;

/**
 * The service's response for the browser: same status (except for two) and body, a few of its headers, nothing else.
 *
 * @param now milliseconds since the Unix epoch
 * @param onReady called with the response body once it is complete
 */
export async function passAnswer(
  answer: Response,
  context: RequestContext,
  now: number,
  onReady: (body: Uint8Array) => void = () => {},
): Promise<Response> {
  // After a 421, or a 408 on a connection used before, browsers repeat even a write on their own.
  const status = [408, 421].includes(answer.status) ? 504 : answer.status;
  // The browser's own request id, if the service sent none.
  const headers = new Headers({ [requestIdHeader]: context.var.requestId });
  for (const name of passedHeaders) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  // The service's Date does not reach the browser, and the browser's clock may be wrong (RFC 9110, 10.2.3).
  const retryAfter = retryAfterWithoutDate(answer.headers, now);
  if (retryAfter !== null) headers.set('retry-after', retryAfter);
  const body = await readLimited(answer, Infinity);
  if (body.byteLength === 0) return new Response(null, { status, headers });
  if (!headers.has('content-type')) headers.set('content-type', 'text/plain; charset=utf-8');

  const isWorthIt = body.byteLength >= worthCompressing;
  const encoding = isWorthIt ? chooseEncoding(context.req.header('accept-encoding')) : 'identity';
  if (encoding !== 'identity') {
    headers.set('content-encoding', encoding);
    headers.set('vary', 'accept-encoding');
  }
  const sent = await compressNow(body, encoding);
  onReady(body);
  return wholeAnswer(sent, { status, headers });
}

import { gatewayErrorCodes, gatewayErrorHeader, requestIdHeader } from '#contract/session.ts';
import { readErrorBody } from '#lib/errorWords.ts';
import { isObject } from '#lib/isObject.ts';
import { parseJson } from '#lib/json.ts';
import { retryAfterMs } from '#lib/retryAfter.ts';

import { type ApiErrorFacts, kindOfStatus } from './errors.ts';

/**
 * The facts in a non-2xx response.
 *
 * @param answer the response, with its body read completely
 * @param given.sentId request id for a response without one
 * @param given.now milliseconds since the epoch
 */
export function errorFacts(
  { method, route }: Pick<ApiErrorFacts, 'method' | 'route'>,
  answer: { readonly status: number; readonly headers: Headers; readonly text: string },
  given: { readonly sentId: string; readonly now: number },
): ApiErrorFacts {
  const { status, headers, text } = answer;
  const words = readErrorBody(text);
  const own = headers.has(gatewayErrorHeader) ? gatewayFacts(parseJson(text)) : {};
  // Always set on a 429, otherwise only with `Retry-After` (RFC 9110, 10.2.3).
  const asksToWait = status === 429 || headers.has('retry-after');
  return {
    method,
    route,
    ...own,
    kind: kindOfStatus(status, own.code),
    status,
    serviceMessage: words.message,
    requestId: words.requestId ?? headers.get(requestIdHeader) ?? given.sentId,
    retryAfterMs: asksToWait ? retryAfterMs(headers, words.message, given.now) : undefined,
  };
}

/** What only the gateway's own errors say: the service may use the same names for something else. */
function gatewayFacts(body: unknown): Pick<ApiErrorFacts, 'code' | 'ahead' | 'wasUseless'> {
  if (!isObject(body)) return {};
  return {
    code: gatewayErrorCodes.find((code) => code === body['code']),
    ahead: countOf(body['ahead']),
    wasUseless: body['wasUseless'] === true,
  };
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

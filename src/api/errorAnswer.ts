import {
  gatewayErrorCodes,
  type GatewayErrorCode,
  type GatewayErrorDetails,
  gatewayErrorHeader,
  requestIdHeader,
} from '#contract/session.ts';
import { isObject } from '#lib/isObject.ts';
import { retryAfterMs } from '#lib/retryAfter.ts';

import { type ApiErrorFacts, kindOfStatus } from './errors.ts';
import { parseJson } from './json.ts';

const longestMessage = 300;
/** Longer values are not used as request ids. */
const longestId = 128;

/** The readable parts of an error response's body. */
export interface ErrorWords {
  readonly message?: string | undefined;
  readonly requestId?: string | undefined;
  /** Both are meaningful only on the gateway's own errors: the service may use the same names. */
  readonly code?: GatewayErrorCode | undefined;
  readonly details?: GatewayErrorDetails;
}

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
  const words = readErrorBody(text, headers.get('content-type'));
  const isOfGateway = headers.has(gatewayErrorHeader);
  const code = isOfGateway ? words.code : undefined;
  // Always set on a 429, otherwise only with `Retry-After` (RFC 9110, 10.2.3).
  const asksToWait = status === 429 || headers.has('retry-after');
  return {
    method,
    route,
    ...(isOfGateway && words.details),
    kind: kindOfStatus(status, code),
    status,
    serviceMessage: words.message,
    requestId: words.requestId ?? headers.get(requestIdHeader) ?? given.sentId,
    code,
    retryAfterMs: asksToWait ? retryAfterMs(headers, words.message, given.now) : undefined,
  };
}

const messageNames = [
  'message',
  'Message',
  'error_description',
  'detail',
  'error',
  'errors',
  'title',
];
const requestIdNames = ['request_id', 'requestId', 'RequestId', 'trace_id'];

/**
 * Reads the body of an error response. API document 2.2 defines one shape, but section 7 omits the console endpoints,
 * so other JSON, plain text, HTML and an empty body are also read. A status in the body is ignored: the HTTP status
 * is authoritative.
 */
export function readErrorBody(body: string, contentType: string | null): ErrorWords {
  const text = body.trim();
  const json = parseJson(text);
  if (json === undefined) {
    const isHtml = contentType?.includes('html') === true || /^<(?:!doctype|html)/i.test(text);
    return { message: clip(isHtml ? titleOf(text) : text) };
  }
  const message = clip(wordsOf(json));
  return isObject(json)
    ? {
        message,
        requestId: idOf(json),
        code: gatewayErrorCodes.find((code) => code === json['code']),
        details: { ahead: countOf(json['ahead']), wasUseless: json['wasUseless'] === true },
      }
    : { message };
}

/**
 * Finds the message in nested shapes, `{"error": {"message": "…"}}`, and lists, `[{"message": "…"}]`.
 *
 * @param depth levels to search
 */
function wordsOf(value: unknown, depth = 4): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) {
    const all = value.map((item) => wordsOf(item, depth - 1)).filter(isFound);
    return all.join(' ') || undefined;
  }
  if (!isObject(value)) return undefined;
  return messageNames.map((name) => wordsOf(value[name], depth - 1)).find(isFound);
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function idOf(record: Readonly<Record<string, unknown>>): string | undefined {
  const ids = requestIdNames.map((name) => {
    const value = record[name];
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' ? value.trim() || undefined : undefined;
  });
  const id = ids.find(isFound);
  return id !== undefined && id.length <= longestId ? id : undefined;
}

const isFound = (text: string | undefined): text is string => text !== undefined;

function titleOf(html: string): string | undefined {
  return html.match(/<title[^<>]*>([^<]*)</i)?.[1]?.trim();
}

function clip(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  return text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;
}

import { isObject } from './isObject.ts';
import { parseJson } from './json.ts';

const longestMessage = 300;
/** Longer values are not used as request ids. */
const longestId = 128;
/** The rest of a longer body is ignored, so that no answer keeps a program busy. */
const longestBody = 256 * 1024;

/** The readable parts of an error response's body. */
export interface ErrorWords {
  readonly message?: string | undefined;
  readonly requestId?: string | undefined;
}

/**
 * Reads the body of an error response, for the console and the gateway. API document 2.2 defines one shape, but section
 * 7 omits the console endpoints, so other JSON, plain text, HTML and an empty body are also read. A status in the body
 * is ignored: the HTTP status is authoritative.
 *
 * @param isSecret whether nothing may be quoted because a text repeats a secret; asked before the text is truncated,
 *   since half a token is a secret too
 */
export function readErrorBody(body: string, isSecret?: (text: string) => boolean): ErrorWords {
  const text = body.slice(0, longestBody).trim();
  const json = parseJson(text);
  // Some servers send plain text as HTML, so the content type does not tell.
  const plain = /^<|<\//.test(text)
    ? text.match(titleOrMessage)?.[1]?.trim()
    : text.replaceAll(/<(?:br|hr|p)\b[^<>]*>/gi, ' ');
  const message = json === undefined ? plain : wordsOf(json);
  const requestId = isObject(json) ? idOf(json) : undefined;
  return isSecret?.([message, requestId].join(' ')) ? {} : { message: clip(message), requestId };
}

/** A page's title, or the message in the XML of many gateways. */
const titleOrMessage = /<(?:title|message)(?:\s[^<>]*)?>([^<]+)<\//i;

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
 * Finds the message in nested shapes, `{"error": {"message": "…"}}`, lists, `[{"message": "…"}]`, and errors by field,
 * `{"errors": {"ThingsGroupName": ["…"]}}`.
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
  const found = messageNames.map((name) => {
    const inner = value[name];
    const byField = name === 'errors' && isObject(inner) ? Object.values(inner) : [];
    return wordsOf(inner, depth - 1) ?? wordsOf(byField.filter(Array.isArray), depth - 1);
  });
  return found.find(isFound);
}

function idOf(record: Readonly<Record<string, unknown>>): string | undefined {
  const ids = requestIdNames.map((name) => {
    const value = record[name];
    return wordsOf(typeof value === 'number' ? String(value) : value, 0);
  });
  const id = ids.find(isFound);
  return id !== undefined && id.length <= longestId ? id : undefined;
}

const isFound = (text: string | undefined): text is string => text !== undefined;

function clip(text = ''): string | undefined {
  return text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text || undefined;
}

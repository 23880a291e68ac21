import { gatewayErrorCodes, type GatewayErrorCode } from '#contract/session.ts';

const longestMessage = 300;

/** What an error answer says of itself, in whichever form it came. */
export interface ErrorWords {
  readonly message?: string | undefined;
  readonly requestId?: string | undefined;
  readonly code?: GatewayErrorCode | undefined;
}

/**
 * Reads the body of an error answer. API document 2.2 gives one shape, but says nothing about the
 * console endpoints (7, "Not shown"), so other JSON, plain text, HTML and nothing are read as well.
 * The body's own status is ignored: the HTTP status wins.
 */
export function readErrorBody(body: string, contentType: string | null): ErrorWords {
  const text = body.trim();
  if (text === '') return {};
  const json = parseObject(text);
  if (json) {
    return {
      message: clip(
        firstText(json, ['message', 'Message', 'error_description', 'detail', 'error', 'title']),
      ),
      requestId: firstText(json, ['request_id', 'requestId', 'RequestId', 'trace_id']),
      code: gatewayErrorCodes.find((code) => code === json['code']),
    };
  }
  const isHtml = contentType?.includes('html') === true || /^<(?:!doctype|html)/i.test(text);
  return { message: clip(isHtml ? titleOf(text) : text) };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return { message: value };
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function firstText(record: Record<string, unknown>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    // Some services nest: {"error": {"message": "…"}}
    if (typeof value === 'object' && value !== null) {
      const nested = firstText({ ...value }, ['message', 'detail']);
      if (nested !== undefined) return nested;
    }
  }
  return undefined;
}

function titleOf(html: string): string | undefined {
  return html.match(/<title[^>]*>([^<]*)</i)?.[1]?.trim();
}

function clip(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  return text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;
}

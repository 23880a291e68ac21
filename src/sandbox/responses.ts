import type { ErrorBody } from '#contract/errorBody.ts';

import type { SandboxOptions } from './options.ts';

/** An error response. Thrown where the error is found, and turned into a response in one place. */
export class ServiceError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
    this.headers = headers;
  }
}

/** 422, whose message names the violated constraint (API document 7). */
export function violation(constraint: string, why: string): ServiceError {
  return new ServiceError(422, `Constraint "${constraint}" is violated: ${why}`);
}

/** 429 with the seconds to wait in header and message (API document 7, mapping rule 3, and 8.4). */
export function tooManyRequests(limit: string, seconds: number): ServiceError {
  return new ServiceError(429, `Rate limit of ${limit} exceeded. Retry in ${seconds} seconds.`, {
    'retry-after': String(seconds),
  });
}

/** The connection ended without a response. It is a TypeError, like the one from `fetch`. */
export class ConnectionCut extends TypeError {
  constructor() {
    super('The connection was cut');
    this.name = 'ConnectionCut';
  }
}

export function jsonResponse(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
}

/** The response to a group PUT is plain text (API document 4.4). */
export function textResponse(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

/**
 * An error with the body of API document 2.2, or in another form: the console endpoints' error bodies are "not shown".
 */
export function errorResponse(
  { status, message, headers }: ServiceError,
  requestId: string,
  form: SandboxOptions['consoleErrors'],
): Response {
  const documented: ErrorBody = { status_code: status, message, request_id: requestId };
  const bodies: Record<typeof form, readonly [body: string | null, type: string]> = {
    json: [JSON.stringify(documented), 'application/json'],
    otherJson: [
      JSON.stringify({ error: { code: `E${status}`, detail: message, trace: requestId } }),
      'application/json',
    ],
    text: [message, 'text/plain; charset=utf-8'],
    html: [
      `<!doctype html><title>${status}</title><h1>${status}</h1><p>${escapeMarkup(message)}</p>`,
      'text/html; charset=utf-8',
    ],
    empty: [null, ''],
  };
  const [body, type] = bodies[form];
  return new Response(body, {
    status,
    headers: body === null ? headers : { 'content-type': type, ...headers },
  });
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

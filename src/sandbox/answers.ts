import type { ErrorBody } from '#contract/errorBody.ts';

import type { ServiceError } from './errors.ts';
import type { SandboxOptions } from './options.ts';

export function jsonAnswer(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
}

/** The PUT of a group answers in plain text (API document 4.4). */
export function textAnswer(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

/**
 * An error with the body of the API document 2.2, or in another form: those of the console endpoints
 * are "not shown".
 */
export function errorAnswer(
  error: ServiceError,
  requestId: string,
  form: SandboxOptions['consoleErrors'],
): Response {
  const { status, message, headers } = error;
  const documented: ErrorBody = { status_code: status, message, request_id: requestId };
  const bodies: Record<typeof form, readonly [body: string | null, type: string]> = {
    json: [JSON.stringify(documented), 'application/json'],
    otherJson: [
      JSON.stringify({ error: { code: `E${status}`, detail: message, trace: requestId } }),
      'application/json',
    ],
    text: [message, 'text/plain; charset=utf-8'],
    html: [
      `<!doctype html><title>${status}</title><h1>${status}</h1><p>${markup(message)}</p>`,
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

function markup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

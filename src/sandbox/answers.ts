import type { ErrorBody } from '#contract/errorBody.ts';

import type { ServiceError } from './errors.ts';

export function jsonAnswer(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
}

/** The PUT of a group answers in plain text (API document 4.4). */
export function textAnswer(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

/** The error body of the API document 2.2. */
export function errorAnswer(error: ServiceError, requestId: string): Response {
  const body: ErrorBody = {
    status_code: error.status,
    message: error.message,
    request_id: requestId,
  };
  return new Response(JSON.stringify(body), {
    status: error.status,
    headers: { 'content-type': 'application/json', ...error.headers },
  });
}

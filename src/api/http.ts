import { backgroundHeader, requestIdHeader } from '#contract/session.ts';
import type { Clock } from '#lib/clock.ts';
import { retryAfterMs } from '#lib/retryAfter.ts';

import { readErrorBody } from './errorAnswer.ts';
import { ApiError, kindOfStatus } from './errors.ts';

/** `fetch` for one origin: a path from its root instead of a URL. The session adds its proof here. */
export type PathFetch = (path: string, init: RequestInit) => Promise<Response>;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Template of the path, which errors and budgets are named after. */
  readonly route: string;
  /** The path itself, encoded; the template where that has no parameter. */
  readonly path?: string;
  readonly query?: URLSearchParams;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** True where no person asked for this call. */
  readonly background?: boolean;
}

/** A 2xx answer, read to its end. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** The service's request id, else the one that was sent. */
  readonly requestId: string;
}

export interface Http {
  /** @throws {ApiError} on anything but a 2xx answer that was read to its end */
  send(request: HttpRequest): Promise<HttpAnswer>;
}

/** Sends each request once, reads the answer, and turns every failure into one ApiError. */
export function createHttp(given: {
  readonly fetch: PathFetch;
  readonly clock: Clock;
  readonly newRequestId: () => string;
}): Http {
  return {
    async send(request) {
      const sentId = given.newRequestId();
      const fail = { method: request.method, route: request.route };
      let response: Response;
      let text: string;
      try {
        response = await given.fetch(address(request), init(request, sentId));
        text = await response.text();
      } catch (cause) {
        const kind = request.signal?.aborted === true ? 'aborted' : 'network';
        throw new ApiError({ ...fail, kind, requestId: sentId }, { cause });
      }
      const headerId = response.headers.get(requestIdHeader) ?? undefined;
      if (response.ok) return { status: response.status, text, requestId: headerId ?? sentId };

      const words = readErrorBody(text, response.headers.get('content-type'));
      const kind = kindOfStatus(response.status, words.code);
      throw new ApiError({
        ...fail,
        kind,
        status: response.status,
        serviceMessage: words.message,
        requestId: words.requestId ?? headerId ?? sentId,
        code: words.code,
        retryAfterMs:
          kind === 'rateLimited'
            ? retryAfterMs(response.headers, words.message, given.clock.now())
            : undefined,
      });
    },
  };
}

function address({ path, route, query }: HttpRequest): string {
  const search = query?.toString() ?? '';
  return search === '' ? (path ?? route) : `${path ?? route}?${search}`;
}

function init(request: HttpRequest, requestId: string): RequestInit {
  const headers: Record<string, string> = {
    accept: 'application/json',
    [requestIdHeader]: requestId,
  };
  if (request.background) headers[backgroundHeader] = '1';
  if (request.body === undefined) {
    return { method: request.method, headers, signal: request.signal ?? null };
  }
  headers['content-type'] = 'application/json';
  return {
    method: request.method,
    headers,
    body: JSON.stringify(request.body),
    signal: request.signal ?? null,
  };
}

import { backgroundHeader, ownerHeader, requestIdHeader } from '#contract/session.ts';
import type { Clock } from '#lib/clock.ts';

import { limitsIn, type Budget, type Budgets } from './budgets.ts';
import type { CallLog } from './callLog.ts';
import { errorFacts } from './errorAnswer.ts';
import { ApiError } from './errors.ts';
import { createPriority } from './priority.ts';

/** `fetch` for one origin, given a path instead of a URL. The session adds its credentials here. */
export type PathFetch = (path: string, init: RequestInit) => Promise<Response>;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path template, which identifies the route in errors and budgets. */
  readonly route: string;
  /** Encoded path; defaults to the template. */
  readonly path?: string;
  readonly query?: URLSearchParams;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Set if the limit does not apply per route but, say, per username: a 429 then does not block the next call. */
  readonly hasSeparateLimit?: boolean;
  /** Whether the call runs without a user action. */
  readonly background?: boolean;
  /** The only owner for whom the gateway may answer, as named by `ownerOf`. */
  readonly owner?: string | undefined;
  /** Part of a scan: yields to calls that the user is waiting for. */
  readonly bulk?: boolean;
}

/** A 2xx response, read completely. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** Request id from the response, or the one that was sent. */
  readonly requestId: string;
}

export interface Http {
  /** @throws {ApiError} on anything but a completely read 2xx response */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** What is known about a route's limit. */
  budget(method: HttpRequest['method'], route: string): Budget;
}

/** Sends each request once, reads the response, and turns every failure into an ApiError. */
export function createHttp(given: {
  readonly fetch: PathFetch;
  readonly clock: Clock;
  readonly newRequestId: () => string;
  readonly budgets: Budgets;
  /** Records each call, including unsent ones. */
  readonly calls?: CallLog;
  /** Called when a response says that the session has ended. */
  readonly onSessionEnded?: (error: ApiError) => void;
  /** Called when a response says that another session has replaced the page's. */
  readonly onSessionReplaced?: () => void;
}): Http & Pick<Budgets, 'belongTo'> {
  const { budgets, clock, calls } = given;
  const priority = createPriority(clock);
  return {
    budget: budgets.of,
    belongTo: budgets.belongTo,
    async send(request) {
      const { method, route } = request;
      const fail = { method, route };
      if (request.bulk) await priority.whenClear(request.signal);
      const heldMs = request.hasSeparateLimit ? 0 : budgets.waitMs(method, route);
      const sentAt = clock.now();
      const begin = (requestId: string) =>
        calls?.begin({ ...request, address: address(request), requestId, at: sentAt });
      if (heldMs > 0) {
        // The service would refuse the call until the wait is over.
        const requestId = budgets.of(method, route).blockedBy ?? '';
        begin(requestId)?.({ outcome: { kind: 'heldBack', waitMs: heldMs }, at: sentAt });
        throw new ApiError({ ...fail, kind: 'rateLimited', requestId, retryAfterMs: heldMs });
      }

      const sentId = given.newRequestId();
      const record = begin(sentId);
      const finished = request.background || request.bulk ? undefined : priority.start();
      let response: Response;
      let text: string;
      try {
        response = await given.fetch(address(request), init(request, sentId));
        text = await response.text();
      } catch (cause) {
        const kind = request.signal?.aborted === true ? 'aborted' : 'network';
        const outcome = { kind: kind === 'aborted' ? 'cancelled' : 'noAnswer' } as const;
        record?.({ outcome, at: clock.now() });
        throw new ApiError({ ...fail, kind, requestId: sentId }, { cause });
      } finally {
        finished?.();
      }
      const { status, headers } = response;
      budgets.learn(method, route, headers, sentAt);
      const outcome = { kind: 'answered', status, ...limitsIn(headers) } as const;
      if (response.ok) {
        const requestId = headers.get(requestIdHeader) ?? sentId;
        record?.({ outcome, at: clock.now(), requestId });
        return { status, text, requestId };
      }

      const answer = { status, headers, text };
      const error = new ApiError({
        ...errorFacts(fail, answer, { sentId, now: clock.now() }),
        budgetSpent: budgets.isSpent(method, route),
      });
      const { code, requestId } = error;
      record?.({ outcome: { ...outcome, code }, at: clock.now(), requestId });
      // A 429 from the gateway itself says nothing about the service's limit for this route, so only this caller waits.
      if (status === 429 && !code && !request.hasSeparateLimit)
        budgets.block(method, route, error.retryAfterMs ?? 0, requestId);
      if (error.endsSession) given.onSessionEnded?.(error);
      if (code === 'session_replaced') given.onSessionReplaced?.();
      throw error;
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
  if (request.owner !== undefined) headers[ownerHeader] = encodeURIComponent(request.owner);
  const sent = { method: request.method, headers, signal: request.signal ?? null };
  if (request.body === undefined) return sent;
  headers['content-type'] = 'application/json';
  return { ...sent, body: JSON.stringify(request.body) };
}

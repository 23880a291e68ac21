import type { GatewayErrorCode, GatewayErrorDetails } from '#contract/session.ts';

/** The kinds of error that pages distinguish. */
export type ApiErrorKind =
  /** No response: offline, connection refused or cut. A write may or may not have been processed. */
  | 'network'
  /** Cancelled by this page. */
  | 'aborted'
  /** 401 */
  | 'unauthenticated'
  /** 403 */
  | 'forbidden'
  /** 404 */
  | 'notFound'
  /** 409 */
  | 'conflict'
  /** 400, 422 and every other 4xx */
  | 'invalid'
  /** 429, the gateway's 503 `refresh_busy`, or a call not sent because of a known limit: never processed. */
  | 'rateLimited'
  /** 5xx, and 408 from a proxy that gave up. A write may or may not have been processed. */
  | 'server'
  /** A 2xx response whose body could not be read. */
  | 'malformed';

export interface ApiErrorFacts extends GatewayErrorDetails {
  readonly kind: ApiErrorKind;
  readonly method: string;
  /** Route template, for example `/thingsgroup/{ThingsGroupId}`; never contains an identifier. */
  readonly route: string;
  /** HTTP status; absent without a response. */
  readonly status?: number | undefined;
  /** Message from the service, or from the gateway if there is a `code`; truncated, shown as plain text. */
  readonly serviceMessage?: string | undefined;
  /** Request id from the response, or else the id that this page sent. */
  readonly requestId: string;
  /** Code of an error raised by the gateway itself. */
  readonly code?: GatewayErrorCode | undefined;
  /** The wait that the response asks for, in milliseconds; always set for `rateLimited`. */
  readonly retryAfterMs?: number | undefined;
  /** The service reported that the route's budget is used up (API document 8.4). */
  readonly budgetSpent?: boolean | undefined;
}

/** The only error that the API layer throws. */
export class ApiError extends Error implements ApiErrorFacts {
  override readonly name = 'ApiError';
  readonly kind!: ApiErrorKind;
  readonly method!: string;
  readonly route!: string;
  readonly status: number | undefined;
  readonly serviceMessage: string | undefined;
  readonly requestId!: string;
  readonly code: GatewayErrorCode | undefined;
  readonly retryAfterMs: number | undefined;
  readonly budgetSpent!: boolean;
  readonly ahead: number | undefined;
  readonly wasUseless!: boolean;

  constructor(facts: ApiErrorFacts, options?: ErrorOptions) {
    super(`${facts.kind} ${facts.status ?? ''} on ${facts.method} ${facts.route}`, options);
    const { budgetSpent = false, wasUseless = false } = facts;
    Object.assign(this, facts, { budgetSpent, wasUseless });
  }

  /** Whether the session has ended. Only this leads to a new sign-in, never a bare 401. */
  get endsSession(): boolean {
    return this.code === 'session_ended';
  }

  /** Whether the call has to wait until the session's tokens can be renewed (T12). */
  get waitsForRenewal(): boolean {
    return this.code === 'refresh_busy';
  }

  /** Whether the gateway's own store is not responding: the session's state is unknown, and nothing was sent. */
  get waitsForStore(): boolean {
    return this.code === 'store_unavailable';
  }
}

/** The error for a 2xx response whose body could not be read. */
export function malformed(
  { method, route }: Pick<ApiErrorFacts, 'method' | 'route'>,
  { status, requestId }: Pick<ApiErrorFacts, 'status' | 'requestId'>,
): ApiError {
  return new ApiError({ kind: 'malformed', method, route, status, requestId });
}

/** The response of a call, or its failure. Any other error is a bug, and is thrown. */
export async function orApiError<T>(call: Promise<T>): Promise<T | ApiError> {
  return call.catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });
}

/** The error kind of a non-2xx response, based only on its HTTP status (API document 7). */
export function kindOfStatus(status: number, code?: GatewayErrorCode): ApiErrorKind {
  if (code === 'refresh_busy' || code === 'store_unavailable') return 'rateLimited';
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  if (status === 409) return 'conflict';
  if (status === 429) return 'rateLimited';
  if (status >= 500 || status === 408) return 'server';
  return status >= 400 ? 'invalid' : 'malformed';
}

import type { ErrorBody } from '#contract/errorBody.ts';
import {
  gatewayErrorHeader,
  type GatewayErrorCode,
  type GatewayErrorDetails,
  requestIdHeader,
} from '#contract/session.ts';
import { retryAfterHeader } from '#lib/retryAfter.ts';

/** Body of an error from the gateway itself: as in API document 2.2, plus a code. */
export interface GatewayErrorBody extends ErrorBody, GatewayErrorDetails {
  readonly code: GatewayErrorCode;
}

const defaults: Record<GatewayErrorCode, readonly [status: number, message: string]> = {
  session_ended: [401, 'You are not signed in, or your session has ended.'],
  refresh_busy: [503, 'Your sign-in cannot be renewed yet. Too many renewals are in progress.'],
  store_unavailable: [
    503,
    "The console's database is not responding, so the gateway cannot check your session. Nothing was sent to the service.",
  ],
  not_recorded: [503, 'The change could not be recorded, so nothing was sent to the service.'],
  customer_unproven: [
    403,
    'The service has not confirmed your customer ID in this session yet. Open a list of Things or Thing Groups that is not empty.',
  ],
  not_remembered: [404, 'The console has no record of this item.'],
  view_refused: [409, 'The shared view was not changed.'],
  alert_changed: [
    409,
    'The alert has changed since you read it, so it was not acknowledged. Look at it again.',
  ],
  records_limited: [429, 'Too many of your requests are still being answered.'],
  too_often: [429, 'Too many requests in the last minute. This request was not processed.'],
  sign_in_limited: [
    429,
    'Too many sign-ins from your network address in the last minute. The service was not called.',
  ],
  session_replaced: [401, 'Another session has started, so this request was not processed.'],
  customer_required: [400, 'The customer ID is not known yet.'],
  not_from_console: [403, "This call did not come from the console's own pages."],
  not_forwarded: [404, 'The gateway does not support this call.'],
  upstream_unreachable: [502, 'The service could not be reached.'],
  upstream_timeout: [504, 'The service did not answer in time.'],
  upstream_answer: [502, "The gateway cannot use the service's response."],
  bad_request: [400, 'The request could not be read.'],
  internal: [500, 'The gateway failed.'],
};

/** An error response from the gateway itself, not from the service. Its message is written for users. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: GatewayErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: GatewayErrorDetails;

  /** @param change overrides of the code's usual status, message and headers */
  constructor(
    code: GatewayErrorCode,
    change: {
      readonly status?: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly details?: GatewayErrorDetails;
      readonly retryAfterMs?: number;
    } = {},
  ) {
    const [status, message] = defaults[code];
    super(change.message ?? message);
    this.code = code;
    this.status = change.status ?? status;
    this.headers = {
      ...change.headers,
      ...(change.retryAfterMs !== undefined && retryAfterHeader(change.retryAfterMs)),
    };
    this.details = change.details ?? {};
  }

  /** @param requestId the failed call's request id */
  toResponse(requestId: string): Response {
    const body: GatewayErrorBody = {
      status_code: this.status,
      message: this.message,
      request_id: requestId,
      code: this.code,
      ...this.details,
    };
    return Response.json(body, {
      status: this.status,
      headers: {
        ...this.headers,
        [gatewayErrorHeader]: '1',
        'cache-control': 'no-store',
        [requestIdHeader]: requestId,
      },
    });
  }
}

/** The response to a request that is not as documented, or cannot be fulfilled. */
export function badRequest(message: string, status = 400): GatewayError {
  return new GatewayError('bad_request', { message, status });
}

/** The response to a call with an unsupported method. */
export function methodNotAllowed(allow: string): GatewayError {
  return new GatewayError('not_forwarded', {
    status: 405,
    message: 'This call does not support this HTTP method.',
    headers: { allow },
  });
}

/**
 * The browser has disconnected, so nobody will read the response. The server aborts a request with a string as the
 * reason, but Hono's error handler only receives Errors.
 */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

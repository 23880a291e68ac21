/**
 * What the gateway and the console agree on beside the service's own API: the session calls, the
 * codes of the gateway's own errors, and the headers between the two. Names only, since the browser needs
 * them before the schema library is there; the bodies are in sessionBodies.ts.
 *
 * - `GET /session` answers 200 with a SessionInfo, or 204 when nobody is signed in: asking is no error
 * - `POST /session` takes Credentials, answers 200 with a SessionInfo
 * - `PUT /session/customer` takes a CustomerChoice, answers 200 with a SessionInfo
 * - `DELETE /session` answers 204
 */
export const sessionPath = '/session';
export const customerPath = '/session/customer';

/** The service's console calls appear on the gateway under this prefix. */
export const apiPrefix = '/api';

/** Every call to `/session` and `/api` carries `X-Sim-Console: 1`, which a foreign page cannot send. */
export const consoleHeader = 'x-sim-console';
/** `1` on calls that no person started; they do not extend the session. */
export const backgroundHeader = 'x-sim-background';
/** The id that the sender of a request gave it; the service's own id is in its answer. */
export const requestIdHeader = 'x-request-id';

/** A customer id travels as the value of the header `apikey`, hence the narrow alphabet. */
export const customerIdPattern = /^[\w.:-]{1,128}$/;

/**
 * `1` on every error that the gateway itself raised, and never on an answer of the service: the `code`
 * in its body counts with this header alone, since the service may have a field of that name, too.
 */
export const gatewayErrorHeader = 'x-sim-gateway-error';

/** `code` in the body of an error that the gateway itself raised. */
export const gatewayErrorCodes = [
  /** The only answer that means "sign in again". A write that gets it was not done. */
  'session_ended',
  /** Raised by the page: another session began before this write was done, so it was not done. */
  'session_replaced',
  /**
   * The access token is over and a new one cannot be had yet; Retry-After says when to ask again, and the
   * body's `ahead` how many sessions are before this one. What was to be sent was not done.
   */
  'refresh_busy',
  /** Too many sign-ins from one client address; Retry-After says when the next is taken. */
  'sign_in_limited',
  /** The customer id is not known yet. */
  'customer_required',
  /** The request did not come from the console's own pages. */
  'not_from_console',
  /** No such call, or not with this method, query or body. */
  'not_forwarded',
  /** The service could not be reached, did not answer in time, or answered what cannot be passed on. */
  'upstream_unreachable',
  'upstream_timeout',
  'upstream_answer',
  /** The request could not be read. */
  'bad_request',
  'internal',
] as const;
export type GatewayErrorCode = (typeof gatewayErrorCodes)[number];

/** What the body of a gateway's own error may say besides its code. */
export interface GatewayErrorDetails {
  /** With `refresh_busy`: how many sessions are before this one; absent where it stands in no queue. */
  readonly ahead?: number | undefined;
  /** With `session_ended`: renewing it did not help, or was refused, again and again. */
  readonly wasUseless?: boolean | undefined;
}

/** API document 8.3, counted for one client address and all behind it. */
export const refreshesPerMinute = 5;

/** Name of the `<meta>` element in which the gateway hands the browser its RuntimeConfig as JSON. */
export const runtimeConfigMeta = 'sim-console-config';

/**
 * The protocol between gateway and console, besides the service's own API: session calls, the gateway's error codes,
 * and headers. Nothing here needs the schema library, which the browser loads later; the bodies are in
 * sessionBodies.ts, history.ts, alerts.ts, inventory.ts, inventoryThings.ts, lockImpact.ts, names.ts, notes.ts and
 * sharedViews.ts.
 *
 * - `GET /session` returns 200 with a SessionInfo, or 204 if nobody is signed in
 * - `POST /session` takes Credentials and returns 200 with a SessionInfo
 * - `PUT /session/customer` takes a CustomerChoice and returns 200 with a SessionInfo
 * - `DELETE /session` returns 204
 * - `GET /session/alerts` returns 200 with the number of open alerts, or 204 without a session whose customer's records
 *   are shown
 * - `GET /records/changes` takes a ChangesQuery and returns 200 with a ChangesPage
 * - `GET /records/fleet` returns 200 with a FleetSummary
 * - `GET /records/fleet/things` takes an InventoryThingsQuery and returns 200 with InventoryThings
 * - `GET /records/fleet/things/:iccid` returns 200 with InventoryNeighbours, or null
 * - `GET /records/fleet/impact` takes a group and a prefix, and returns 200 with a LockImpact
 * - `GET /records/fleet/events` takes a ThingEventsQuery and returns 200 with a ThingEventsPage
 * - `POST /records/fleet/readings` returns 201 with the started FleetScan
 * - `PUT /records/fleet/readings/:id` takes a FleetScanEnd and returns 200 with the FleetScan
 * - `GET /records/fleet/trends` returns 200 with FleetTrends
 * - `GET /records/alerts` takes an AlertsQuery and returns 200 with an AlertsPage
 * - `PUT /records/alerts/:id` takes an Acknowledgement and returns 200 with the Alert; 409 if it has changed meanwhile
 * - `POST /records/alerts/test` returns 202 after writing a test message to each destination
 * - `GET /records/names` takes codes and returns 200 with a NamesAnswer
 * - `GET /records/notes` takes a NotesQuery and returns 200 with a NoteList
 * - `GET /records/note-counts` takes ICCIDs and returns 200 with NoteCounts
 * - `PUT /records/notes/:id` takes a NoteUpdate and returns 200 with the Note; 409 if it was changed in the meantime
 * - `DELETE /records/notes/:id?revision=…` returns 204; 409 if the note was changed in the meantime
 * - `GET /records/views` returns 200 with the SharedViews
 * - `PUT /records/views/:id` takes a SharedViewChange and returns 200 with the SharedView
 * - `DELETE /records/views/:id?revision=` returns 204, even if there is no such view
 */
export const sessionPath = '/session';
export const customerPath = '/session/customer';

/** Prefix for the gateway's own records. */
export const recordsPrefix = '/records';

/** The gateway's prefix for the service's console endpoints. */
export const apiPrefix = '/api';

/** Calls to `/session`, `/records` and `/api` carry `X-Sim-Console: 1`, which pages on other sites cannot send. */
export const consoleHeader = 'x-sim-console';
/**
 * The user whose page sends a call, as named by `ownerOf`, percent-encoded. Once the browser's cookie belongs to
 * another session, the gateway refuses the call with `session_replaced`, so that it is not carried out for a different
 * user.
 */
export const ownerHeader = 'x-sim-owner';

/**
 * Identifies a user together with a customer ID: this owner's actions must not be shown to, or recorded for, any
 * other user or customer.
 */
export function ownerOf(session: {
  readonly username: string;
  readonly customerId: string | null;
}): string {
  return JSON.stringify([session.username, session.customerId]);
}

/** `1` on calls that the user did not start; they do not extend the session. */
export const backgroundHeader = 'x-sim-background';
/** The sender's id for a request; the response has the service's own id. */
export const requestIdHeader = 'x-request-id';

/**
 * A customer id is opaque (API document 2), but it is sent in the `apikey` header, so it must be visible ASCII. The
 * length limit suits headers and the store's indexes.
 */
export const customerIdPattern = /^[!-~]{1,1000}$/;

/**
 * `1` on every error raised by the gateway itself, and never on a response from the service. The `code` in the body
 * is valid only with this header, because the service may use a field of the same name.
 */
export const gatewayErrorHeader = 'x-sim-gateway-error';

/** `code` in the body of an error raised by the gateway itself. */
export const gatewayErrorCodes = [
  /** The only response that means "sign in again". The request was not processed. */
  'session_ended',
  /** Another session started before the request was processed, so it was not processed. Also raised by the page. */
  'session_replaced',
  /**
   * The access token has expired and cannot be renewed yet. Retry-After says when to ask again, and `ahead` in the
   * body is the number of sessions ahead in the queue. The request was not processed.
   */
  'refresh_busy',
  /**
   * The gateway's own store is not responding, so it is unknown who is signed in; Retry-After says when to ask again.
   * The session continues. The request was not processed.
   */
  'store_unavailable',
  /** The gateway could not record a change to a group, so the change was not sent. */
  'not_recorded',
  /** Records are shown once the service has listed something for the session's customer id. Nothing was read. */
  'customer_unproven',
  /** The customer has no such scan, alert or note. */
  'not_remembered',
  /** A shared view was not changed; the message says why, for example that another view has the same name. */
  'view_refused',
  /** An alert was not acknowledged, because it has changed since the user read it. */
  'alert_changed',
  /**
   * Records were not read. With 429, too many were requested at once, and Retry-After says when to ask again. With 422,
   * reading them took too long, as a retry would, and the message says what to do.
   */
  'records_limited',
  /** The user asks more often than anyone working by hand would; Retry-After says when to retry. Nothing was done. */
  'too_often',
  /** Too many sign-ins from one client address; Retry-After says when the next sign-in is accepted. */
  'sign_in_limited',
  /** The customer id is not known yet. */
  'customer_required',
  /** The request did not come from the console's own pages. */
  'not_from_console',
  /** No such call, or not with this method, query or body. */
  'not_forwarded',
  /** The service could not be reached, did not respond in time, or sent a response that cannot be forwarded. */
  'upstream_unreachable',
  'upstream_timeout',
  'upstream_answer',
  /** The request could not be read. */
  'bad_request',
  'internal',
] as const;
export type GatewayErrorCode = (typeof gatewayErrorCodes)[number];

/** Additional fields in the body of an error raised by the gateway. */
export interface GatewayErrorDetails {
  /** With `refresh_busy`: the number of sessions ahead; absent if this session is not in the queue. */
  readonly ahead?: number | undefined;
  /** With `session_ended`: repeated renewals did not help (T23). */
  readonly wasUseless?: boolean | undefined;
}

/** API document 8.3, counted per client address. */
export const refreshesPerMinute = 5;

/** Name of the `<meta>` element that contains the RuntimeConfig as JSON. */
export const runtimeConfigMeta = 'sim-console-config';

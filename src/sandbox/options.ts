import { type Clock, systemClock } from '#lib/clock.ts';

import type { Match } from './seed/textColumn.ts';

/** How the sandbox behaves where the API document leaves a choice ("not shown"), and what its world is like. */
export interface SandboxOptions {
  /** Number of SIMs of the first customer. */
  readonly things: number;
  /** The same seed, size and start time give the same world. */
  readonly seed: number;
  /** Added to every answer, in milliseconds. */
  readonly latencyMs: number;
  readonly clock: Clock;

  /** Lifetimes of the tokens in seconds (API document 8.6). */
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  /** Whether a refresh ends the access token that it replaces; API document 5, rule 1, can be read so. */
  readonly refreshEndsAccessToken: boolean;
  /** Where the customer id is: a claim of the access token by this name, or nowhere. */
  readonly customerIdClaim: 'customer_id' | 'customerId' | 'CustomerId' | 'cid' | 'none';
  /** Whether the sign-in answer carries the customer id too, as `customer_id`. */
  readonly customerIdInAnswer: boolean;
  /** Status of a wrong `apikey`: 403 as another account's data, or 401 as a bad credential. */
  readonly wrongApikeyStatus: 401 | 403;

  /** Auth limits of the API document 8.3. */
  readonly authLimits: boolean;
  /** Limits of the `/v1/` endpoints, API document 8.2. */
  readonly apiLimits: boolean;
  /** Limit of each console endpoint per user, of which the document shows none. */
  readonly consoleLimit: { readonly requests: number; readonly windowSeconds: number } | null;

  /** Which lock fields the group list carries (API document 2.3, "not shown"). */
  readonly groupLockFields: 'both' | 'prefixOnly' | 'lockOnly' | 'nulls' | 'none';
  /**
   * Which fields a Thing record has: also those that were seen, only those of the API document 2.4, or all
   * of them as null but the ICCID.
   */
  readonly thingFields: 'seen' | 'documented' | 'nulls';
  /** Whether integers of a Thing come as strings. */
  readonly integersAsText: boolean;
  /** Whether one Thing among fifty is not a usable record. */
  readonly brokenRecords: boolean;
  /** How a text filter compares (API document 4.5, "not shown"). */
  readonly filterMatch: Match;
  /** Whether a Thing must pass all filters or any of them (API document 4.5, "not shown"). */
  readonly filterCombine: 'all' | 'any';
  /** Form of the console endpoints' errors (API document 7, "not shown"). */
  readonly consoleErrors: 'json' | 'otherJson' | 'text' | 'html' | 'empty';
  /** Whether answers carry the request id as header `x-request-id`; the document shows it in error bodies only. */
  readonly requestIdHeader: boolean;
  /** What happens to query parameters and body fields that the document does not name. */
  readonly unknownParameters: 'ignore' | 'refuse';
  /** Whether the PUT of a group needs all four fields; "which are required" is not shown. */
  readonly updateNeedsAllFields: boolean;
  /** Most groups that may be locked at a time; one more is refused with 422 as a quota. */
  readonly lockedGroupsQuota: number | null;

  /** Further users `user0001`, `user0002` … who may write, for load tests. */
  readonly extraUsers: number;
}

export const defaultOptions: SandboxOptions = {
  things: 5000,
  seed: 1,
  latencyMs: 0,
  clock: systemClock,
  accessTokenSeconds: 4 * 3600,
  refreshTokenSeconds: 24 * 3600,
  refreshEndsAccessToken: true,
  customerIdClaim: 'customer_id',
  customerIdInAnswer: false,
  wrongApikeyStatus: 403,
  authLimits: true,
  apiLimits: true,
  consoleLimit: null,
  groupLockFields: 'both',
  thingFields: 'seen',
  integersAsText: false,
  brokenRecords: false,
  filterMatch: 'part',
  filterCombine: 'all',
  consoleErrors: 'json',
  requestIdHeader: true,
  unknownParameters: 'ignore',
  updateNeedsAllFields: true,
  lockedGroupsQuota: null,
  extraUsers: 0,
};

import { type Clock, systemClock } from '#lib/clock.ts';

/** How the sandbox behaves where the API document leaves a choice ("not shown"), and what its world is like. */
export interface SandboxOptions {
  /** Number of SIMs of the first customer. */
  readonly things: number;
  /** The same seed, size and start time give the same world. */
  readonly seed: number;
  /** Whether some names and descriptions are markup, formulas, very long, or run right to left. */
  readonly hostileText: boolean;
  /** Added to every answer, in milliseconds. */
  readonly latencyMs: number;
  readonly clock: Clock;

  /** Lifetimes of the tokens in seconds (API document 8.6). */
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  /** Whether a refresh ends the access token that it replaces; API document 5, rule 1, can be read so. */
  readonly refreshEndsAccessToken: boolean;
  /**
   * Claim of the access token that holds the customer id: a name such as `customerId` or `cid`, a
   * dotted path, an address, or `none`. The document does not show where the id is (5, rule 4).
   */
  readonly customerIdClaim: string;
  /** Whether the sign-in answer carries the customer id too: as `customer_id`, or by this name. */
  readonly customerIdInAnswer: boolean | string;
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
  readonly filterMatch: 'part' | 'prefix' | 'exact';
  /** Whether a Thing must pass all filters or any of them (API document 4.5, "not shown"). */
  readonly filterCombine: 'all' | 'any';
  /** Form of the console endpoints' errors (API document 7, "not shown"). */
  readonly consoleErrors: 'json' | 'otherJson' | 'text' | 'html' | 'empty';
  /** Whether 200 answers of the console endpoints say their right content type, another one, or none. */
  readonly consoleContentType: 'right' | 'wrong' | 'none';
  /** Whether answers carry the request id as header `x-request-id`; the document shows it in error bodies only. */
  readonly requestIdHeader: boolean;
  /** Order of a list without `sortBy`: always the same, or another one at each request. */
  readonly unsortedOrder: 'stable' | 'shifting';
  /** Whether other origins may read the answers, and the headers that explain them. */
  readonly cors: 'off' | 'on' | 'withoutExposedHeaders';
  /** What happens to query parameters and body fields that the document does not name. */
  readonly unknownParameters: 'ignore' | 'refuse';
  /** Whether the PUT of a group needs all four fields; "which are required" is not shown. */
  readonly updateNeedsAllFields: boolean;
  /** Most groups that may be locked at a time; one more is refused with 422 as a quota. */
  readonly lockedGroupsQuota: number | null;

  /** Usernames whose account is suspended too, also for tokens they have already. */
  readonly suspendedUsers: readonly string[];
  /** Further users `user0001`, `user0002` … who may write, for load tests. */
  readonly extraUsers: number;
}

export const defaultOptions: SandboxOptions = {
  things: 5000,
  seed: 1,
  hostileText: false,
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
  unsortedOrder: 'stable',
  cors: 'off',
  consoleErrors: 'json',
  consoleContentType: 'right',
  requestIdHeader: true,
  unknownParameters: 'ignore',
  updateNeedsAllFields: true,
  lockedGroupsQuota: null,
  suspendedUsers: [],
  extraUsers: 0,
};

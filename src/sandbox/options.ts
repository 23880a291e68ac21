import * as z from 'zod/mini';

import { type Clock, systemClock } from '#lib/clock.ts';

import { isReservedClaim } from './customerClaim.ts';

/** Choices that the API document leaves open ("not shown"), and the contents of the sandbox's world. */
export interface SandboxOptions extends Readonly<Required<OptionsPatch>> {
  readonly clock: Clock;
}

/** Options that can be changed while the sandbox runs: all but the clock. */
export type OptionsPatch = z.output<typeof optionsPatch>;

const count = z.int().check(z.minimum(0));
const flag = z.boolean();

export const optionsPatch = z.strictObject({
  /** How many SIMs the first customer has. */
  things: z.exactOptional(count.check(z.maximum(1_000_000))),
  /** The same seed, size and start time give the same world. */
  seed: z.exactOptional(count),
  /** Whether some names and descriptions are markup, formulas, very long, or run right to left. */
  hostileStrings: z.exactOptional(flag),
  /** Whether the world changes on its own: a SIM every 15 seconds, a group every two and a half minutes. */
  timePasses: z.exactOptional(flag),
  /** Delay added to every response, in milliseconds. */
  latencyMs: z.exactOptional(count.check(z.maximum(3_600_000))),

  /**
   * Whether a refresh invalidates the access token that it replaces: one interpretation of API document 5, rule 1.
   */
  refreshEndsAccessToken: z.exactOptional(flag),
  /**
   * Claim of the access token that holds the customer id: a name such as `customerId` or `cid`, a dotted path, a
   * URL, or `none`. The API document does not show where the id is (5, rule 4).
   */
  customerIdClaim: z.exactOptional(
    z.string().check(
      z.minLength(1),
      z.refine((path) => !isReservedClaim(path), 'is a claim reserved for the token itself'),
    ),
  ),
  /** Whether the sign-in response also contains the customer id: as `customer_id`, or under this name. */
  customerIdInAnswer: z.exactOptional(z.union([flag, z.string().check(z.minLength(1))])),
  /**
   * How an `apikey` that names another customer is treated. The API document requires the header in lists, and does not
   * say that any call checks it. With `refused`, every call is refused. With `ignoredByUpdates`, updates use the
   * token's customer; with `ignored`, all calls do. `emptyLists` is like `ignoredByUpdates`, but lists are empty.
   */
  wrongApikey: z.exactOptional(z.enum(['refused', 'ignoredByUpdates', 'emptyLists', 'ignored'])),
  /** Status for a wrong `apikey`: 403 as for another account's data, or 401 as for a bad credential. */
  wrongApikeyStatus: z.exactOptional(z.literal([401, 403])),

  /** Limits on sign-in and refresh (API document 8.3). */
  authLimits: z.exactOptional(flag),
  /** Limits of the `/v1/` endpoints (API document 8.2). */
  apiLimits: z.exactOptional(flag),
  /** Limit of each console endpoint per user; the API document shows no limit. */
  consoleLimit: z.exactOptional(
    z.nullable(z.readonly(z.strictObject({ requests: count, windowSeconds: count }))),
  ),

  /** The lock fields in the group list (API document 2.3, "not shown"). */
  groupLockFields: z.exactOptional(z.enum(['both', 'prefixOnly', 'lockOnly', 'nulls', 'none'])),
  /**
   * The form of group ids, which are opaque (API document 2): a prefix and eight digits; with characters that are
   * special in paths; or ids that no path can carry.
   */
  groupIds: z.exactOptional(z.enum(['plain', 'reserved', 'unsendable'])),
  /** Whether groups have fields that API document 2.3 does not list, and roaming policies, whose shape it omits. */
  groupFields: z.exactOptional(z.enum(['documented', 'more'])),
  /**
   * The items of lists within a record, for which the API document shows no item (`IPs`) or one shape (`Networks`):
   * objects; plain strings; or both, plus objects without a name or with a different field, numbers and nulls.
   */
  listItems: z.exactOptional(z.enum(['objects', 'texts', 'mixed'])),
  /**
   * Fields of a Thing: the documented fields plus those that public clients have seen, only those of API document 2.4,
   * or the ICCID and nulls. `filled` has values even where the document shows only null.
   */
  thingFields: z.exactOptional(z.enum(['seen', 'documented', 'nulls', 'filled'])),
  /** Whether a Thing's integers are sent as strings. */
  integersAsText: z.exactOptional(flag),
  /** How cell ids and location areas are written; the filters take a string or an integer (API document 4.5). */
  cells: z.exactOptional(z.enum(['numbers', 'hexadecimal'])),
  /** Whether one Thing in fifty is an unusable record. */
  brokenRecords: z.exactOptional(flag),
  /** How a text filter matches (API document 4.5, "not shown"). */
  filterMatch: z.exactOptional(z.enum(['part', 'prefix', 'exact'])),
  /** Whether a Thing must pass all filters or any of them (API document 4.5, "not shown"). */
  filterCombine: z.exactOptional(z.enum(['all', 'any'])),
  /** Order of a list without `sortBy`: always the same, or different for each request. */
  unsortedOrder: z.exactOptional(z.enum(['stable', 'shifting'])),

  /** Form of the console endpoints' error bodies (API document 7, "not shown"). */
  consoleErrors: z.exactOptional(z.enum(['json', 'otherJson', 'text', 'html', 'empty'])),
  /** Content type of the console endpoints' successful responses: the right type, a wrong type, or none. */
  consoleContentType: z.exactOptional(z.enum(['right', 'wrong', 'none'])),
  /** Whether responses have the `x-request-id` header; the API document shows the request id only in error bodies. */
  requestIdHeader: z.exactOptional(flag),
  /** Which headers of API document 8.4 are in the response to a limited call. */
  rateLimitHeaders: z.exactOptional(z.enum(['both', 'remainingOnly', 'none'])),
  /** Whether other origins may read the responses and their headers. */
  cors: z.exactOptional(z.enum(['off', 'on', 'withoutExposedHeaders'])),

  /** How undocumented query parameters and body fields are treated. */
  unknownParameters: z.exactOptional(z.enum(['ignore', 'refuse'])),
  /** Whether a group PUT needs all documented fields (API document 2.4, "which … are required" is not shown). */
  updateNeedsAllFields: z.exactOptional(flag),
  /** How many groups may be locked at a time; locking one more is refused with 422, as a quota violation. */
  lockedGroupsQuota: z.exactOptional(z.nullable(count)),

  /** Usernames of suspended accounts; their earlier tokens are refused too. */
  suspendedUsers: z.exactOptional(z.readonly(z.array(z.string()))),
  /** Usernames without the `write` scope; their earlier tokens lose it too. */
  readOnlyUsers: z.exactOptional(z.readonly(z.array(z.string()))),
  /** Number of additional users with write access, for load tests: `user0001`, `user0002` … */
  extraUsers: z.exactOptional(count.check(z.maximum(9999))),
});

export const defaultOptions: SandboxOptions = {
  clock: systemClock,
  things: 5000,
  seed: 1,
  hostileStrings: false,
  timePasses: false,
  latencyMs: 0,
  refreshEndsAccessToken: true,
  customerIdClaim: 'customer_id',
  customerIdInAnswer: false,
  wrongApikey: 'refused',
  wrongApikeyStatus: 403,
  authLimits: true,
  apiLimits: true,
  consoleLimit: null,
  groupLockFields: 'both',
  groupIds: 'plain',
  groupFields: 'documented',
  listItems: 'objects',
  thingFields: 'seen',
  integersAsText: false,
  cells: 'numbers',
  brokenRecords: false,
  filterMatch: 'part',
  filterCombine: 'all',
  unsortedOrder: 'stable',
  consoleErrors: 'json',
  consoleContentType: 'right',
  requestIdHeader: true,
  rateLimitHeaders: 'both',
  cors: 'off',
  unknownParameters: 'ignore',
  updateNeedsAllFields: true,
  lockedGroupsQuota: null,
  suspendedUsers: [],
  readOnlyUsers: [],
  extraUsers: 0,
};

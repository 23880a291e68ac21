import * as z from 'zod/mini';

import { groupValues } from './groupValues.ts';
import { oneOf, pageParameters, type QueryOf, text, time } from './parameters.ts';
import { checkResults, saveOutcomes } from './saveOutcome.ts';

export const changesPath = '/records/changes';

/** One change to a Thing Group, as recorded by the gateway. All times are milliseconds since the Unix epoch. */
export const groupChange = z.object({
  id: z.string(),
  /** When it was recorded: before it was sent or, for a change from elsewhere, when a list showed it. */
  at: z.number(),
  /** For a change from elsewhere: it happened between this time, when the previous list was requested, and `at`. */
  since: z.nullable(z.number()),
  /** Null for a change from elsewhere. */
  username: z.nullable(z.string()),
  groupId: z.string(),
  /** The name in the last list before the change; null if no list had shown the group. */
  groupName: z.nullable(z.string()),
  /** The values in the last list before the change, and its time; empty and null if there was none. */
  before: groupValues,
  beforeAt: z.nullable(z.number()),
  /** The sent values or, for a change from elsewhere, the values in the list. */
  after: groupValues,
  outcome: z.enum(saveOutcomes),
  /** Whether a response may still arrive; the outcome is `unknown` until then. */
  isUnderWay: z.boolean(),
  /**
   * The HTTP status of the service's response, and its message, shortened. A `saved` change without a 2xx was only
   * confirmed by a list.
   */
  status: z.nullable(z.int()),
  message: z.nullable(z.string()),
  /**
   * The result of the first list after the response; null until there is one. For a few minutes, later lists may
   * replace `different`, in case that list lagged behind.
   */
  check: z.nullable(z.object({ result: z.enum(checkResults), at: z.number(), seen: groupValues })),
  requestId: z.nullable(z.string()),
  serviceRequestId: z.nullable(z.string()),
});
export type GroupChange = z.infer<typeof groupChange>;

/** Parameters of `GET /records/changes`, all optional. */
export const changesParameters = {
  /** Exactly this group. */
  groupId: text,
  /** A group's id, or part of its name, ignoring case. */
  group: text,
  /** Part of the username, ignoring case. */
  who: text,
  outcome: oneOf(saveOutcomes),
  /** Milliseconds since the Unix epoch; `from` is included, `to` is not. */
  from: time,
  to: time,
  /** 25 changes by default. */
  ...pageParameters,
};
export type ChangesQuery = QueryOf<typeof changesParameters>;

/** Response to `GET /records/changes`, newest first. */
export const changesPage = z.object({
  changes: z.array(groupChange),
  /** Cursor of the next page, with older changes; null at the end. */
  next: z.nullable(z.string()),
  /** Cursor of the previous page, with newer changes; empty if that is the first page, null on the first page. */
  previous: z.nullable(z.string()),
  /** How many days changes are kept; 0 if they are not kept. */
  keptDays: z.int(),
  /** The time on the clock that the changes' times are from; undefined if there are none. */
  now: z.optional(z.number()),
});
export type ChangesPage = z.infer<typeof changesPage>;

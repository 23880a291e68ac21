import * as z from 'zod/mini';

import { groupValues } from './groupValues.ts';
import { oneOf, pageParameters, type QueryOf, text, time } from './parameters.ts';
import { checkResults, saveOutcomes } from './saveOutcome.ts';

/** One change of a Thing Group, as recorded by the gateway. All times are milliseconds since the Unix epoch. */
export const groupChange = z.object({
  id: z.string(),
  /** When it was recorded: before it was sent or, for one from elsewhere, when a list showed it. */
  at: z.number(),
  /** For one from elsewhere: it happened between this time, when the previous list was requested, and `at`. */
  since: z.nullable(z.number()),
  /** Null for one from elsewhere. */
  username: z.nullable(z.string()),
  groupId: z.string(),
  /** The name in the last list before the change; null if no list had shown the group. */
  groupName: z.nullable(z.string()),
  /** What the last list before the change showed, and when it came; empty and null if there was none. */
  before: groupValues,
  beforeAt: z.nullable(z.number()),
  /** What was sent or, for one from elsewhere, what the list shows. */
  after: groupValues,
  outcome: z.enum(saveOutcomes),
  /** Whether an answer may still come; the outcome is `unknown` until then. */
  isUnderWay: z.boolean(),
  /**
   * The HTTP status of the service's answer, and its message, shortened. If a `saved` change has no 2xx, only a
   * list showed it.
   */
  status: z.nullable(z.int()),
  message: z.nullable(z.string()),
  /**
   * What the first list after the answer showed; null until there is one. If that list lagged behind, later ones
   * may replace a `different` for some minutes.
   */
  check: z.nullable(
    z.object({
      result: z.enum(checkResults),
      at: z.number(),
      seen: groupValues,
    }),
  ),
  requestId: z.nullable(z.string()),
  serviceRequestId: z.nullable(z.string()),
});
export type GroupChange = z.infer<typeof groupChange>;

/** Parameters of `GET /records/changes`, all optional. */
export const changesParameters = {
  /** Exactly this group. */
  groupId: text,
  /** A group's id, or part of its name in either case. */
  group: text,
  /** Part of the username, in either case. */
  who: text,
  outcome: oneOf(saveOutcomes),
  /** Milliseconds since the Unix epoch; `from` is included, `to` is not. */
  from: time,
  to: time,
  /** 25 changes by default. */
  ...pageParameters,
};
export type ChangesQuery = QueryOf<typeof changesParameters>;

/** Answer to `GET /records/changes`: the newest first. */
export const changesPage = z.object({
  changes: z.array(groupChange),
  /** Cursor of the next page, with older ones; null at the end. */
  next: z.nullable(z.string()),
  /** Cursor of the previous page, with newer ones; empty if that is the first, null on the first. */
  previous: z.nullable(z.string()),
  /** For how many days changes are kept; 0 for none. */
  keptDays: z.int(),
});
export type ChangesPage = z.infer<typeof changesPage>;

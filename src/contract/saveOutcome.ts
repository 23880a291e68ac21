import { diffGroup, type GroupValues, updateKeys } from './groupValues.ts';

/**
 * The known outcome of saving a group, as recorded by the gateway and shown by the console. If the response was lost,
 * the next list decides: `saved` if it shows the sent values, `not-seen` if it shows other values that no other
 * change made here explains. `elsewhere` is a change shown by a list and not made here.
 */
export const ownOutcomes = ['saved', 'refused', 'not-seen', 'unknown', 'not-sent'] as const;
export const saveOutcomes = [...ownOutcomes, 'elsewhere'] as const;
export type Outcome = (typeof saveOutcomes)[number];

/** The outcome of a save according to its response; `unknown` if the response is missing or does not show it. */
export type SentOutcome = Exclude<(typeof ownOutcomes)[number], 'not-seen'>;

/**
 * A list's evidence about a sent change. `not-confirmable`: the list does not contain all sent values, or another
 * change was sent in the meantime.
 */
export const checkResults = ['confirmed', 'different', 'not-confirmable'] as const;
export type CheckResult = (typeof checkResults)[number];

/**
 * Additional findings of the console after a save: the response was lost and the group is unchanged, the group is no
 * longer listed, or the response names a different group.
 */
export const followedResults = [...checkResults, 'as-before', 'gone', 'other-group'] as const;

/**
 * Why the console sent nothing: the service already has the values; the user cancelled; the group's values differ from
 * those the user saw (`changed`), or only its modification date does (`touched`); it is no longer listed (`gone`); it
 * could not be read. Once the user has `left` the page, the result of a save already sent is not checked either.
 */
export const stopReasons = [
  'unchanged',
  'cancelled',
  'left',
  'changed',
  'touched',
  'gone',
  'unread',
] as const;

/** How a list compares with the sent values. */
export function checkOf(sent: GroupValues, seen: GroupValues): CheckResult {
  const { different, unknown } = diffGroup(sent, seen, updateKeys);
  if (different.length > 0) return 'different';
  return unknown.length > 0 ? 'not-confirmable' : 'confirmed';
}

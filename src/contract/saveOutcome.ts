import { diffGroup, type GroupValues, updateKeys } from './groupValues.ts';

/**
 * The known outcome of a save of a group, as the gateway records it and the console shows it. If the answer was lost,
 * the next list decides: `saved` if it shows what was sent, `not-seen` if it shows something else that no other change
 * of this console explains. `elsewhere` is a change that a list showed and nobody made here.
 */
export const ownOutcomes = ['saved', 'refused', 'not-seen', 'unknown', 'not-sent'] as const;
export const saveOutcomes = [...ownOutcomes, 'elsewhere'] as const;
export type Outcome = (typeof saveOutcomes)[number];

/** The outcome of a save by its answer; `unknown` if there was none, or it does not say. */
export type SentOutcome = Exclude<(typeof ownOutcomes)[number], 'not-seen'>;

/**
 * What a list showed about a change that was sent. `not-confirmable`: the list does not carry everything that was
 * sent, or another change was sent meanwhile.
 */
export const checkResults = ['confirmed', 'different', 'not-confirmable'] as const;
export type CheckResult = (typeof checkResults)[number];

/**
 * What else the console can find after a save: the answer was lost and the group is as before, the group is no longer
 * listed, or the answer names another group.
 */
export const followedResults = [...checkResults, 'as-before', 'gone', 'other-group'] as const;

/**
 * Why the console sent nothing: the service already has the values; the user cancelled; the group has other values than
 * the user saw (`changed`), or only another date of change (`touched`); it is no longer listed (`gone`); it could not be
 * read. After the user `left` the page, a save that was sent is not followed either.
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

/** How a list compares with what was sent. */
export function checkOf(sent: GroupValues, seen: GroupValues): CheckResult {
  const { different, unknown } = diffGroup(sent, seen, updateKeys);
  if (different.length > 0) return 'different';
  return unknown.length > 0 ? 'not-confirmable' : 'confirmed';
}

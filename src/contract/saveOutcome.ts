import { diffGroup, type GroupValues, updateKeys } from './groupValues.ts';

/**
 * What a save of a Thing Group came to, as far as it is known: the gateway records it so, and the console tells it so.
 * Where the answer was lost, the next list decides: `saved` if it shows what was sent, `not-seen` if it shows something
 * else that no other change of this console explains. `elsewhere` is a change that a list showed and nobody made here.
 */
export const ownOutcomes = ['saved', 'refused', 'not-seen', 'unknown', 'not-sent'] as const;
export const saveOutcomes = [...ownOutcomes, 'elsewhere'] as const;
export type Outcome = (typeof saveOutcomes)[number];

/** What the answer to a save says of it; `unknown` where none came, or one that does not say. */
export type SentOutcome = Exclude<(typeof ownOutcomes)[number], 'not-seen'>;

/**
 * What a list showed of a change that was sent. `not-confirmable`: the list does not carry all that was sent, or
 * showed what another change sent meanwhile.
 */
export const checkResults = ['confirmed', 'different', 'not-confirmable'] as const;
export type CheckResult = (typeof checkResults)[number];

/**
 * What else the console sees of a save that it follows: after a lost answer the group is as it was before; the group is
 * not listed any more; the answer names another group.
 */
export const followedResults = [...checkResults, 'as-before', 'gone', 'other-group'] as const;

/**
 * Why the console sent nothing: the service has the values already; the person stopped it; the group has other values
 * than the person saw, or another date of change alone; it is not listed any more; it could not be read. Who has `left`
 * the page has also left what was sent.
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

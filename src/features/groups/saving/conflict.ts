import type { Baseline, GroupChoice, GroupFormValues } from '../editor/groupForm.ts';

/** The fields of a group that two people can disagree on; the profile is not chosen here. */
export type ConflictField = 'name' | 'lock' | 'prefix';

/** Whose value of each field is taken. */
export type Picks = Readonly<Record<ConflictField, 'mine' | 'theirs'>>;

/** Mine where I changed something, theirs where I did not: both can be seen, and taken otherwise. */
export function firstPicks(was: Baseline, mine: GroupChoice): Picks {
  const pick = (field: ConflictField) => (mine[field] === was[field] ? 'theirs' : 'mine');
  return { name: pick('name'), lock: pick('lock'), prefix: pick('prefix') };
}

/** What the form holds after the choice. A value that is taken and not reported is not known again. */
export function picked(stored: Baseline, mine: GroupChoice, picks: Picks): GroupFormValues {
  const isMyPrefix = picks.prefix === 'mine';
  return {
    name: picks.name === 'mine' ? mine.name : (stored.name ?? ''),
    lock: picks.lock === 'mine' ? mine.lock : (stored.lock ?? null),
    prefix: isMyPrefix ? mine.prefix : (stored.prefix ?? ''),
    removePrefix: isMyPrefix && mine.prefix === '' && stored.prefix === undefined,
  };
}

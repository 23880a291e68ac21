import { formatTime } from '#lib/format.ts';

import type { Baseline } from '../editor/groupForm.ts';
import { messages } from '../messages.ts';
import { savingMessages } from './savingMessages.ts';

/** What a save overwrites, by the names that sentences have for it. */
const settings = [
  ['name', 'name'],
  ['lock', messages.lock],
  ['prefix', 'IMEI prefix'],
  ['profileId', 'profile'],
] as const satisfies readonly (readonly [keyof Baseline, string])[];

/** The settings of two answers, by what can be said of them; each is in one of the lists. */
interface Comparison {
  readonly same: readonly string[];
  readonly different: readonly string[];
  /** Not reported both times: they may have changed or not. */
  readonly unknown: readonly string[];
}

export function compareSettings(before: Baseline, after: Baseline): Comparison {
  const named = (test: (field: (typeof settings)[number][0]) => boolean) =>
    settings.flatMap(([field, name]) => (test(field) ? [name] : []));
  const isKnown = (field: keyof Baseline) =>
    before[field] !== undefined && after[field] !== undefined;
  return {
    same: named((field) => isKnown(field) && before[field] === after[field]),
    different: named((field) => isKnown(field) && before[field] !== after[field]),
    unknown: named((field) => !isKnown(field)),
  };
}

/** The settings that an answer did not carry. */
export function notReported(answer: Baseline): readonly string[] {
  return settings.flatMap(([field, name]) => (answer[field] === undefined ? [name] : []));
}

/**
 * What is known of a group of which no reported setting has changed, and which was touched all the same.
 * Whoever reads it decides whether to go on.
 */
export function touchedWords(before: Baseline, after: Baseline): string {
  const { same, unknown } = compareSettings(before, after);
  const isDated = before.modified !== undefined && after.modified !== undefined;
  return [
    isDated ? savingMessages.touched(formatTime(after.modified)) : savingMessages.notDated,
    savingMessages.reportedAsBefore(inList(same)),
    ...(unknown.length > 0 ? [savingMessages.mayHaveChanged(inList(unknown))] : []),
    unknown.length > 0 ? savingMessages.goOnUnseen : savingMessages.goOn,
  ].join(' ');
}

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** For example "name, IMEI lock and profile". */
export function inList(names: readonly string[]): string {
  return conjunction.format(names);
}

import * as z from 'zod/mini';

import {
  groupChoice,
  isAlike,
  keptKeys,
  lockKeys,
  pickFields,
  settingKeys,
  type ThingsGroupUpdate,
  thingsGroupUpdate,
  updateKeys,
} from './groupFields.ts';
import type { ThingsGroupRecord } from './groups.ts';

/** The values that a user decided to store, each of which the user saw or chose. */
export type GroupChoice = Readonly<z.infer<typeof groupChoice>>;

/** A group's settings: those that the service reported or the user chose. */
export const groupSettings = z.partial(groupChoice);
export type GroupSettings = Readonly<z.infer<typeof groupSettings>>;

/** A snapshot of a group: the values that a PUT overwrites, and others that are compared before a save. */
export const groupSnapshot = z.object({
  ...z.partial(thingsGroupUpdate).shape,
  DateModified: z.optional(z.number()),
  /** When the list arrived, in milliseconds since the epoch, if known. Not compared. */
  readAt: z.optional(z.number()),
});
export type GroupSnapshot = Readonly<z.infer<typeof groupSnapshot>>;

export function snapshotOf(group: ThingsGroupRecord): GroupSnapshot {
  return pickFields(group, [...updateKeys, 'DateModified']);
}

/** The body of a PUT: the chosen values, and the others as read; undefined if these were not reported. */
export function updateOf(
  choice: GroupChoice,
  before: GroupSnapshot,
): ThingsGroupUpdate | undefined {
  const kept = pickFields(before, keptKeys);
  return thingsGroupUpdate.safeParse({ ...pickFields(choice, settingKeys), ...kept }).data;
}

/** Turns settings into a choice that can be restored; undefined if any of them was not reported. */
export function choiceOf(settings: GroupSettings): GroupChoice | undefined {
  return groupChoice.safeParse(settings).data;
}

export function sameChoice(a: GroupSettings, b: GroupSettings): boolean {
  return isAlike(a, b, settingKeys);
}

/** Whether storing the choice could change the lock. */
export function changesLock(baseline: GroupSettings, choice: GroupChoice): boolean {
  return !isAlike(baseline, choice, lockKeys);
}

/** The fields of a PUT that the snapshot does not report. */
export function notReported(snapshot: GroupSnapshot) {
  return updateKeys.filter((key) => snapshot[key] === undefined);
}

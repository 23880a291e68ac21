import { groupFields } from '#api/groupFields.ts';
import { messages } from '#api/groupMessages.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';
import {
  choiceOf,
  notReported,
  sameChoice,
  snapshotOf,
  type GroupChoice,
} from '#api/groupSettings.ts';
import { nounsOf } from '#api/groupWords.ts';
import { whyUnsendable } from '#identifiers/groupId.ts';

import { formValues, groupFormSchema } from '../edit/groupForm.ts';
import type { Impact } from '../impact/assessLock.ts';
import type { RunRow } from './runRow.ts';

/** The action for all selected groups. */
export type LockMode = 'one' | 'each' | 'off';

/** The user's choices for several groups. */
export interface LockPlan {
  readonly mode: LockMode;
  /** For all groups. */
  readonly prefix: string;
  /** Prefixes typed instead of the suggestions, by group id. */
  readonly own: Readonly<Record<string, string>>;
  /** Also unlocks groups whose prefix is not reported; this removes their prefix. */
  readonly removesUnknown: boolean;
  /** Ids of groups that are not changed. */
  readonly leftOut: readonly string[];
}

export const emptyPlan: LockPlan = {
  mode: 'one',
  prefix: '',
  own: {},
  removesUnknown: false,
  leftOut: [],
};

/** Reconstructs the plan that led to these choices. The user must decide again about unreported values. */
export function planOf(rows: readonly Pick<RunRow, 'groupId' | 'decision'>[]): LockPlan {
  const [first, ...others] = rows.map(({ decision: { choice } }) => choice);
  const isMixed = others.some(({ LockMasterImei }) => LockMasterImei !== first?.LockMasterImei);
  if (isMixed || first?.LockMasterImei === undefined) return emptyPlan;
  if (!first.LockMasterImei) return { ...emptyPlan, mode: 'off' };
  const isOne = others.every(({ IMEIPrefix }) => IMEIPrefix === first.IMEIPrefix);
  if (isOne) return { ...emptyPlan, prefix: first.IMEIPrefix ?? '' };
  const own = rows.map(
    ({ groupId, decision: { choice } }) => [groupId, choice.IMEIPrefix ?? ''] as const,
  );
  return { ...emptyPlan, mode: 'each', own: Object.fromEntries(own) };
}

/** A group as read when the dialog was opened. A save compares the stored values with these. */
export type PlannedGroup = ReturnType<typeof plannedGroup>;

export function plannedGroup(group: ThingsGroupRecord, readAt: number) {
  const name = group.ThingsGroupName ?? '';
  return {
    id: group.ThingsGroupId,
    name: name || messages.unnamed,
    baseline: { ...snapshotOf(group), readAt },
    toLock: { id: group.ThingsGroupId, name, reportedTotal: group.total },
  };
}

/** The plan's effect on one group. */
export type GroupPlan =
  | { readonly kind: 'send'; readonly choice: GroupChoice }
  /** The service already has these values. */
  | { readonly kind: 'unchanged'; readonly choice: GroupChoice }
  /** The user has excluded it. */
  | { readonly kind: 'leftOut' }
  /** The user has to choose or correct something first. */
  | { readonly kind: 'problem'; readonly words: string }
  /** No save can address this group, or a save would have to send back a value that the service does not report. */
  | { readonly kind: 'excluded'; readonly words: string };

/** The group's prefix according to the plan, if it is locked. */
export function prefixOf(
  { mode, prefix, own }: LockPlan,
  { id }: Pick<PlannedGroup, 'id'>,
  suggested: string | undefined,
): string {
  return (mode === 'each' ? (own[id] ?? suggested ?? '') : prefix).trim();
}

/** Follows the rules of the single-group form: only values that the user saw or chose are sent (R17). */
export function planGroup(
  plan: LockPlan,
  group: PlannedGroup,
  suggested: string | undefined,
): GroupPlan {
  const { baseline } = group;
  const whyNot = whyUnsendable(group.id);
  if (whyNot !== undefined)
    return { kind: 'excluded', words: `Cannot be changed here: its ID ${whyNot}.` };
  // Values that a run does not set must be known, because a save sends all of them. A blank name counts as missing.
  const blank = baseline.ThingsGroupName?.trim() === '' ? ['ThingsGroupName' as const] : [];
  const [missing] = [
    ...blank,
    ...notReported(baseline).filter((key) => !groupFields[key].isOfLock),
  ];
  if (missing) {
    const noun = missing === 'TelephonyProfileId' ? 'telephony profile' : nounsOf([missing]);
    return {
      kind: 'excluded',
      words: `Cannot be changed here: the service does not report its ${noun}, and every save needs it.`,
    };
  }
  if (plan.leftOut.includes(group.id)) return { kind: 'leftOut' };
  const isLocked = plan.mode !== 'off';
  const isPrefixUnknown = baseline.IMEIPrefix === undefined;
  if (!isLocked && isPrefixUnknown && !plan.removesUnknown) {
    return {
      kind: 'problem',
      words:
        'The service does not report its prefix, so it cannot be kept. Tick the box below to remove it.',
    };
  }
  const { data, error } = groupFormSchema(baseline).safeParse({
    ...formValues(baseline),
    LockMasterImei: isLocked,
    IMEIPrefix: isLocked ? prefixOf(plan, group, suggested) : (baseline.IMEIPrefix ?? ''),
    removePrefix: !isLocked && isPrefixUnknown,
  });
  if (!data) return { kind: 'problem', words: error.issues[0]?.message ?? '' };
  const stored = choiceOf(baseline);
  return stored && sameChoice(stored, data)
    ? { kind: 'unchanged', choice: data }
    : { kind: 'send', choice: data };
}

/** The impact of several locks together. Undefined while any of them is unknown; complete only if all of them are. */
export function sumImpacts(impacts: readonly (Impact | undefined)[]): Impact | undefined {
  let sum: Impact = { kind: 'complete', losing: 0, read: 0 };
  for (const impact of impacts) {
    if (!impact) return undefined;
    sum = {
      kind: impact.kind === 'complete' ? sum.kind : impact.kind,
      losing: sum.losing + impact.losing,
      read: sum.read + impact.read,
    };
  }
  return sum;
}

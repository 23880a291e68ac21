import { groupFields } from '#api/groupFields.ts';
import { messages } from '#api/groupMessages.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';
import {
  choiceOf,
  notReported,
  sameChoice,
  snapshotOf,
  type GroupChoice,
  type GroupSnapshot,
} from '#api/groupSettings.ts';
import { nounsOf } from '#api/groupWords.ts';
import { whyUnsendable } from '#identifiers/groupId.ts';

import { formValues, groupFormSchema } from '../edit/groupForm.ts';
import type { Impact } from '../impact/assessLock.ts';
import type { GroupToLock } from '../impact/useLockImpact.ts';
import type { RunRow } from './runRow.ts';

/** What is done to all chosen groups. */
export type LockMode = 'one' | 'each' | 'off';

/** What its user has chosen for several groups. */
export interface LockPlan {
  readonly mode: LockMode;
  /** For all groups. */
  readonly prefix: string;
  /** By group id: typed instead of the suggestion. */
  readonly own: Readonly<Record<string, string>>;
  /** The lock is taken off groups that do not report their prefix, which is removed then. */
  readonly removesUnknown: boolean;
  /** Ids of groups that stay as they are. */
  readonly leftOut: readonly string[];
}

export const emptyPlan: LockPlan = {
  mode: 'one',
  prefix: '',
  own: {},
  removesUnknown: false,
  leftOut: [],
};

/** The plan that some choices came from. What is not reported has to be decided again. */
export function planOf(rows: readonly Pick<RunRow, 'groupId' | 'decision'>[]): LockPlan {
  const [first, ...others] = rows.map(({ decision: { choice } }) => choice);
  if (first?.LockMasterImei === undefined) return emptyPlan;
  if (!first.LockMasterImei) return { ...emptyPlan, mode: 'off' };
  const isOne = others.every(({ IMEIPrefix }) => IMEIPrefix === first.IMEIPrefix);
  if (isOne) return { ...emptyPlan, prefix: first.IMEIPrefix ?? '' };
  const own = rows.map(
    ({ groupId, decision: { choice } }) => [groupId, choice.IMEIPrefix ?? ''] as const,
  );
  return { ...emptyPlan, mode: 'each', own: Object.fromEntries(own) };
}

/** A group as it was read when the dialog was opened; a save compares with this. */
export interface PlannedGroup {
  readonly id: string;
  readonly name: string;
  readonly baseline: GroupSnapshot;
  readonly toLock: GroupToLock;
}

export function plannedGroup(group: ThingsGroupRecord, readAt: number): PlannedGroup {
  const name = group.ThingsGroupName ?? '';
  return {
    id: group.ThingsGroupId,
    name: name || messages.unnamed,
    baseline: { ...snapshotOf(group), readAt },
    toLock: { id: group.ThingsGroupId, name, reportedTotal: group.total },
  };
}

/** What the plan means for one group. */
export type GroupPlan =
  | { readonly kind: 'send'; readonly choice: GroupChoice }
  /** The service has it like this already. */
  | { readonly kind: 'unchanged'; readonly choice: GroupChoice }
  /** Its user has left it out. */
  | { readonly kind: 'leftOut' }
  /** Something has to be chosen or corrected first. */
  | { readonly kind: 'problem'; readonly words: string }
  /** No save can name this group, or every save sends back what the service does not report of it. */
  | { readonly kind: 'excluded'; readonly words: string };

/** The prefix of a group by the plan, if it is locked. */
export function prefixOf(
  { mode, prefix, own }: LockPlan,
  { id }: Pick<PlannedGroup, 'id'>,
  suggested: string | undefined,
): string {
  return (mode === 'each' ? (own[id] ?? suggested ?? '') : prefix).trim();
}

/** By the same rules as the form of one group: nothing is sent that nobody saw or chose (R17). */
export function planGroup(
  plan: LockPlan,
  group: PlannedGroup,
  suggested: string | undefined,
): GroupPlan {
  const { baseline } = group;
  const whyNot = whyUnsendable(group.id);
  if (whyNot !== undefined) return { kind: 'excluded', words: `Left out: its id ${whyNot}.` };
  // What a run does not set has to be known: a save sends it all. A name of spaces alone is none.
  const blank = baseline.ThingsGroupName?.trim() === '' ? ['ThingsGroupName' as const] : [];
  const [missing] = [
    ...blank,
    ...notReported(baseline).filter((key) => !groupFields[key].isOfLock),
  ];
  if (missing) {
    const noun = missing === 'TelephonyProfileId' ? 'telephony profile' : nounsOf([missing]);
    return {
      kind: 'excluded',
      words: `Left out: the service does not report its ${noun}, which every save must send back.`,
    };
  }
  if (plan.leftOut.includes(group.id)) return { kind: 'leftOut' };
  const isLocked = plan.mode !== 'off';
  const isPrefixUnknown = baseline.IMEIPrefix === undefined;
  if (!isLocked && isPrefixUnknown && !plan.removesUnknown) {
    return {
      kind: 'problem',
      words:
        'The service does not report its prefix, which every save must send. Tick the box below.',
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

/**
 * The impact of several locks together. Undefined while one of them is still found out; complete only if
 * all of them are.
 */
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

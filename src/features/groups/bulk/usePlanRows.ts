import { useState } from 'react';

import { isImeiPrefix } from '#identifiers/imei.ts';

import { assessLock, type Impact, type LockAssessment } from '../impact/assessLock.ts';
import { noReading } from '../impact/groupReader.ts';
import { impactParts, sumParts } from '../impact/ImpactBar.tsx';
import type { Sim } from '../impact/sim.ts';
import { countTacs, suggestPrefix, type SuggestedPrefix } from '../impact/tacs.ts';
import { lockImpact, type GroupToLock } from '../impact/useLockImpact.ts';
import { planGroup, prefixOf, sumImpacts, type LockPlan, type PlannedGroup } from './lockPlan.ts';
import type { PlanRow } from './PlanTable.tsx';
import { useGroupReadings } from './useGroupSnapshots.ts';

/** Assessments and suggestions by the SIMs that they are of: an update of one group sorts only its own. */
const assessments = new WeakMap<readonly Sim[], { prefix: string; assessment: LockAssessment }>();
const suggestions = new WeakMap<readonly Sim[], { suggested: SuggestedPrefix | undefined }>();

function assess(sims: readonly Sim[], prefix: string): LockAssessment {
  const known = assessments.get(sims);
  if (known?.prefix === prefix) return known.assessment;
  const assessment = assessLock(sims, prefix);
  assessments.set(sims, { prefix, assessment });
  return assessment;
}

function suggest(sims: readonly Sim[]): SuggestedPrefix | undefined {
  const known = suggestions.get(sims) ?? { suggested: suggestPrefix(countTacs(sims)) };
  suggestions.set(sims, known);
  return known.suggested;
}

/** What the reading of a group that was cancelled or not reached is: nothing is known of its SIMs. */
const notRead: Impact = { kind: 'cancelled', losing: 0, read: 0 };

/** What the plan means for each group and for all of them, as far as their SIMs are read. */
export function usePlanRows(groups: readonly PlannedGroup[], plan: LockPlan) {
  const [toLock] = useState<readonly GroupToLock[]>(() => groups.map((group) => group.toLock));
  const isLock = plan.mode !== 'off';
  // The SIMs are read for a lock: for its preview, and for the suggestions.
  const isWanted = isLock && (plan.mode === 'each' || isImeiPrefix(plan.prefix.trim()));
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  const reads = useGroupReadings(toLock, wasWanted, plan.leftOut);

  const rows = groups.map((group, index): PlanRow => {
    const reading = reads.readings[index] ?? noReading;
    const isRead = reading.step === 'ended';
    const suggested = isRead ? suggest(reading.sims) : undefined;
    const prefix = prefixOf(plan, group, suggested?.prefix);
    const planned = planGroup(plan, group, suggested?.prefix);
    const isLocked = isLock && planned.kind === 'send';
    if (!isLocked) return { group, plan: planned, prefix, suggested, isRead, impact: undefined };
    const assessment = assess(reading.sims, prefix);
    const parts = impactParts(assessment);
    const found = lockImpact(group.toLock, prefix, reading, assessment);
    const impact = found ?? (reads.isOver && !isRead ? notRead : undefined);
    return { group, plan: planned, prefix, suggested, isRead, impact, parts };
  });

  const locked = rows.filter(({ plan: { kind } }) => isLock && kind === 'send');
  const isReading = wasWanted && isLock && !reads.isOver;
  return {
    rows,
    reads,
    /** The SIMs were asked for. */
    isBegun: wasWanted,
    isReading,
    /** Of all groups that would be locked; undefined while it is found out. */
    impact: isReading ? undefined : sumImpacts(locked.map(({ impact }) => impact)),
    parts: sumParts(locked.flatMap(({ parts }) => parts ?? [])),
  };
}

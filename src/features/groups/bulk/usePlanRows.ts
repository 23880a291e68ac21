import { useState } from 'react';

import { isImeiPrefix } from '#identifiers/imei.ts';

import { assessLock, type Impact, type LockAssessment } from '../impact/assessLock.ts';
import { isStopped, noReading } from '../impact/groupReader.ts';
import { impactParts, sumParts } from '../impact/ImpactBar.tsx';
import type { Sim } from '../impact/sim.ts';
import { countTacs, suggestPrefix, type SuggestedPrefix } from '../impact/tacs.ts';
import { lockImpact, type GroupToLock } from '../impact/useLockImpact.ts';
import { planGroup, prefixOf, sumImpacts, type LockPlan, type PlannedGroup } from './lockPlan.ts';
import type { PlanRow } from './PlanTable.tsx';
import { useGroupReadings } from './useGroupSnapshots.ts';

/** Caches assessments and suggestions by SIM array, so that an update to one group re-sorts only that group. */
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

/** For a group that was not read because the run was cancelled: nothing is known about its SIMs. */
const notRead: Impact = { kind: 'cancelled', losing: 0, read: 0 };

/** The plan's impact on each group and in total, based on the SIMs read so far. */
export function usePlanRows(groups: readonly PlannedGroup[], plan: LockPlan) {
  const [toLock] = useState<readonly GroupToLock[]>(() => groups.map((group) => group.toLock));
  const isLock = plan.mode !== 'off';
  // SIMs are only read for a lock: for its preview and the suggestions.
  const isWanted = isLock && (plan.mode === 'each' || isImeiPrefix(plan.prefix.trim()));
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  const reads = useGroupReadings(toLock, isLock && wasWanted, plan.leftOut);

  const rows = groups.map((group, index): PlanRow => {
    const reading = reads.readings[index] ?? noReading;
    const isRead = reading.step === 'ended';
    const isNone = reading.sims.length === 0 && isStopped(reading);
    const hasImei =
      isRead && !isNone ? reading.sims.some(({ device }) => device.kind === 'imei') : undefined;
    const suggested = isRead ? suggest(reading.sims) : undefined;
    const prefix = prefixOf(plan, group, suggested?.prefix);
    const planned = planGroup(plan, group, suggested?.prefix);
    const isLocked = isLock && planned.kind === 'send';
    if (!isLocked) return { group, plan: planned, prefix, suggested, hasImei, impact: undefined };
    const assessment = assess(reading.sims, prefix);
    const parts = impactParts(assessment);
    const found = lockImpact(group.toLock, prefix, reading, assessment);
    const impact = found ?? (reads.isOver && !isRead ? notRead : undefined);
    return { group, plan: planned, prefix, suggested, hasImei, impact, parts };
  });

  const locked = rows.filter(({ plan: { kind } }) => isLock && kind === 'send');
  const isReading = wasWanted && isLock && !reads.isOver;
  return {
    rows,
    reads,
    /** Reading the SIMs has started. */
    isBegun: wasWanted,
    isReading,
    /** The combined impact on all groups that would be locked; undefined while unknown. */
    impact: isReading ? undefined : sumImpacts(locked.map(({ impact }) => impact)),
    parts: sumParts(locked.flatMap(({ parts }) => parts ?? [])),
  };
}

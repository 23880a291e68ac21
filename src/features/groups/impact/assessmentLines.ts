import { formatNumber } from '#lib/format.ts';

import { imeiBuckets, type LockAssessment } from './assessLock.ts';
import { impactMessages } from './impactMessages.ts';
import type { Sim } from './sim.ts';

/** A line of the table of SIMs. */
export interface AssessmentLine {
  readonly id: string;
  readonly name: string;
  readonly sims: readonly Sim[];
  /** How many of them are suspended, in words where that is not reported of all. */
  readonly suspended: string;
  /** Whether its SIMs are in other lines too. */
  readonly isAcross: boolean;
}

/** One line for each bucket; then what goes across them, where there is any of it. */
export function assessmentLines(assessment: LockAssessment): readonly AssessmentLine[] {
  const { buckets, suspended, stateNotReported } = assessment;
  const across = (id: string, name: string, sims: readonly Sim[]): AssessmentLine[] =>
    sims.length === 0 ? [] : [{ id, name, sims, suspended: '', isAcross: true }];
  return [
    ...imeiBuckets.map((bucket) => {
      const { sims } = buckets[bucket];
      return {
        id: bucket,
        name: impactMessages.buckets[bucket],
        sims,
        suspended: suspendedWords(buckets[bucket]),
        isAcross: false,
      };
    }),
    ...across('suspended', impactMessages.suspended, suspended),
    ...across('stateNotReported', impactMessages.stateNotReported, stateNotReported),
  ];
}

function suspendedWords(bucket: LockAssessment['buckets']['inside']): string {
  const { sims, suspended, stateNotReported } = bucket;
  if (stateNotReported === 0) return formatNumber(suspended);
  if (stateNotReported === sims.length) return impactMessages.notReported;
  return `${formatNumber(suspended)} (${formatNumber(stateNotReported)} ${impactMessages.notReported})`;
}

import { isWhole } from '#api/scan/scan.ts';

import type { LockAssessment } from './assessLock.ts';
import type { Impact } from './impact.ts';
import { impactMessages } from './impactMessages.ts';
import type { Reading } from './reading.ts';

import styles from './Impact.module.css';

interface ImpactSummaryProps {
  assessment: LockAssessment;
  reading: Reading;
  /** Undefined while the group is being read. */
  impact: Impact | undefined;
  prefix: string;
  /** Undefined where the service does not report it. */
  reportedTotal: number | undefined;
}

/** The one figure that matters, what it counts, and all that makes it less sure. */
export function ImpactSummary({
  assessment,
  reading,
  impact,
  prefix,
  reportedTotal,
}: ImpactSummaryProps) {
  const { losing, total } = assessment;
  const doubtful = doubts(reading, prefix);
  return (
    <div className={styles.summary}>
      {/* Announced once, when the reading has ended: figures that still grow are for the eyes. */}
      <p role="status" className={styles.headline}>
        {impact && headline(assessment, impact, reading)}
      </p>
      {!impact && total > 0 && (
        <p className={styles.headline}>{impactMessages.losingSoFar(losing, total)}</p>
      )}
      {total > 0 && <p className={styles.note}>{impactMessages.losingMeans}</p>}
      {impact && reportedTotal !== undefined && (
        <p>{impactMessages.reportedTotal(reportedTotal)}</p>
      )}
      {doubtful.length > 0 && (
        <ul className={styles.doubts}>
          {doubtful.map((doubt) => (
            <li key={doubt}>{doubt}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function headline(
  { losing, total }: LockAssessment,
  { kind }: Impact,
  { unsure, report }: Reading,
): string {
  if (total === 0) return kind === 'complete' ? impactMessages.none : impactMessages.notKnown;
  if (unsure > 0) {
    const words = impactMessages.losingFound(losing, total);
    return report && isWhole(report) ? words : `${words} ${impactMessages.maybeMore}`;
  }
  if (kind !== 'complete') {
    return `${impactMessages.atLeast(losing, total)} ${impactMessages.maybeMore}`;
  }
  return losing === 0 ? impactMessages.noneLosing(total) : impactMessages.losing(losing, total);
}

/** What makes the figure less sure, what may be missing from it first. */
function doubts({ progress, unsure, others, report }: Reading, prefix: string): string[] {
  const { duplicates, unreadable, shifts } = progress;
  return [
    ...(duplicates > 0 ? [impactMessages.duplicates(duplicates)] : []),
    ...(shifts > 0 && duplicates === 0 ? [impactMessages.shifted] : []),
    ...(unreadable > 0 ? [impactMessages.unreadable(unreadable)] : []),
    ...(unsure > 0 ? [impactMessages.unsure(unsure)] : []),
    ...(others > 0 ? [impactMessages.others(others)] : []),
    ...(prefix.length === 15 ? [impactMessages.fullPrefix] : []),
    ...(report ? [impactMessages.order] : []),
  ];
}

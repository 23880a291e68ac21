import { describeError } from '#api/describeError.ts';
import { waitWords } from '#api/jobs/useJob.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { ScanProgress } from '#ui/ScanProgress.tsx';

import type { Impact } from '../impact/assessLock.ts';
import { isStopped, readAtWords } from '../impact/groupReader.ts';
import { ImpactBar, type ImpactParts } from '../impact/ImpactBar.tsx';
import type { PlannedGroup } from './lockPlan.ts';
import type { GroupSnapshots } from './useGroupSnapshots.ts';

import styles from '../impact/Impact.module.css';

interface PlanImpactProps {
  groups: readonly PlannedGroup[];
  reads: GroupSnapshots;
  isReading: boolean;
  /** The combined impact of all locks; undefined while unknown, or if nothing is locked. */
  impact: Impact | undefined;
  parts: ImpactParts;
}

/** Shows the combined impact of all locks: the figure, the chart, and how far the scan has got. */
export function PlanImpact({ groups, reads, isReading, impact, parts }: PlanImpactProps) {
  return (
    <>
      {/* Announced once, when all groups have been read. */}
      <p role="status" className={styles.headline}>
        {impact && sumWords(impact)}
      </p>
      {impact && impact.read > 0 && <ImpactBar parts={parts} />}
      {impact && impact.read > 0 && <p className={styles.note}>{readAtWords(reads.readings)}</p>}
      <Progress groups={groups} reads={reads} isReading={isReading} />
    </>
  );
}

function sumWords({ kind, losing, read }: Impact): string {
  if (kind !== 'complete') {
    return read === 0
      ? 'The number of SIMs that may lose service is unknown.'
      : `At least ${formatNumber(losing)} of ${counted(read, 'SIM')} read may lose service. There may be more.`;
  }
  return losing === 0
    ? `None of ${counted(read, 'SIM')} is known to lose service.`
    : `${formatNumber(losing)} of ${counted(read, 'SIM')} may lose service.`;
}

const doing = 'read the groups’ SIMs';

/** Names the group being read, or says why reading stopped, with a button to continue. */
function Progress({ groups, reads, isReading }: Omit<PlanImpactProps, 'impact' | 'parts'>) {
  const { readings, isStuck } = reads;
  const index = readings.findIndex(({ step }) => step === 'running');
  const reading = readings[index];
  if (isReading && reading) {
    const { wait, pages } = reading;
    const soFar = `Group ${index + 1} of ${groups.length}: ${counted(reading.sims.length, 'SIM')} read`;
    return (
      <ScanProgress
        label="Reading the groups’ SIMs"
        soFar={soFar}
        announcement={soFar}
        pages={pages}
        wait={waitWords(wait, doing)}
        cancelLabel="Stop reading"
        onCancel={reads.cancel}
      />
    );
  }
  if (!isStuck) return null;
  const end = readings.find(isStopped)?.report?.end;
  return (
    <>
      {end?.kind === 'failed' && <ErrorNotice {...describeError(end.error, doing)} />}
      <div className={styles.end}>
        <p>Reading stopped: the remaining SIMs were not read.</p>
        <Button small variant="primary" onClick={() => reads.resume()}>
          Continue reading
        </Button>
      </div>
    </>
  );
}

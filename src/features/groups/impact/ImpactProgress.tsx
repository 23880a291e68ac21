import { describeError } from '#api/describeError.ts';
import type { ScanProgress } from '#api/scan/scan.ts';
import { Button } from '#ui/Button.tsx';
import { Countdown } from '#ui/Countdown.tsx';
import { Notice } from '#ui/Notice.tsx';
import { StillWaiting } from '#ui/StillWaiting.tsx';

import { impactMessages } from './impactMessages.ts';

import styles from './Impact.module.css';

interface ImpactProgressProps {
  progress: ScanProgress;
  /** SIMs of the group read so far. */
  sims: number;
  onCancel: () => void;
}

/** How far the reading is, and what it waits for. No total is known, so none is shown. */
export function ImpactProgress({ progress, sims, onCancel }: ImpactProgressProps) {
  const { wait, pages } = progress;
  return (
    <>
      <div className={styles.progress}>
        <progress aria-label={impactMessages.reading} />
        <p>{impactMessages.soFar(sims, pages)}</p>
        <Button small onClick={onCancel}>
          {impactMessages.cancel}
        </Button>
      </div>
      {wait && (
        <Notice tone={wait.error ? 'warning' : 'info'}>
          <span>
            <WaitReason error={wait.error} /> <Countdown until={wait.until} />.
          </span>
        </Notice>
      )}
      {!wait && <StillWaiting key={pages} />}
    </>
  );
}

function WaitReason({ error }: Pick<NonNullable<ScanProgress['wait']>, 'error'>) {
  if (!error) return impactMessages.keepsLastCall;
  const { title, serviceMessage, requestId } = describeError(error, impactMessages.doing);
  return (
    <>
      {title}
      {serviceMessage !== undefined && ` ${impactMessages.serviceSaid(serviceMessage)}`} Request ID{' '}
      <code>{requestId}</code>. {impactMessages.tryingAgain}
    </>
  );
}

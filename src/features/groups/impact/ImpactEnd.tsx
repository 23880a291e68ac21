import { describeError } from '#api/describeError.ts';
import { formatClock } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';

import { impactMessages } from './impactMessages.ts';
import { canGoOn, type Reading } from './reading.ts';

import styles from './Impact.module.css';

interface ImpactEndProps {
  reading: Reading;
  onGoOn: () => void;
  onReadAgain: () => void;
}

/** How the reading ended, when it was, and how to get more. */
export function ImpactEnd({ reading, onGoOn, onReadAgain }: ImpactEndProps) {
  const { report, sims, startedAt = 0, endedAt = 0 } = reading;
  if (!report) return null;
  const { end } = report;
  return (
    <>
      {end.kind === 'failed' && <ErrorNotice {...describeError(end.error, impactMessages.doing)} />}
      <div className={styles.end}>
        <p>
          {end.kind !== 'complete' && end.kind !== 'full' && (
            <strong>{impactMessages[end.kind](sims.length)} </strong>
          )}
          {impactMessages.readAt(formatClock(startedAt), formatClock(endedAt))}
        </p>
        {canGoOn(reading) && (
          <Button small variant="primary" onClick={onGoOn}>
            {impactMessages.goOn}
          </Button>
        )}
        <Button small onClick={onReadAgain}>
          {impactMessages.readAgain}
        </Button>
      </div>
    </>
  );
}

import { callsLeft } from '#api/callsLeft.ts';
import { useUserServices } from '#api/userServices.tsx';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { JobPanel, useStepFocus } from '#ui/JobPanel.tsx';
import { Notice } from '#ui/Notice.tsx';
import { focusHeading } from '#ui/Page.tsx';

import type { ReadCounts, useReadAgain } from './useReadAgain.ts';

import styles from './WorkSetPage.module.css';

/** The cost of reading the SIMs again, the progress, and the result. */
export function ReadAgainPanel({ readAgain }: { readAgain: ReturnType<typeof useReadAgain> }) {
  const { state, asked, failure, start } = readAgain;
  const panel = useStepFocus(asked ? 'asking' : state.step);
  if (state.step === 'idle' && !asked) return null;
  function close() {
    readAgain.close();
    focusHeading();
  }
  return (
    <div
      ref={panel}
      tabIndex={-1}
      role="region"
      aria-label="Reading again"
      className={asked ? styles.panel : styles.bare}
    >
      {asked && <Cost count={asked.length} onStart={start} onClose={close} />}
      <JobPanel
        job={readAgain}
        running={progressWords}
        stopped={(counts) => resultWords(counts, false)}
        onClose={close}
      />
      {state.step === 'done' && (
        <>
          {failure && <ErrorNotice {...failure} />}
          <Notice tone={state.result.found === state.result.total ? 'ok' : 'warning'}>
            <span>{resultWords(state.result, true)}</span>
            <Button small onClick={close}>
              Close
            </Button>
          </Notice>
        </>
      )}
    </div>
  );
}

interface CostProps {
  count: number;
  onStart: () => void;
  onClose: () => void;
}

function Cost({ count, onStart, onClose }: CostProps) {
  const budget = useUserServices().api.things.listBudget();
  const calls = counted(count, 'call');
  const pauses = budget.remaining !== undefined && budget.remaining <= count;
  return (
    <>
      <p>
        {`Reads exactly ${count === 1 ? 'this SIM' : `these ${counted(count, 'SIM')}`}: ${calls}.`}
        {pauses && ` Calls left for now: ${callsLeft(budget)}, so reading will pause in between.`}
      </p>
      <div className={styles.actions}>
        <Button small variant="primary" onClick={onStart}>
          {`Read ${counted(count, 'SIM')}`}
        </Button>
        <Button small onClick={onClose}>
          Not now
        </Button>
      </div>
    </>
  );
}

function progressWords({ total, found, missing, unclear }: ReadCounts) {
  const done = found + missing + unclear;
  const soFar = `${formatNumber(done)} of ${counted(total, 'SIM')}`;
  const label = 'Reading again';
  return { label, soFar, announcement: `${label}: ${soFar}`, pages: done, cancelLabel: 'Cancel' };
}

/** The result of reading the SIMs again, as sentences. */
export function resultWords(counts: ReadCounts, isComplete: boolean): string {
  const { total, found, missing, unclear } = counts;
  const rest = total - found - missing - unclear;
  return [
    `${formatNumber(found)} of ${counted(total, 'SIM')} read.`,
    missing > 0 &&
      `${counted(missing, 'is', 'are')} no longer found. The table below marks this and keeps any earlier record.`,
    unclear > 0 &&
      `${counted(unclear, 'could not be read and was', 'could not be read and were')} left unchanged.`,
    !isComplete && `Stopped: ${formatNumber(rest)} not read yet.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

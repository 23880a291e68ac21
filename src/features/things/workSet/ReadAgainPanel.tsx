import { useEffect, useRef } from 'react';

import { callsLeft } from '#api/callsLeft.ts';
import { describeError } from '#api/describeError.ts';
import { useUserServices } from '#api/userServices.tsx';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Notice } from '#ui/Notice.tsx';
import { focusHeading } from '#ui/Page.tsx';
import { ScanProgress } from '#ui/ScanProgress.tsx';

import type { ReadAgainState, ReadCounts, useReadAgain } from './useReadAgain.ts';

import styles from './WorkSetPage.module.css';

/** Completes "Could not …". */
const doing = 'read the SIMs again';

export function simCount(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'SIM' : 'SIMs'}`;
}

/** What reading again costs, how far it is, and what came of it. */
export function ReadAgainPanel({ readAgain }: { readAgain: ReturnType<typeof useReadAgain> }) {
  const { state, start, cancel, resume } = readAgain;
  const panel = useRef<HTMLDivElement>(null);
  // Each step has other controls, so the focus has to follow.
  useEffect(() => {
    if (state.step !== 'idle') panel.current?.focus();
  }, [state.step]);
  if (state.step === 'idle') return null;
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
      className={state.step === 'asking' ? styles.panel : styles.bare}
    >
      {state.step === 'asking' && (
        <Cost count={state.iccids.length} onStart={start} onClose={close} />
      )}
      {state.step === 'running' && <Progress state={state} onCancel={cancel} />}
      {state.step === 'ended' && <Result state={state} onResume={resume} onClose={close} />}
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
  const calls = `${formatNumber(count)} ${count === 1 ? 'call' : 'calls'}`;
  const pauses = budget.remaining !== undefined && budget.remaining <= count;
  return (
    <>
      <p>
        {`Asks the service for exactly ${count === 1 ? 'this SIM' : `these ${simCount(count)}`}: ${calls}.`}
        {pauses && ` For now ${callsLeft(budget)} calls are left, so it will pause in between.`}
      </p>
      <div className={styles.actions}>
        <Button small variant="primary" onClick={onStart}>
          {`Read ${simCount(count)}`}
        </Button>
        <Button small onClick={onClose}>
          Not now
        </Button>
      </div>
    </>
  );
}

interface ProgressProps {
  state: Extract<ReadAgainState, { step: 'running' }>;
  onCancel: () => void;
}

function Progress({ state: { counts, wait }, onCancel }: ProgressProps) {
  const done = counts.found + counts.missing + counts.unclear;
  const words = `${formatNumber(done)} of ${simCount(counts.total)}`;
  return (
    <ScanProgress
      label="Reading again"
      soFar={words}
      announcement={`Reading again: ${words}`}
      pages={done}
      wait={wait && { until: wait.until, failure: wait.error && describeError(wait.error, doing) }}
      cancelLabel="Cancel"
      onCancel={onCancel}
    />
  );
}

interface ResultProps {
  state: Extract<ReadAgainState, { step: 'ended' }>;
  onResume: () => void;
  onClose: () => void;
}

function Result({ state: { counts, end }, onResume, onClose }: ResultProps) {
  const isWhole = end.kind === 'complete' && counts.found === counts.total;
  const error = end.kind === 'failed' ? end.error : counts.error;
  return (
    <>
      {error && <ErrorNotice {...describeError(error, doing)} />}
      <Notice tone={isWhole ? 'ok' : 'warning'}>
        <span>{resultWords(counts, end.kind === 'complete')}</span>
        {end.kind !== 'complete' && (
          <Button small variant="primary" onClick={onResume}>
            Go on
          </Button>
        )}
        <Button small onClick={onClose}>
          Close
        </Button>
      </Notice>
    </>
  );
}

/** What came of reading again, as sentences. */
export function resultWords(counts: ReadCounts, isComplete: boolean): string {
  const { total, found, missing, unclear } = counts;
  const rest = total - found - missing - unclear;
  return [
    `${formatNumber(found)} of ${simCount(total)} read.`,
    missing > 0 &&
      `${formatNumber(missing)} ${missing === 1 ? 'is' : 'are'} no longer found: marked below, with the record as it was.`,
    unclear > 0 &&
      `${formatNumber(unclear)} could not be read and ${unclear === 1 ? 'stays as it was' : 'stay as they were'}.`,
    !isComplete && `Stopped: ${formatNumber(rest)} not asked for yet.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

import { useId } from 'react';

import { callsLeft } from '#api/callsLeft.ts';
import { describeError } from '#api/describeError.ts';
import { ApiError } from '#api/errors.ts';
import type { FleetScan, FleetSummary } from '#api/inventory.ts';
import { hasMoved, type ScanCounts } from '#api/scan/scan.ts';
import { useIsSignedOut } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { JobPanel, useStepFocus } from '#ui/JobPanel.tsx';
import { LeaveNotice } from '#ui/LeaveNotice.tsx';
import { Notice } from '#ui/Notice.tsx';
import { focusHeading } from '#ui/Page.tsx';

import { costWords } from './coverage.ts';
import type { FleetRead } from './fleetRun.ts';
import type { useReadFleet } from './useFleetScan.ts';

import styles from './Fleet.module.css';

interface ReadFleetProps {
  summary: FleetSummary;
  reading: ReturnType<typeof useReadFleet>;
  /** The sum of all groups' totals, if it is known and needed to estimate the cost. */
  groupTotal: number | undefined;
}

/** Reads every SIM once. Shows the cost, the progress, and which SIMs were and were not read. */
export function ReadFleet({ summary, reading, groupTotal }: ReadFleetProps) {
  const { state, interruptedAfter } = reading;
  const panel = useStepFocus(state.step);
  function close() {
    reading.close();
    focusHeading();
  }
  const wouldLose = state.step === 'running' || state.step === 'stopped';
  return (
    <div ref={panel} tabIndex={-1} className={styles.reading}>
      <LeaveNotice wouldLose={wouldLose} isOver={useIsSignedOut()}>
        The scan of the fleet has not finished. Leaving this page stops it. SIMs read so far stay in
        the inventory.
      </LeaveNotice>
      {state.step === 'idle' &&
        (interruptedAfter === undefined ? (
          <Start cost={costWords(summary, groupTotal)} onStart={reading.start} />
        ) : (
          <Interrupted rows={interruptedAfter} reading={{ ...reading, close }} />
        ))}
      <JobPanel
        job={reading}
        running={(counts) => progressWords(counts, summary)}
        stopped={({ rows }) =>
          `Stopped after ${counted(rows, 'SIM')}. The SIMs read so far are in the inventory. The others were not read, and no SIM is marked as not found.`
        }
        onClose={close}
      />
      {state.step === 'done' && state.result && <Done {...state.result} onClose={close} />}
    </div>
  );
}

function Start({ cost, onStart }: { cost: string; onStart: () => void }) {
  const id = useId();
  const left = callsLeft(useUserServices().api.things.listBudget());
  return (
    <>
      <Button variant="primary" aria-describedby={id} onClick={onStart}>
        Read the fleet
      </Button>
      <p id={id} className={styles.cost}>
        {`${cost} These calls count toward the rate limit for listing Things`}
        {left !== undefined && ` (${left} left for now)`}. The scan pauses when the limit is
        reached, and leaves the last call for you.
      </p>
    </>
  );
}

function progressWords({ rows, pages }: ScanCounts, { complete }: FleetSummary) {
  // The service's list has no total, so the estimate comes from the last complete scan.
  const expected = complete ? Math.max(complete.things, rows) : undefined;
  const soFar =
    expected === undefined
      ? `${counted(rows, 'SIM')} so far`
      : `${formatNumber(rows)} of about ${counted(expected, 'SIM')}`;
  const label = 'Reading the fleet';
  return {
    label,
    soFar: `${soFar}, ${counted(pages, 'page')}`,
    share: expected === undefined ? undefined : { done: rows, of: expected },
    announcement: `${label}: ${soFar}`,
    pages,
    cancelLabel: 'Cancel',
  };
}

interface InterruptedProps extends Pick<ReadFleetProps, 'reading'> {
  rows: number;
}

/** For a page that was reloaded during a scan, or is a copy of a tab that is scanning. */
function Interrupted({ rows, reading: { isElsewhere, resume, close } }: InterruptedProps) {
  if (isElsewhere === undefined) return undefined;
  if (isElsewhere) {
    return (
      <Notice tone="info">
        This scan was started in another tab. You can stop or continue it there.
      </Notice>
    );
  }
  return (
    <Notice tone="warning">
      <span>
        {`Your scan was interrupted after ${counted(rows, 'SIM')}, when this page was reloaded. SIMs read so far are in the inventory.`}
      </span>
      <Button small variant="primary" onClick={resume}>
        Continue
      </Button>
      <Button small onClick={close}>
        Stop scan
      </Button>
    </Notice>
  );
}

function Done({ report, isResumed, stored, onClose }: FleetRead & { onClose: () => void }) {
  const isUnsaved = stored instanceof ApiError;
  return (
    <>
      {isUnsaved && <ErrorNotice {...describeError(stored, 'record that the fleet was read')} />}
      <Notice tone={!isUnsaved && stored.state === 'complete' ? 'ok' : 'warning'}>
        <span>{doneWords({ report, isResumed }, isUnsaved ? undefined : stored)}</span>
        <Button small onClick={onClose}>
          Close
        </Button>
      </Notice>
    </>
  );
}

/** Describes which SIMs were read and which may be missing. */
function doneWords(
  { report, isResumed }: Pick<FleetRead, 'report' | 'isResumed'>,
  stored: FleetScan | undefined,
): string {
  const { rows, unreadable, end } = report;
  const read = `${counted(rows, 'SIM')} read`;
  if (stored?.state === 'complete') {
    return `The whole list was read: ${counted(rows, 'SIM')}. SIMs missing from it are marked as not found.`;
  }
  if (stored?.state === 'stopped') {
    return `${read}, but the scan was stopped elsewhere before it finished, for example in another tab. It does not count as complete, and no SIM is marked as not found.`;
  }
  const reasons = [
    end.kind === 'repeating' && 'the service kept sending the same rows',
    unreadable > 0 && `${counted(unreadable, 'record')} could not be read`,
    rows + unreadable === 0 &&
      'the service listed no SIM, which does not prove that there are none',
    hasMoved(report) && 'the list changed while it was read, so some rows may have been missed',
  ].filter((reason) => reason !== false);
  const because = reasons.length > 0 ? reasons.join('; ') : unremembered(isResumed);
  return `${read}, but some may be missing: ${because}. No SIM is marked as not found.`;
}

/** Why the inventory has fewer SIMs than the page has counted. */
function unremembered(isResumed: boolean): string {
  return isResumed
    ? 'the inventory contains fewer. Either SIMs that moved in the list during the reload were counted twice, or the database missed some. Scan again at a quieter time'
    : 'the console’s database did not save all of them, so scan again at a quieter time';
}

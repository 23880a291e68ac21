import { useId } from 'react';

import { callsLeft } from '#api/callsLeft.ts';
import { describeError } from '#api/describeError.ts';
import { ApiError } from '#api/errors.ts';
import type { FleetScan, FleetSummary } from '#api/inventory.ts';
import { simCount } from '#api/inventoryWords.ts';
import { hasMoved, type ScanCounts } from '#api/scan/scan.ts';
import { useIsSignedOut } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
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
}

/** Reads every SIM once: what it costs, how far it is, and what was and was not read. */
export function ReadFleet({ summary, reading }: ReadFleetProps) {
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
        The scan of the fleet has not ended. Leaving this page stops it. What it has read so far
        stays in the inventory.
      </LeaveNotice>
      {state.step === 'idle' &&
        (interruptedAfter === undefined ? (
          <Start summary={summary} onStart={reading.start} />
        ) : (
          <Interrupted rows={interruptedAfter} reading={{ ...reading, close }} />
        ))}
      <JobPanel
        job={reading}
        running={(counts) => progressWords(counts, summary)}
        stopped={({ rows }) =>
          `Stopped after ${simCount(rows)}. These are in the inventory. Nothing new is known about the others, and no SIM is marked as not found.`
        }
        onClose={close}
      />
      {state.step === 'done' && state.result && <Done {...state.result} onClose={close} />}
    </div>
  );
}

function Start({ summary, onStart }: { summary: FleetSummary; onStart: () => void }) {
  const id = useId();
  const left = callsLeft(useUserServices().api.things.listBudget());
  return (
    <>
      <Button variant="primary" aria-describedby={id} onClick={onStart}>
        Read the fleet
      </Button>
      <p id={id} className={styles.cost}>
        {`${costWords(summary)} They count toward the limit of the list of Things`}
        {left !== undefined && `, of which ${left} are left for now`}. The scan pauses when it is
        used up, and keeps the last call for you.
      </p>
    </>
  );
}

function progressWords({ rows, pages }: ScanCounts, { complete }: FleetSummary) {
  // A list of the service has no total: the last complete scan says about how many there are.
  const expected = complete ? Math.max(complete.things, rows) : undefined;
  const soFar =
    expected === undefined
      ? `${simCount(rows)} so far`
      : `${formatNumber(rows)} of about ${simCount(expected)}`;
  const label = 'Reading the fleet';
  return {
    label,
    soFar: `${soFar}, ${formatNumber(pages)} ${pages === 1 ? 'page' : 'pages'}`,
    share: expected === undefined ? undefined : { done: rows, of: expected },
    announcement: `${label}: ${soFar}`,
    pages,
    cancelLabel: 'Cancel',
  };
}

interface InterruptedProps extends Pick<ReadFleetProps, 'reading'> {
  rows: number;
}

/** The page was reloaded while it read, or is a copy of one that reads. */
function Interrupted({ rows, reading: { isElsewhere, resume, close } }: InterruptedProps) {
  if (isElsewhere === undefined) return undefined;
  if (isElsewhere) {
    return (
      <Notice tone="info">
        This scan belongs to another tab. It can be stopped or continued there.
      </Notice>
    );
  }
  return (
    <Notice tone="warning">
      <span>
        {`Your scan was interrupted after ${simCount(rows)}, when this page was loaded again. What it has read is in the inventory.`}
      </span>
      <Button small variant="primary" onClick={resume}>
        Continue
      </Button>
      <Button small onClick={close}>
        Stop it
      </Button>
    </Notice>
  );
}

function Done({ report, isResumed, stored, onClose }: FleetRead & { onClose: () => void }) {
  const isUnsaved = stored instanceof ApiError;
  return (
    <>
      {isUnsaved && <ErrorNotice {...describeError(stored, 'note that the fleet was read')} />}
      <Notice tone={!isUnsaved && stored.state === 'complete' ? 'ok' : 'warning'}>
        <span>{doneWords({ report, isResumed }, isUnsaved ? undefined : stored)}</span>
        <Button small onClick={onClose}>
          Close
        </Button>
      </Notice>
    </>
  );
}

/** What was read, and what was not. */
function doneWords(
  { report, isResumed }: Pick<FleetRead, 'report' | 'isResumed'>,
  stored: FleetScan | undefined,
): string {
  const { rows, unreadable, end } = report;
  const read = `${simCount(rows)} read`;
  if (stored?.state === 'complete') {
    return `${read}: the whole list. SIMs that it did not show are marked as not found.`;
  }
  if (stored?.state === 'stopped') {
    return `${read}, but this scan was stopped elsewhere before its end, such as in another tab. It does not count as complete, and no SIM is marked as not found.`;
  }
  const reasons = [
    end.kind === 'repeating' && 'the service kept listing the same rows, so its end was not seen',
    unreadable > 0 &&
      `${formatNumber(unreadable)} ${unreadable === 1 ? 'record' : 'records'} could not be read`,
    hasMoved(report) && 'the list changed while it was read, so some rows may have been missed',
  ].filter((reason) => reason !== false);
  const because = reasons.length > 0 ? reasons.join('; ') : unremembered(isResumed);
  return `${read}, but perhaps not all: ${because}. No SIM is marked as not found.`;
}

/** Why the inventory has fewer SIMs than the page has counted. */
function unremembered(isResumed: boolean): string {
  return isResumed
    ? 'the inventory has fewer. SIMs that moved in the list during the reload may count twice, or the console’s store missed some. Read it again at a quieter time'
    : 'the console’s store did not take over all of them, so read it again at a quieter time';
}

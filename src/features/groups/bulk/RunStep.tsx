import { lazy, useEffect, useRef, useSyncExternalStore } from 'react';

import { useOnSignIn, useIsSignedOut, useSessionPhase } from '#api/session/SessionProvider.tsx';
import { useBug } from '#api/useBug.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Countdown } from '#ui/Countdown.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { LeaveNotice } from '#ui/LeaveNotice.tsx';
import { Notice } from '#ui/Notice.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { preload } from '#ui/preload.ts';
import { StillWaiting } from '#ui/StillWaiting.tsx';

import { outcomeOf } from '../edit/saveMachine.ts';
import { SaveWaitNotice } from '../edit/SaveWaitNotice.tsx';
import { WriteRefusalNotice } from '../edit/WriteRefusalNotice.tsx';
import type { LockRun, RunState } from './lockRun.ts';
import {
  formerUnsent,
  isUnsent,
  mayGoAgain,
  reportOf,
  unsent,
  type RunRow,
  wentWell,
} from './runRow.ts';
import { countWords, RunTable } from './RunTable.tsx';

import notice from '#ui/Notice.module.css';
import styles from './Bulk.module.css';

const loadConfirm = () => import('../edit/ConfirmLockDialog.tsx');
const ConfirmLockDialog = lazy(async () => ({ default: (await loadConfirm()).ConfirmLockDialog }));

interface RunStepProps {
  heading: string;
  run: LockRun;
  /** Sends the first group immediately; not set for a run that started before a reload. */
  startsNow?: boolean;
  /** Reselects the groups that had not been sent before a reload. */
  onChooseAgain?: (rows: readonly RunRow[]) => void;
  onClose: () => void;
}

/** Saves the groups in turn and shows each outcome. It closes only when nothing is in flight. */
export function RunStep({ heading, run, startsNow = false, onChooseAgain, onClose }: RunStepProps) {
  const state = useSyncExternalStore(run.subscribe, run.getSnapshot);
  const { rows, isRunning } = state;
  const phase = useSessionPhase();
  const body = useRef<HTMLDivElement>(null);
  // Service failures are results.
  const showBug = useBug();

  function perform(action: () => Promise<void>) {
    action().catch(showBug);
    // The clicked button may have been removed.
    body.current?.focus();
  }

  useEffect(() => {
    if (startsNow) run.start().catch(showBug);
    // Nothing more is sent after the user has left the page.
    return () => run.leave();
  }, [run, startsNow, showBug]);
  useEffect(() => {
    if (phase !== 'live') run.leave();
  }, [run, phase]);
  useOnSignIn(run.endWaitForRenewal);
  // For an undo.
  useEffect(() => preload(loadConfirm), []);

  const left = unsent(rows).length;
  const former = formerUnsent(rows);
  const asking = rows.find((row) => row.state.step === 'confirming');
  const again = rows.find(mayGoAgain);
  return (
    <Dialog
      heading={heading}
      width="md"
      // Escape must not discard what is left to read or to send.
      onClose={() => rows.every(({ state: row }) => wentWell(outcomeOf(row))) && onClose()}
      actions={
        isRunning ? (
          <Button className={styles.stop} aria-disabled={state.isStopping} onClick={run.stop}>
            Stop
          </Button>
        ) : (
          <>
            {again && (
              <Button onClick={() => perform(() => run.again(again.groupId))}>
                {`Try “${again.name}” again`}
              </Button>
            )}
            {left > 0 && (
              <Button onClick={() => perform(run.start)}>
                {`Continue with the rest (${formatNumber(left)})`}
              </Button>
            )}
            {former.length > 0 && onChooseAgain && (
              <Button onClick={() => onChooseAgain(former)}>
                {`Start again with the rest (${formatNumber(former.length)})`}
              </Button>
            )}
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        )
      }
    >
      <div ref={body} tabIndex={-1} className={styles.content}>
        <LeaveNotice wouldLose={isRunning} isOver={useIsSignedOut()}>
          Groups are being saved. If you leave, the remaining groups will not be sent. When you come
          back, you will see which ones were.
        </LeaveNotice>
        <WriteRefusalNotice
          isTold={(requestId) => rows.some((row) => reportOf(row).requestId === requestId)}
        />
        <RunSummary state={state} />
        <RunWait state={state} onStop={run.stop} />
        <RunTable
          rows={rows}
          isRunning={isRunning}
          onUndo={(groupId) => perform(() => run.undo(groupId))}
        />
      </div>
      {asking?.state.step === 'confirming' && (
        <OnDemand onDismiss={() => run.dismissUndo(asking.groupId)}>
          <ConfirmLockDialog
            decision={asking.state.decision}
            group={{
              id: asking.groupId,
              name: asking.state.decision.baseline.ThingsGroupName ?? '',
              reportedTotal: undefined,
            }}
            onConfirm={() => perform(() => run.confirmUndo(asking.groupId))}
            onKeepEditing={() => run.dismissUndo(asking.groupId)}
          />
        </OnDemand>
      )}
    </Dialog>
  );
}

/** Shows the progress and, after a stop, which group stopped the run and why. */
function RunSummary({ state: { rows, isRunning, isStopping } }: { state: RunState }) {
  const doing = isStopping ? 'Stopping after this group' : 'Saving';
  const stopped = isRunning ? undefined : rows.find(isStop);
  return (
    <>
      <p role="status" className={styles.summary}>
        {isRunning ? `${doing}: ${countWords(rows)}` : `${countWords(rows)}.`}
      </p>
      {stopped && (
        <div role="alert" className={`${notice.notice} ${notice.warning}`}>
          <span>
            {`Stopped at “${stopped.name}”: ${reportOf(stopped).label}. ${adviceOf(stopped)}`}
          </span>
        </div>
      )}
    </>
  );
}

function isStop({ state }: RunRow): boolean {
  const outcome = outcomeOf(state);
  return !wentWell(outcome) && !isUnsent(outcome);
}

function adviceOf(row: RunRow): string {
  const { why } = outcomeOf(row.state);
  if (why === 'gone') return 'No change was sent. You can continue without this group.';
  if (mayGoAgain(row)) return 'Nothing was changed. Try this group again, or continue without it.';
  return why === 'changed'
    ? 'No change was sent. Open the group, check its values and make the change there.'
    : 'Open the group and check its values before you try again.';
}

/** What the current group's save is waiting for. */
function RunWait({ state, onStop }: { state: RunState; onStop: () => void }) {
  const row = state.rows.find(({ state: { step } }) => step === 'waiting' || step === 'sending');
  if (!state.isRunning || !row) return null;
  if (state.pauseUntil !== undefined) {
    return (
      <Notice>
        <span>
          {`The service accepted the change to “${row.name}”. Confirming it has to wait for the rate limit. Continuing `}
          <Countdown until={state.pauseUntil} />.
        </span>
      </Notice>
    );
  }
  if (row.state.step !== 'waiting') return <StillWaiting key={row.groupId} />;
  return <SaveWaitNotice wait={row.state.wait} of={row.name} onCancel={onStop} />;
}

import { describeError } from '#api/describeError.ts';
import type { ApiError } from '#api/errors.ts';
import { messages } from '#api/groupMessages.ts';
import type { GroupChoice } from '#api/groupSettings.ts';
import { settingsWords } from '#api/groupWords.ts';
import { useSessionPhase, useSignInAgain } from '#api/session/SessionProvider.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { LiveRegion } from '#ui/liveRegion.tsx';
import { Notice } from '#ui/Notice.tsx';
import { StillWaiting } from '#ui/StillWaiting.tsx';
import { WaitNotice } from '#ui/WaitNotice.tsx';

import { OutcomeNotice, unknownWords } from './OutcomeNotice.tsx';
import type { SaveState, Settled } from './saveMachine.ts';
import type { SaveOutcome } from './saveOutcome.ts';

import styles from './GroupEditorPage.module.css';

interface SaveReportProps {
  groupId: string;
  state: SaveState;
  /** What an undo would store again; null where that is not known, undefined where there is none. */
  undo: GroupChoice | null | undefined;
  /** Something was typed after the save, so that its result is not about what the form shows. */
  isDirty: boolean;
  onCancel: () => void;
  onUndo: (former: GroupChoice) => void;
}

/** How the last save ended, or what it waits for, at the form. */
export function SaveReport({ undo, onUndo, ...report }: SaveReportProps) {
  const { step } = report.state;
  const isSettled = step !== 'waiting' && step !== 'sending' && step !== 'conflict';
  return (
    <>
      {/* Always there: few screen readers announce a status that is inserted together with its text. */}
      <div role="status" className={styles.report}>
        <LiveRegion>
          <Report {...report} />
        </LiveRegion>
      </div>
      <Failure state={report.state} />
      {isSettled && undo !== undefined && <UndoLine undo={undo} onUndo={onUndo} />}
    </>
  );
}

type ReportProps = Omit<SaveReportProps, 'undo' | 'onUndo'>;

function Report({ state, onCancel, ...settled }: ReportProps) {
  const signInAgain = useSignInAgain();
  if (state.step === 'waiting') {
    const { error, until } = state.wait;
    const { title, ...wording } = describeError(error, messages.doingSave);
    return (
      <WaitNotice
        // Whatever a save waits for did nothing (API document 7).
        wording={{ ...wording, title: `${title} Nothing was stored yet.` }}
        until={until}
        onCancel={onCancel}
        onSignIn={error.waitsForRenewal ? signInAgain : undefined}
      />
    );
  }
  if (state.step === 'sending') return <StillWaiting {...(!state.isSent && { onCancel })} />;
  // A conflict has a dialog of its own.
  if (state.step === 'conflict') return null;
  return <SettledReport state={state.step === 'confirming' ? state.before : state} {...settled} />;
}

interface SettledReportProps extends Omit<ReportProps, 'state' | 'onCancel'> {
  state: Settled;
}

function SettledReport({ groupId, state, isDirty }: SettledReportProps) {
  return (
    <>
      {state.isNothingNew && (
        <Notice>There is nothing to save: no value in this form was changed.</Notice>
      )}
      {state.step === 'failed' && <SignedInAgain error={state.error} />}
      {state.step === 'done' && !(isDirty && isStored(state.outcome)) && (
        <OutcomeNotice groupId={groupId} outcome={state.outcome} decision={state.decision} />
      )}
    </>
  );
}

interface UndoLineProps {
  undo: GroupChoice | null;
  onUndo: (former: GroupChoice) => void;
}

function UndoLine({ undo, onUndo }: UndoLineProps) {
  if (undo === null) {
    return (
      <p className={styles.hint}>
        It cannot be undone from here: the service did not report all of the previous settings.
      </p>
    );
  }
  return (
    <div className={styles.undo}>
      <Button small onClick={() => onUndo(undo)}>
        Undo
      </Button>
      <span className={styles.hint}>
        {`Undo stores again what was there before: ${settingsWords(undo)}.`}
      </span>
    </div>
  );
}

/** The session had ended before the save, and the person has signed in since. */
function useSignedInSince() {
  const phase = useSessionPhase();
  return ({ code }: ApiError) =>
    (code === 'session_ended' || code === 'session_replaced') && phase === 'live';
}

function SignedInAgain({ error }: { error: ApiError }) {
  if (!useSignedInSince()(error)) return null;
  return (
    <Notice tone="warning">
      You are signed in again. What you typed is still here and not saved: press Save to send it.
    </Notice>
  );
}

/** A save that failed, or whose result is not known: an alert, which stands in no other live region. */
function Failure({ state }: Pick<ReportProps, 'state'>) {
  const isExplained = useSignedInSince();
  const settled = state.step === 'confirming' ? state.before : state;
  if (settled.step === 'failed' && !isExplained(settled.error)) {
    return <ErrorNotice {...describeError(settled.error, messages.doingSave)} />;
  }
  if (settled.step !== 'done') return null;
  const { outcome } = settled;
  if (outcome.kind === 'notSaved') {
    return (
      <ErrorNotice
        {...describeError(outcome.error, messages.doingSave)}
        advice="It was not stored: the service reports the group as it was before. You can save again."
      />
    );
  }
  if (outcome.kind !== 'unknown') return null;
  return (
    <ErrorNotice
      {...describeError(outcome.error, messages.doingConfirm)}
      advice={unknownWords(outcome)}
    />
  );
}

function isStored(outcome: SaveOutcome): boolean {
  return (
    outcome.kind === 'accepted' && ['saved', 'unconfirmed', 'notReRead'].includes(outcome.result)
  );
}

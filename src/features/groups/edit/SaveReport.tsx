import { diffGroup, isAlike, keptKeys, updateKeys } from '#api/groupFields.ts';
import type { GroupChoice, GroupSnapshot } from '#api/groupSettings.ts';
import { fieldWords, nounsOf, settingsWords } from '#api/groupWords.ts';
import { isAsSent, type SaveOutcome } from '#api/saveOutcome.ts';
import { useSessionPhase } from '#api/session/SessionProvider.tsx';
import { ChangedBy } from '#features/history/ChangedBy.tsx';
import { describeSave, nothingNewWords, notUndoableWords } from '#features/history/describeSave.ts';
import { Button } from '#ui/Button.tsx';
import { Details } from '#ui/Details.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { LiveRegion } from '#ui/liveRegion.tsx';
import { Notice } from '#ui/Notice.tsx';
import { StillWaiting } from '#ui/StillWaiting.tsx';

import {
  conflictOf,
  type Ended,
  type PastDecision,
  type SaveState,
  shownState,
} from './saveMachine.ts';
import { SaveWaitNotice } from './SaveWaitNotice.tsx';

import styles from './GroupEditorPage.module.css';

interface SaveReportProps {
  groupId: string;
  state: SaveState;
  /** The values an undo would restore; null if unknown, undefined if there is no undo. */
  undo: GroupChoice | null | undefined;
  /** The form was edited after the save, so the save's result does not describe the form's values. */
  isDirty: boolean;
  /** The form has no edits, and the service now reports other values. */
  isOutdated: boolean;
  onCancel: () => void;
  onUndo: (former: GroupChoice) => void;
}

/** Shows how the last save ended, or what it is waiting for, beside the form. */
export function SaveReport(props: SaveReportProps) {
  const { groupId, state, undo, isDirty, isOutdated, onCancel, onUndo } = props;
  const shown = shownState(state);
  // A conflict has its own dialog.
  const ended = shown.step === 'ended' && !conflictOf(shown) ? shown : undefined;
  const failure = ended && describeSave(ended.outcome, ended.decision.baseline).failure;
  const isExplained = useSignedInSince(ended?.outcome);
  return (
    <>
      {/* Always rendered: few screen readers announce a status that is inserted together with its text. */}
      <div role="status" className={styles.report}>
        <LiveRegion>
          {shown.step === 'waiting' && <SaveWaitNotice wait={shown.wait} onCancel={onCancel} />}
          {shown.step === 'sending' && <StillWaiting {...(!shown.isSent && { onCancel })} />}
          {'isNothingNew' in shown && shown.isNothingNew && <Notice>{nothingNewWords}</Notice>}
          {isOutdated && (
            <Notice tone="warning">
              The service now reports values that differ from those in this form. Click “Discard
              changes” to see them here.
            </Notice>
          )}
          {isExplained && (
            <Notice tone="warning">
              You are signed in again. Your edits are still here but not saved: click Save to send
              them.
            </Notice>
          )}
          {ended && !failure && !(isDirty && isStored(ended.outcome)) && (
            <OutcomeNotice groupId={groupId} {...ended} />
          )}
        </LiveRegion>
      </div>
      {/* An alert must not be inside another live region. */}
      {failure && !isExplained && <ErrorNotice {...failure} />}
      {undo !== undefined && <UndoLine undo={undo} onUndo={onUndo} />}
    </>
  );
}

/** Whether the session ended before the save and the user has signed in since. */
function useSignedInSince({ error }: Pick<SaveOutcome, 'error'> = {}): boolean {
  const phase = useSessionPhase();
  const hadEnded = error?.code === 'session_ended' || error?.code === 'session_replaced';
  return hadEnded && phase === 'live';
}

function isStored(outcome: SaveOutcome): boolean {
  return isAsSent(outcome) || (outcome.outcome === 'saved' && outcome.check === undefined);
}

type OutcomeProps = Pick<Ended, 'outcome' | 'decision'> & { groupId: string };

/** The outcome of a save that did not fail. A failure is an alert, outside any other live region. */
function OutcomeNotice({ groupId, outcome, decision }: OutcomeProps) {
  const { baseline, choice } = decision;
  const { check, why, stored } = outcome;
  const { atForm } = describeSave(outcome, baseline);
  const asksToCompare = check === 'different' || check === 'other-group';
  return (
    <Notice tone={check === 'confirmed' ? 'ok' : 'warning'}>
      <span>{atForm}</span>
      {asksToCompare && stored && <Difference decision={decision} stored={stored} />}
      {check === 'different' && stored && (
        <ChangedBy groupId={groupId} was={{ ...baseline, ...choice }} now={stored} />
      )}
      {why === 'touched' && stored && (
        <>
          <ChangedBy groupId={groupId} was={baseline} now={stored} />
          <Details>
            <p>{`Reported unchanged: ${nounsOf(diffGroup(baseline, stored, updateKeys).same)}.`}</p>
          </Details>
        </>
      )}
    </Notice>
  );
}

function Difference({ decision, stored }: { decision: PastDecision; stored: GroupSnapshot }) {
  const { baseline, choice } = decision;
  // Fields that cannot be set here are shown only if they differ.
  const otherKept = keptKeys.filter((key) => !isAlike(stored, baseline, [key]));
  const kept = (values: GroupSnapshot) =>
    otherKept.map((key) => ` · ${fieldWords(key, values)}`).join('');
  return (
    <dl className={styles.difference}>
      <dt>Sent</dt>
      <dd>
        {settingsWords(choice)}
        {kept(baseline)}
      </dd>
      <dt>Reported</dt>
      <dd>
        {settingsWords(stored)}
        {kept(stored)}
      </dd>
    </dl>
  );
}

interface UndoLineProps extends Pick<SaveReportProps, 'onUndo'> {
  undo: GroupChoice | null;
}

function UndoLine({ undo, onUndo }: UndoLineProps) {
  if (undo === null) return <p className={styles.hint}>{notUndoableWords}</p>;
  return (
    <div className={styles.undo}>
      <Button small onClick={() => onUndo(undo)}>
        Undo
      </Button>
      <span className={styles.hint}>
        {`Undo restores the previous values: ${settingsWords(undo)}.`}
      </span>
    </div>
  );
}

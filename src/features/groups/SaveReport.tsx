import { describeError } from '#api/describeError.ts';
import { useSessionPhase, useSignInAgain } from '#api/session/SessionProvider.tsx';
import { formatTime } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Details } from '#ui/Details.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Notice } from '#ui/Notice.tsx';
import { StillWaiting } from '#ui/StillWaiting.tsx';
import { WaitNotice } from '#ui/WaitNotice.tsx';

import { ChangedBy } from './changes/ChangedBy.tsx';
import {
  allSettingsWords,
  compareReadings,
  inList,
  notReported,
  type GroupChoice,
  type GroupReading,
} from './groupSettings.ts';
import { messages } from './messages.ts';
import type { Decision } from './saveGroup.ts';
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
      <div aria-live="polite" className={styles.report}>
        <Report {...report} />
      </div>
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
      {state.step === 'failed' && <Failure error={state.error} />}
      {state.step === 'done' && !(isDirty && isStored(state.outcome)) && (
        <Outcome groupId={groupId} outcome={state.outcome} decision={state.decision} />
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
        {`Undo stores again what was there before: ${allSettingsWords(undo)}.`}
      </span>
    </div>
  );
}

function Failure({ error }: Pick<Extract<Settled, { step: 'failed' }>, 'error'>) {
  const phase = useSessionPhase();
  const isOfSession = error.code === 'session_ended' || error.code === 'session_replaced';
  if (isOfSession && phase === 'live') {
    return (
      <Notice tone="warning">
        You are signed in again. What you typed is still here and not saved: press Save to send it.
      </Notice>
    );
  }
  return <ErrorNotice {...describeError(error, messages.doingSave)} />;
}

function isStored(outcome: SaveOutcome): boolean {
  return (
    outcome.kind === 'accepted' && ['saved', 'unconfirmed', 'notReRead'].includes(outcome.result)
  );
}

type OutcomeProps = Pick<Extract<Settled, { step: 'done' }>, 'outcome' | 'decision'> &
  Pick<SaveReportProps, 'groupId'>;
type Accepted = Extract<SaveOutcome, { kind: 'accepted' }>;
type Unknown = Extract<SaveOutcome, { kind: 'unknown' }>;

function Outcome({ groupId, outcome, decision }: OutcomeProps) {
  switch (outcome.kind) {
    case 'accepted':
      return <AcceptedNotice groupId={groupId} outcome={outcome} decision={decision} />;
    case 'touched':
      return (
        <Notice tone="warning">
          <span>{touchedWords(decision.baseline, outcome.stored)}</span>
          <ChangedBy groupId={groupId} was={decision.baseline} now={outcome.stored} />
          <Details>
            <p>{`Reported as before: ${inList(compareReadings(decision.baseline, outcome.stored).same)}.`}</p>
          </Details>
        </Notice>
      );
    case 'gone':
      return (
        <Notice tone="warning">
          Nothing was sent: the group is no longer in the list of the service.
        </Notice>
      );
    case 'cancelled':
      return (
        <Notice tone="warning">
          Cancelled: nothing was stored, and everything typed is still here.
        </Notice>
      );
    case 'notSaved':
      return (
        <ErrorNotice
          {...describeError(outcome.error, messages.doingSave)}
          advice="It was not stored: the service reports the group as it was before. You can save again."
        />
      );
    case 'unknown':
      return (
        <ErrorNotice
          {...describeError(outcome.error, messages.doingConfirm)}
          advice={unknownWords(outcome)}
        />
      );
    default:
      return outcome satisfies never;
  }
}

function AcceptedNotice({ groupId, outcome, decision }: OutcomeProps & { outcome: Accepted }) {
  const { result, stored } = outcome;
  const sent = { ...decision.baseline, ...decision.choice };
  const asksToCompare = result === 'different' || result === 'otherGroup';
  return (
    <Notice tone={result === 'saved' ? 'ok' : 'warning'}>
      <span>{acceptedWords(outcome)}</span>
      {asksToCompare && stored && <Difference decision={decision} stored={stored} />}
      {result === 'different' && stored && <ChangedBy groupId={groupId} was={sent} now={stored} />}
    </Notice>
  );
}

export function acceptedWords({ result, stored }: Accepted): string {
  switch (result) {
    case 'saved':
      return 'Saved. The service reports exactly what was sent.';
    case 'unconfirmed':
      return `Saved, but not confirmed: the service does not report everything that was sent. Not reported: ${stored ? inList(notReported(stored)) : ''}.`;
    case 'different':
      return 'The service accepted the change, but reports other values than those that were sent. Compare before you go on.';
    case 'goneAfter':
      return 'The service accepted the change, and no longer lists the group: it may have been deleted.';
    case 'otherGroup':
      return 'The service confirmed another group than this one. Compare before you go on.';
    case 'notReRead':
      return 'The service accepted the change. It could not be read back to confirm it.';
  }
}

export function unknownWords(outcome: Unknown): string {
  const notKnown = 'It is not known whether it was stored:';
  switch (outcome.why) {
    case 'notRead':
      return `${notKnown} the group could not be read afterwards. Look at it before you save again.`;
    case 'gone':
      return `${notKnown} the service no longer lists the group.`;
    case 'notReported':
      return `${notKnown} what the service reports is as before, and it does not report everything that was sent. Not reported: ${inList(notReported(outcome.stored))}. Look at the group before you save again.`;
    case 'touched':
      return `${notKnown} the group was changed, by this save or by something else. The service does not report everything that was sent. Not reported: ${inList(notReported(outcome.stored))}. Look at the group before you save again.`;
  }
}

/** What is known of a group that was touched, although no setting that is reported has changed. */
function touchedWords(before: GroupReading, after: GroupReading): string {
  const { unknown } = compareReadings(before, after);
  const isDated = before.modified !== undefined && after.modified !== undefined;
  return [
    isDated
      ? `Something was saved in this group meanwhile: its date of change is now ${formatTime(after.modified)}.`
      : 'It is not known whether the group was changed meanwhile: there are no two dates of change to compare.',
    ...(unknown.length > 0
      ? [
          `Not reported, and perhaps changed: ${inList(unknown)}.`,
          'Nothing was sent yet. Press Save again to overwrite what is stored with this form, or check the group first.',
        ]
      : ['Nothing was sent yet: press Save again to go on.']),
  ].join(' ');
}

function Difference({ decision, stored }: { decision: Decision; stored: GroupReading }) {
  const { profileId } = decision.baseline;
  // The profile is not chosen here, so it is only shown where it differs.
  const profile = (id: string | undefined) =>
    stored.profileId === profileId ? '' : ` · ${id ?? messages.notReported}`;
  return (
    <dl className={styles.difference}>
      <dt>Sent</dt>
      <dd>
        {allSettingsWords(decision.choice)}
        {profile(profileId)}
      </dd>
      <dt>Reported</dt>
      <dd>
        {allSettingsWords(stored)}
        {profile(stored.profileId)}
      </dd>
    </dl>
  );
}

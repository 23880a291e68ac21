import { describeError } from '#api/describeError.ts';
import { useSessionPhase, useSignInAgain } from '#api/session/SessionProvider.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Notice } from '#ui/Notice.tsx';
import { StillWaiting } from '#ui/StillWaiting.tsx';
import { WaitNotice } from '#ui/WaitNotice.tsx';

import type { Baseline, GroupChoice } from '../editor/groupForm.ts';
import { messages } from '../messages.ts';
import { lockWords } from './lockWords.ts';
import { inList, notReported, touchedWords } from './reported.ts';
import type { Confirmation, SaveOutcome } from './saveOutcome.ts';
import { savingMessages } from './savingMessages.ts';
import type { Decision, useSaveGroup } from './useSaveGroup.ts';

import styles from '../editor/GroupEditorPage.module.css';

interface SaveReportProps {
  save: ReturnType<typeof useSaveGroup>;
  /** What an undo would store again; null where that is not known, undefined where there is none. */
  undo: GroupChoice | null | undefined;
  /** Something was typed after the save: what was said of it is not of what the form shows. */
  isDirty: boolean;
  onUndo: (former: GroupChoice) => void;
}

/** How the last save ended, or what it waits for, at the form. */
export function SaveReport({ save, undo, isDirty, onUndo }: SaveReportProps) {
  const phase = useSessionPhase();
  const signInAgain = useSignInAgain();
  if (save.waiting) {
    const { error, until } = save.waiting;
    const wording = describeError(error, savingMessages.doingSave);
    const onSignIn = error.waitsForRenewal ? signInAgain : undefined;
    return (
      <WaitNotice wording={wording} until={until} onCancel={save.cancel} onSignIn={onSignIn} />
    );
  }
  if (save.isRunning) return <StillWaiting {...(!save.isSent && { onCancel: save.cancel })} />;
  const code = save.error?.code;
  if ((code === 'session_ended' || code === 'session_replaced') && phase === 'live') {
    return <Notice tone="warning">{savingMessages.sessionIsBack}</Notice>;
  }
  if (save.error) return <ErrorNotice {...describeError(save.error, savingMessages.doingSave)} />;
  return (
    <>
      {save.outcome && !(isDirty && isStored(save.outcome)) && (
        <Outcome outcome={save.outcome} decision={save.decision} />
      )}
      {undo === null && <p className={styles.hint}>{savingMessages.noUndo}</p>}
      {undo && (
        <div className={styles.undo}>
          <Button small onClick={() => onUndo(undo)}>
            {savingMessages.undo}
          </Button>
          <span className={styles.hint}>{savingMessages.undoAdvice(inWords(undo))}</span>
        </div>
      )}
    </>
  );
}

function isStored(outcome: SaveOutcome): boolean {
  return (
    outcome.kind === 'accepted' && ['saved', 'unconfirmed', 'notReRead'].includes(outcome.result)
  );
}

interface OutcomeProps {
  outcome: SaveOutcome;
  decision: Decision | undefined;
}

function Outcome({ outcome, decision }: OutcomeProps) {
  switch (outcome.kind) {
    case 'accepted':
      return (
        <Notice tone={outcome.result === 'saved' ? 'ok' : 'warning'}>
          <span>{acceptedWords(outcome)}</span>
          {isToCompare(outcome.result) && decision && outcome.stored && (
            <Difference decision={decision} stored={outcome.stored} />
          )}
        </Notice>
      );
    case 'touched':
      return (
        <Notice tone="warning">
          {touchedWords(decision?.baseline ?? outcome.stored, outcome.stored)}
        </Notice>
      );
    case 'gone':
    case 'cancelled':
      return <Notice tone="warning">{savingMessages[outcome.kind]}</Notice>;
    case 'notSaved':
      return (
        <ErrorNotice
          {...describeError(outcome.error, savingMessages.doingSave)}
          advice={savingMessages.notSaved}
        />
      );
    case 'unknown':
      return (
        <ErrorNotice
          {...describeError(outcome.error, savingMessages.doingConfirm)}
          advice={unknownWords(outcome)}
        />
      );
    case 'changed':
      // Has a dialog of its own.
      return null;
    default:
      return outcome satisfies never;
  }
}

function acceptedWords({ result, stored }: Extract<SaveOutcome, { kind: 'accepted' }>): string {
  if (result !== 'unconfirmed') return savingMessages[result];
  return savingMessages.unconfirmed(stored ? inList(notReported(stored)) : '');
}

function unknownWords(outcome: Extract<SaveOutcome, { kind: 'unknown' }>): string {
  const { unknown } = savingMessages;
  return 'stored' in outcome
    ? unknown[outcome.why](inList(notReported(outcome.stored)))
    : unknown[outcome.why];
}

/** Whether the words ask to compare. */
function isToCompare(result: Confirmation): boolean {
  return result === 'different' || result === 'otherGroup';
}

function Difference({ decision, stored }: { decision: Decision; stored: Baseline }) {
  const { profileId } = decision.baseline;
  // It is not chosen here, so it only needs a word where it is another one.
  const profile = (id: string | undefined) =>
    stored.profileId === profileId ? '' : ` · ${id ?? messages.notReported}`;
  return (
    <dl className={styles.difference}>
      <dt>{savingMessages.sent}</dt>
      <dd>
        {inWords(decision.choice)}
        {profile(profileId)}
      </dd>
      <dt>{savingMessages.reported}</dt>
      <dd>
        {inWords(stored)}
        {profile(stored.profileId)}
      </dd>
    </dl>
  );
}

/** For example "Parcel Vans · Locked · 35693803". */
function inWords(settings: Pick<Baseline, 'name' | 'lock' | 'prefix'>): string {
  return `${settings.name ?? messages.notReported} · ${lockWords(settings)}`;
}

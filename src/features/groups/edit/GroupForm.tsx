import { lazy, useEffect, useId, useRef, useState, type ComponentProps } from 'react';

import { keptKeys, unlistedKeys } from '#api/groupFields.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';
import { nounsOf, settingsWords } from '#api/groupWords.ts';
import { useIsSignedOut } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
import { whyUnsendable } from '#identifiers/groupId.ts';
import { formatTime } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { preload } from '#ui/preload.ts';
import { pressedOnce } from '#ui/pressedOnce.ts';
import { useLeaveGuard } from '#ui/useLeaveGuard.ts';

import type { GroupToLock } from '../impact/useLockImpact.ts';
import { FillNotice } from './FillNotice.tsx';
import { readSaveNote } from './groupDraft.ts';
import { GroupFields } from './GroupFields.tsx';
import { conflictOf, isRunning, outcomeOf, type SaveState } from './saveMachine.ts';
import { SaveReport } from './SaveReport.tsx';
import type { GroupEditor } from './useGroupEditor.ts';
import { WriteRefusalNotice } from './WriteRefusalNotice.tsx';

import styles from './GroupEditorPage.module.css';

const loadConfirm = () => import('./ConfirmLockDialog.tsx');
const loadConflict = () => import('./ConflictDialog.tsx');
const loadLeave = () => import('./LeaveDialog.tsx');
const loadPreview = () => import('../impact/ImpactPreview.tsx');
const loadMemory = () => import('../impact/RememberedImpact.tsx');
const ConfirmLockDialog = lazy(async () => ({ default: (await loadConfirm()).ConfirmLockDialog }));
const ConflictDialog = lazy(async () => ({ default: (await loadConflict()).ConflictDialog }));
const LeaveDialog = lazy(async () => ({ default: (await loadLeave()).LeaveDialog }));
const StandaloneImpactPreview = lazy(async () => ({
  default: (await loadPreview()).StandaloneImpactPreview,
}));

const RememberedImpact = lazy(async () => ({ default: (await loadMemory()).RememberedImpact }));

/** The group settings that can be changed: name and IMEI lock. */
export function GroupForm({ group, editor }: { group: ThingsGroupRecord; editor: GroupEditor }) {
  const { api } = useUserServices();
  const { form, values, baseline, state, filling, isDirty, isOutdated } = editor;
  const saveButton = useRef<HTMLButtonElement>(null);
  const leaving = useLeavingQuestion(state, isDirty);
  const isSaving = isRunning(state);
  const mayDiscard = (isDirty && !isSaving) || isOutdated;
  const conflict = conflictOf(state);
  const whyNot = whyUnsendable(group.ThingsGroupId);
  const mayNotType = whyNot !== undefined;
  const cannotSendBack = keptKeys.some((key) => baseline[key] === undefined);
  const mayNotSave = cannotSendBack || mayNotType;
  const groupToLock: GroupToLock = {
    id: group.ThingsGroupId,
    name: group.ThingsGroupName ?? '',
    reportedTotal: group.total,
  };

  const prefix = values.IMEIPrefix.trim();
  const isLockEdited =
    values.LockMasterImei !== (baseline.LockMasterImei ?? null) ||
    (prefix !== '' && prefix !== baseline.IMEIPrefix);
  const hasFigure = api.records && prefix !== '' && values.LockMasterImei !== false;

  // Preloads the components that may appear when the user types, saves or leaves.
  useEffect(() => {
    for (const load of [loadMemory, loadConfirm, loadConflict, loadLeave]) preload(load);
  }, []);

  return (
    <>
      <form
        noValidate
        className={styles.form}
        aria-label="Settings"
        onKeyDownCapture={pressedOnce.onKeyDownCapture}
        onSubmit={(event) => {
          event.preventDefault();
          if (!mayNotSave) editor.submit(event);
        }}
      >
        <h2>Settings</h2>
        <WriteRefusalNotice
          isTold={(requestId) => outcomeOf(state).error?.requestId === requestId}
        />
        <UnknownLock group={group} />
        {cannotSendBack && (
          <Notice tone="warning">
            The service did not report this group’s telephony profile. Every save needs it, so this
            group cannot be saved here.
          </Notice>
        )}
        {whyNot !== undefined && (
          <Notice tone="warning">
            {`This group cannot be saved here: its ID ${whyNot}. Ask the service provider to change it.`}
          </Notice>
        )}
        {editor.restoredWords && <Notice>{editor.restoredWords}</Notice>}
        {filling && !isSaving && (
          <FillNotice {...{ filling, isDirty, isOutdated }} onBringBack={editor.bringBack} />
        )}
        <GroupFields
          {...{ form, values, baseline }}
          // Edits made during a save would not be part of it.
          readOnly={mayNotType || isSaving}
          onUsePrefix={editor.takePrefix}
        />
        {isLockEdited && (
          // As high before it has loaded, so that Save stays under the pointer.
          <div className={hasFigure ? styles.figure : styles.remembered}>
            <OnDemand>
              <RememberedImpact
                group={groupToLock}
                stored={baseline}
                isLocked={values.LockMasterImei}
                prefix={prefix}
              />
            </OnDemand>
          </div>
        )}
        {values.LockMasterImei === true && (
          <ImpactSection
            group={groupToLock}
            prefix={prefix}
            onUsePrefix={(suggested) => {
              if (!mayNotType && !isSaving) editor.takePrefix(suggested);
            }}
          />
        )}
        <SaveReport
          groupId={group.ThingsGroupId}
          state={state}
          undo={editor.undo}
          isDirty={isDirty}
          isOutdated={isOutdated}
          onCancel={editor.cancel}
          onUndo={(former) => {
            // The Undo button disappears, so the focus moves to Save, which sends the same values.
            saveButton.current?.focus();
            editor.restore(former);
          }}
        />
        <div className={styles.actions}>
          <Button
            {...pressedOnce}
            ref={saveButton}
            type="submit"
            variant="primary"
            // Not `disabled`, which would lose focus after a failed attempt.
            aria-disabled={mayNotSave || isSaving}
          >
            {isSaving ? 'Saving…' : 'Save'}
          </Button>
          <Button aria-disabled={!mayDiscard} onClick={() => mayDiscard && editor.discard()}>
            Discard changes
          </Button>
        </div>
      </form>
      {state.step === 'confirming' && (
        <OnDemand onDismiss={editor.keepEditing}>
          <ConfirmLockDialog
            decision={state.decision}
            group={{ ...groupToLock, name: state.decision.baseline.ThingsGroupName ?? '' }}
            onConfirm={editor.confirm}
            onKeepEditing={editor.keepEditing}
          />
        </OnDemand>
      )}
      {conflict && (
        <OnDemand onDismiss={editor.keepEditing}>
          <ConflictDialog
            groupId={group.ThingsGroupId}
            conflict={conflict}
            onUse={editor.resolveConflict}
            onKeepEditing={editor.keepEditing}
          />
        </OnDemand>
      )}
      {leaving.state === 'blocked' && (
        <OnDemand onDismiss={leaving.reset}>
          <LeaveDialog
            isSaving={isSaving}
            onStay={leaving.reset}
            onLeave={() => {
              editor.dropDraft();
              leaving.proceed();
            }}
          />
        </OnDemand>
      )}
    </>
  );
}

/** Asks before edits are lost; the question closes if a save ends while it is open. */
function useLeavingQuestion(state: SaveState, isDirty: boolean) {
  const leaving = useLeaveGuard(isDirty, useIsSignedOut());
  const isSaving = isRunning(state);
  // After a confirmed save, the user may leave immediately, but has to see any other outcome first.
  const isSaved = state.step === 'ended' && state.outcome.check === 'confirmed';
  useEffect(() => {
    if (leaving.state !== 'blocked' || isDirty || isSaving) return;
    if (isSaved) leaving.proceed();
    else leaving.reset();
  }, [leaving, isDirty, isSaving, isSaved]);
  return leaving;
}

/** Names the values that the service does not report, and those last saved from here, which may be outdated. */
function UnknownLock({ group }: { group: ThingsGroupRecord }) {
  const note = readSaveNote(useUserServices().work.notes, group.ThingsGroupId);
  const unknown = unlistedKeys.filter((key) => group[key] === undefined);
  if (unknown.length === 0) return null;
  const noted = unlistedKeys.filter((key) => note?.[key] !== undefined);
  return (
    <>
      <Notice tone="warning">{unknownWords(unknown)}</Notice>
      {note && noted.length > 0 && (
        <p className={styles.hint}>
          {`Last saved from this browser: ${settingsWords(note, noted)}, ${formatTime(note.at)}. It may have been changed since.`}
        </p>
      )}
    </>
  );
}

function unknownWords(unknown: readonly (typeof unlistedKeys)[number][]): string {
  if (unknown.join() === 'LockMasterImei') {
    return 'The service does not report whether this group is locked. Every save sets the lock, so choose Locked or Unlocked.';
  }
  const nouns = nounsOf(unknown).replace('IMEI lock and IMEI prefix', 'IMEI lock and prefix');
  const them = unknown.length === 1 ? 'it' : unknown.length === 2 ? 'both' : 'all of them';
  return `The service does not report this group’s ${nouns}. Every save sets ${them}, so choose ${them} here.`;
}

/** A preview on the page, for users who want it before saving. Reads nothing until it is opened. */
function ImpactSection(props: ComponentProps<typeof StandaloneImpactPreview>) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  useEffect(() => preload(loadPreview), []);
  return (
    <div className={styles.impact}>
      <Button
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': id })}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Hide impact' : 'Preview impact'}
      </Button>
      <div id={id}>
        {isOpen && (
          <OnDemand onDismiss={() => setIsOpen(false)}>
            <StandaloneImpactPreview {...props} />
          </OnDemand>
        )}
      </div>
    </div>
  );
}

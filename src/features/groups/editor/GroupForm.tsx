import { lazy, useEffect, useRef } from 'react';

import type { ThingsGroupRecord } from '#api/groups.ts';
import { usePersonIsGone } from '#api/session/SessionProvider.tsx';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { preload } from '#ui/preload.ts';
import { useLeaveGuard } from '#ui/useLeaveGuard.ts';

import { ImpactSection } from '../impact/ImpactSection.tsx';
import { messages } from '../messages.ts';
import { SaveReport } from '../saving/SaveReport.tsx';
import { savingMessages } from '../saving/savingMessages.ts';
import { GroupFields } from './GroupFields.tsx';
import { takePrefix } from './takePrefix.ts';
import { UnknownLock } from './UnknownLock.tsx';
import { useGroupEditor } from './useGroupEditor.ts';

import styles from './GroupEditorPage.module.css';

const loadConfirm = () => import('../saving/ConfirmLockDialog.tsx');
const loadChanged = () => import('../saving/ChangedDialog.tsx');
const loadLeave = () => import('../saving/LeaveDialog.tsx');
const ConfirmLockDialog = lazy(async () => ({ default: (await loadConfirm()).ConfirmLockDialog }));
const ChangedDialog = lazy(async () => ({ default: (await loadChanged()).ChangedDialog }));
const LeaveDialog = lazy(async () => ({ default: (await loadLeave()).LeaveDialog }));

/** The settings of a group that can be changed: its name and its IMEI lock. */
export function GroupForm({ group }: { group: ThingsGroupRecord }) {
  const editor = useGroupEditor(group);
  const { form, values, baseline, save, isDirty, isReadOnly, toConfirm, conflict } = editor;
  const leaving = useLeaveGuard(isDirty, usePersonIsGone());
  const saveButton = useRef<HTMLButtonElement>(null);

  // A save ended under the question: without any doubt nothing is lost by leaving; else there is
  // something to be read first.
  const isSaved = save.outcome?.kind === 'accepted' && save.outcome.result === 'saved';
  useEffect(() => {
    if (leaving.state !== 'blocked' || isDirty || save.isRunning) return;
    if (isSaved) leaving.proceed();
    else leaving.reset();
  }, [leaving, isDirty, save.isRunning, isSaved]);

  // What Save or leaving may open is on its way before it is pressed.
  useEffect(() => {
    for (const load of [loadConfirm, loadChanged, loadLeave]) preload(load);
  }, []);

  const mayNotSave = baseline.profileId === undefined || isReadOnly;
  return (
    <>
      <form
        noValidate
        className={styles.form}
        aria-label={messages.settings}
        onSubmit={(event) => {
          event.preventDefault();
          if (!mayNotSave) editor.submit(event);
        }}
      >
        <h2>{messages.settings}</h2>
        <UnknownLock group={group} />
        {baseline.profileId === undefined && <Notice tone="warning">{messages.noProfile}</Notice>}
        {editor.restoredWords && <Notice>{editor.restoredWords}</Notice>}
        {isReadOnly && <Notice tone="warning">{savingMessages.mayNotWrite}</Notice>}
        <GroupFields
          form={form}
          baseline={baseline}
          // What is typed while a save runs would not be part of it.
          readOnly={isReadOnly || save.isRunning}
        />
        {values.lock === true && (
          <ImpactSection
            groupName={group.ThingsGroupName ?? ''}
            groupId={group.ThingsGroupId}
            reportedTotal={group.total}
            prefix={values.prefix.trim()}
            onUsePrefix={(suggested) => {
              if (isReadOnly || save.isRunning) return;
              takePrefix(form, suggested);
            }}
          />
        )}
        {editor.isNothingNew && <Notice>{savingMessages.nothingNew}</Notice>}
        <SaveReport
          save={save}
          undo={editor.undo}
          isDirty={isDirty}
          onUndo={(former) => {
            // The button for it goes: the focus stays where a press would send the same.
            saveButton.current?.focus();
            editor.runUndo(former);
          }}
        />
        <div className={styles.actions}>
          <Button
            ref={saveButton}
            type="submit"
            variant="primary"
            // Not `disabled`, which would drop the focus of whoever has just been refused.
            aria-disabled={mayNotSave || save.isRunning}
          >
            {save.isRunning ? messages.saving : messages.save}
          </Button>
          <Button
            aria-disabled={!isDirty || save.isRunning}
            onClick={() => {
              if (isDirty && !save.isRunning) editor.discard();
            }}
          >
            {messages.discard}
          </Button>
        </div>
      </form>
      {toConfirm && (
        <OnDemand onDismiss={editor.keepEditing}>
          <ConfirmLockDialog
            decision={toConfirm}
            groupId={group.ThingsGroupId}
            reportedTotal={group.total}
            onConfirm={editor.confirm}
            onKeepEditing={editor.keepEditing}
          />
        </OnDemand>
      )}
      {conflict && (
        <OnDemand onDismiss={editor.keepEditing}>
          <ChangedDialog
            conflict={conflict}
            onUse={editor.resolve}
            onKeepEditing={editor.keepEditing}
          />
        </OnDemand>
      )}
      {leaving.state === 'blocked' && (
        <OnDemand onDismiss={leaving.reset}>
          <LeaveDialog
            isSaving={save.isRunning}
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

import { lazy, useEffect } from 'react';

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
        {editor.isRestored && <Notice>{savingMessages.restored}</Notice>}
        {isReadOnly && <Notice tone="warning">{savingMessages.mayNotWrite}</Notice>}
        <GroupFields
          form={form}
          asksForPrefix={baseline.prefix === undefined}
          readOnly={isReadOnly}
        />
        {values.lock === true && (
          <ImpactSection
            groupName={group.ThingsGroupName ?? ''}
            groupId={group.ThingsGroupId}
            prefix={values.prefix.trim()}
            onUsePrefix={(suggested) =>
              form.setValue('prefix', suggested, { shouldDirty: true, shouldValidate: true })
            }
          />
        )}
        <SaveReport save={save} undo={editor.undo} onUndo={editor.runUndo} />
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="primary"
            disabled={mayNotSave}
            aria-disabled={save.isRunning}
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
      <OnDemand>
        {toConfirm && (
          <ConfirmLockDialog
            decision={toConfirm}
            groupId={group.ThingsGroupId}
            onConfirm={editor.confirm}
            onKeepEditing={editor.keepEditing}
          />
        )}
        {conflict && (
          <ChangedDialog
            conflict={conflict}
            onUse={editor.resolve}
            onKeepEditing={editor.keepEditing}
          />
        )}
        {leaving.state === 'blocked' && (
          <LeaveDialog
            onStay={leaving.reset}
            onLeave={() => {
              editor.dropDraft();
              leaving.proceed();
            }}
          />
        )}
      </OnDemand>
    </>
  );
}

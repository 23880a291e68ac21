import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, useEffect, useState } from 'react';
import { useController, useForm } from 'react-hook-form';

import type { ThingsGroupRecord } from '#api/groups.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';
import { Notice } from '#ui/Notice.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { preload } from '#ui/preload.ts';
import { useUnsavedChanges } from '#ui/unsavedChanges.ts';

import { ImpactSection } from '../impact/ImpactSection.tsx';
import { messages } from '../messages.ts';
import { SaveReport } from '../saving/SaveReport.tsx';
import { useSaveGroup } from '../saving/useSaveGroup.ts';
import {
  baselineOf,
  changesLock,
  formValues,
  groupFormSchema,
  type Baseline,
  type GroupChoice,
  type GroupFormValues,
} from './groupForm.ts';
import { LockToggle } from './LockToggle.tsx';

import styles from './GroupEditorPage.module.css';

const loadDialogs = () => import('../saving/GroupDialogs.tsx');
const ConfirmLockDialog = lazy(async () => ({ default: (await loadDialogs()).ConfirmLockDialog }));
const ChangedDialog = lazy(async () => ({ default: (await loadDialogs()).ChangedDialog }));

/** The settings of a group that can be changed: its name and its IMEI lock. */
export function GroupForm({ group }: { group: ThingsGroupRecord }) {
  const [baseline, setBaseline] = useState(() => baselineOf(group));
  const [toConfirm, setToConfirm] = useState<GroupChoice>();
  const [changed, setChanged] = useState<{ stored: Baseline; choice: GroupChoice }>();
  const form = useForm<GroupFormValues, unknown, GroupChoice>({
    defaultValues: formValues(baseline),
    resolver: zodResolver(groupFormSchema(baseline)),
  });
  const { errors, isDirty } = form.formState;
  useUnsavedChanges(isDirty);
  const lock = useController({ control: form.control, name: 'lock' });
  const [prefix, removePrefix] = form.watch(['prefix', 'removePrefix']);

  const save = useSaveGroup(group.ThingsGroupId, {
    onChanged: (stored, choice) => setChanged({ stored, choice }),
    onTouched: setBaseline,
    onStored: follow,
    // What was typed stays, to be compared with what the service has now.
    onDifferent: setBaseline,
  });

  /** Takes over what the service has now as what the form starts from. */
  function follow(stored: Baseline) {
    setBaseline(stored);
    form.reset(formValues(stored));
  }

  // What Save may open is on its way before it is pressed.
  useEffect(() => preload(loadDialogs), []);

  // A fresh answer of the service shows through as long as nothing was typed, and never overwrites.
  useEffect(() => {
    if (!isDirty && !save.isRunning) follow(baselineOf(group));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new answer is an occasion
  }, [group]);

  function submit(choice: GroupChoice) {
    if (changesLock(baseline, choice)) setToConfirm(choice);
    else save.start({ baseline, choice });
  }

  const isUnknown = baseline.lock === undefined || baseline.prefix === undefined;
  const isOddLength = /^\d+$/.test(prefix) && prefix.length !== 8;
  return (
    <form
      noValidate
      className={styles.form}
      aria-label={messages.settings}
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <h2>{messages.settings}</h2>
      {isUnknown && <Notice tone="warning">{messages.unknownLock}</Notice>}
      {baseline.profileId === undefined && <Notice tone="warning">{messages.noProfile}</Notice>}
      <TextField
        label={messages.name}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <LockToggle
        ref={lock.field.ref}
        value={lock.field.value}
        onChange={lock.field.onChange}
        error={errors.lock?.message}
      />
      <TextField
        label={messages.prefix}
        hint={messages.prefixHint}
        error={errors.prefix?.message}
        warning={isOddLength ? messages.prefixLength(prefix.length) : undefined}
        mono
        inputMode="numeric"
        autoComplete="off"
        readOnly={removePrefix}
        {...form.register('prefix')}
      />
      {baseline.prefix === undefined && (
        <label className={styles.check}>
          <input
            type="checkbox"
            {...form.register('removePrefix', {
              onChange: () => form.setValue('prefix', '', { shouldDirty: true }),
            })}
          />
          {messages.removePrefix}
        </label>
      )}
      {lock.field.value === true && (
        <ImpactSection
          groupName={group.ThingsGroupName ?? ''}
          groupId={group.ThingsGroupId}
          prefix={prefix.trim()}
          onUsePrefix={(suggested) =>
            form.setValue('prefix', suggested, { shouldDirty: true, shouldValidate: true })
          }
        />
      )}
      <SaveReport save={save} />
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="primary"
          disabled={baseline.profileId === undefined}
          aria-disabled={save.isRunning}
        >
          {save.isRunning ? messages.saving : messages.save}
        </Button>
        <Button
          aria-disabled={!isDirty || save.isRunning}
          onClick={() => {
            if (isDirty && !save.isRunning) form.reset(formValues(baseline));
          }}
        >
          {messages.discard}
        </Button>
      </div>
      <OnDemand>
        {toConfirm && (
          <ConfirmLockDialog
            baseline={baseline}
            choice={toConfirm}
            onConfirm={() => {
              setToConfirm(undefined);
              save.start({ baseline, choice: toConfirm });
            }}
            onKeepEditing={() => setToConfirm(undefined)}
          />
        )}
        {changed && (
          <ChangedDialog
            was={baseline}
            stored={changed.stored}
            mine={changed.choice}
            onTakeTheirs={() => {
              follow(changed.stored);
              setChanged(undefined);
            }}
            onKeepMine={() => {
              setBaseline(changed.stored);
              setChanged(undefined);
            }}
          />
        )}
      </OnDemand>
    </form>
  );
}

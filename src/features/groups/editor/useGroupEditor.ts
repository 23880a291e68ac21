import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';

import type { ApiError } from '#api/errors.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';
import { useUnsavedChanges } from '#ui/unsavedChanges.ts';

import type { Conflict } from '../saving/ChangedDialog.tsx';
import { namedFields } from '../saving/namedFields.ts';
import { savingMessages } from '../saving/savingMessages.ts';
import { useSaveGroup, type Decision } from '../saving/useSaveGroup.ts';
import { useGroupDraft, type GroupDraft } from './groupDraft.ts';
import {
  baselineOf,
  changesLock,
  choiceOf,
  formValues,
  groupFormSchema,
  sameChoice,
  type Baseline,
  type GroupChoice,
  type GroupFormValues,
} from './groupForm.ts';

/** The form of one group: what it started from, what was typed, and what happens around its saves. */
export function useGroupEditor(group: ThingsGroupRecord) {
  const groupId = group.ThingsGroupId;
  const draft = useGroupDraft(groupId);
  const [restored, setRestored] = useState(() => restore(draft.read(), group));
  const [baseline, setBaseline] = useState(() => restored?.draft?.baseline ?? baselineOf(group));
  const [toConfirm, setToConfirm] = useState<Decision>();
  const [conflict, setConflict] = useState<Conflict>();
  const [isReadOnly, setIsReadOnly] = useState(false);
  const [isNothingNew, setNothingNew] = useState(false);
  const form = useForm<GroupFormValues, unknown, GroupChoice>({
    defaultValues: formValues(baseline),
    resolver: zodResolver(groupFormSchema(baseline)),
  });
  const { isDirty } = form.formState;
  const values = form.watch();
  useUnsavedChanges(isDirty);

  const save = useSaveGroup(groupId, {
    onChanged: setConflict,
    onTouched: setBaseline,
    onStored: follow,
    // What was typed stays, to be compared with what the service has now.
    onDifferent(stored) {
      const typed = form.getValues();
      setBaseline(stored);
      form.reset(formValues(stored));
      fill(typed);
    },
    onRefused: showRefusal,
  });

  /** Takes over what the service has now as what the form starts from. */
  function follow(stored: Baseline) {
    setBaseline(stored);
    setRestored(undefined);
    form.reset(formValues(stored));
  }

  /** Puts values into the form as if they had been typed. */
  function fill(filled: GroupFormValues) {
    form.reset(filled, { keepDefaultValues: true });
  }

  function showRefusal(error: ApiError) {
    // A read that is refused says nothing of the right to write, nor does the gateway.
    const isOfWriting = error.method !== 'GET' && error.code === undefined;
    if (error.kind === 'forbidden' && isOfWriting) setIsReadOnly(true);
    const [first, ...others] = namedFields(error);
    const refusal = { type: 'service', message: error.serviceMessage ?? '' };
    for (const field of others) form.setError(field, refusal);
    if (first) form.setError(first, refusal, { shouldFocus: true });
  }

  // What was typed before the page was loaded again.
  useEffect(() => {
    if (restored?.draft) fill(restored.draft.values);
    else if (restored) draft.drop();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once
  }, []);

  const written = JSON.stringify([values, baseline]);
  useEffect(() => {
    const isSent = save.isRunning || restored?.draft?.isSent === true;
    if (isDirty) draft.keep({ baseline, values, isSent });
    else draft.drop();
    setNothingNew(false);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `written` holds all that is kept
  }, [isDirty, written, save.isRunning]);

  // A fresh answer of the service shows through as long as nothing was typed, and never overwrites.
  const shown = useRef(group);
  useEffect(() => {
    if (shown.current === group) return;
    shown.current = group;
    if (!isDirty && !save.isRunning) follow(baselineOf(group));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new answer is an occasion
  }, [group]);

  const { outcome, decision } = save;

  function submit(choice: GroupChoice) {
    const stored = choiceOf(baseline);
    const isStored = stored !== undefined && sameChoice(stored, choice);
    setNothingNew(isStored);
    if (isStored) return;
    // What was confirmed and then held back, since only the date of the last change differs, goes on.
    const isHeldBack =
      outcome?.kind === 'touched' && decision !== undefined && sameChoice(decision.choice, choice);
    const next: Decision = { baseline, choice, ignoresDate: isHeldBack };
    if (changesLock(baseline, choice) && !isHeldBack) setToConfirm(next);
    else start(next);
  }

  function start(next: Decision) {
    // What became of an earlier save is no question any more.
    setRestored(undefined);
    save.start(next);
  }

  const undo = undoOf(save, isDirty, values);
  return {
    form,
    values,
    baseline,
    save,
    isDirty,
    isReadOnly,
    isNothingNew,
    /** What there is to say of what was typed before the page was loaded again. */
    restoredWords:
      restored && (restored.draft !== undefined) === isDirty ? restored.words : undefined,
    toConfirm,
    conflict,
    undo,
    submit: (event?: React.BaseSyntheticEvent) => void form.handleSubmit(submit)(event),
    discard() {
      // What the service has now, which may be newer than what the typing began from.
      follow(baselineOf(group));
      save.forget();
    },
    dropDraft: draft.drop,
    confirm() {
      setToConfirm(undefined);
      if (toConfirm) start(toConfirm);
    },
    keepEditing() {
      setToConfirm(undefined);
      setConflict(undefined);
    },
    resolve(chosen: GroupFormValues) {
      if (!conflict) return;
      setBaseline(conflict.stored);
      form.reset(formValues(conflict.stored));
      fill(chosen);
      setConflict(undefined);
      save.forget();
    },
    /** Through the form and the same safe save, with its confirmation. */
    runUndo(former: GroupChoice) {
      fill({ ...former, removePrefix: false });
      void form.handleSubmit(submit)();
    },
  };
}

/**
 * What was typed before the page was loaded again. Where a save of it was under way and the group has it
 * now, there is nothing left to save.
 */
function restore(draft: GroupDraft | undefined, group: ThingsGroupRecord) {
  if (!draft) return undefined;
  if (!draft.isSent) return { draft, words: savingMessages.restored };
  const { name, prefix, removePrefix, lock } = draft.values;
  const stored = choiceOf(baselineOf(group));
  const sent = { name, prefix: removePrefix ? '' : prefix, lock: lock === true };
  if (stored && sameChoice(stored, sent))
    return { draft: undefined, words: savingMessages.restoredStored };
  return { draft, words: savingMessages.restoredSent };
}

/** What an undo would store again; null where it is not known, undefined where there is nothing to undo. */
function undoOf(
  { outcome, decision }: Pick<ReturnType<typeof useSaveGroup>, 'outcome' | 'decision'>,
  isDirty: boolean,
  typed: GroupFormValues,
): GroupChoice | null | undefined {
  if (outcome?.kind !== 'accepted' || !decision) return undefined;
  if (outcome.result === 'otherGroup' || outcome.result === 'goneAfter') return undefined;
  const { name, prefix, lock } = typed;
  const isAsSent = lock !== null && sameChoice({ name, prefix, lock }, decision.choice);
  // Something new was typed: an undo would lose it.
  if (isDirty && !isAsSent) return undefined;
  return choiceOf(decision.baseline) ?? null;
}

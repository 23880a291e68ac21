import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import type { ApiError } from '#api/errors.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';
import {
  snapshotOf,
  type GroupChoice,
  type GroupSettings,
  type GroupSnapshot,
} from '#api/groupSettings.ts';
import { groupsQuery } from '#api/groupsQuery.ts';
import { mentionedFields } from '#api/groupWords.ts';
import { useIsSignedOut } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';
import { useUnsavedChanges } from '#ui/unsavedChanges.ts';

import { keepSaveNote, restoreDraft, useGroupDraft } from './groupDraft.ts';
import {
  filledValues,
  formValues,
  groupFormFields,
  groupFormSchema,
  refusedByService,
  type GroupFormValues,
} from './groupForm.ts';
import type { Decision } from './saveGroup.ts';
import { isRunning, undoOf } from './saveMachine.ts';
import { expectedReading, type SaveOutcome } from './saveOutcome.ts';
import { useSaveRun } from './useSaveRun.ts';

/** What the form starts from, and the values in it: they count as typed where they differ. */
interface FormStart {
  readonly baseline: GroupSnapshot;
  readonly values: GroupFormValues;
}

/** How the form was filled from the history. */
export interface Filling {
  /** What it was filled with. */
  readonly words: string;
  /** What was in the form before, where that was typed. */
  readonly replaced: GroupFormValues | undefined;
  /** What the history put into the form; undefined where what was typed was brought back. */
  readonly filled: GroupFormValues | undefined;
}

function isSameForm(a: GroupFormValues, b: GroupFormValues): boolean {
  return z.keyof(groupFormFields).options.every((name) => a[name] === b[name]);
}

/** @param snapshot just taken, unless it says when */
function startFrom(snapshot: GroupSnapshot, values = formValues(snapshot)): FormStart {
  return { baseline: { readAt: systemClock.now(), ...snapshot }, values };
}

export type GroupEditor = ReturnType<typeof useGroupEditor>;

/** The editor of one group: what its form starts from, what was typed, and where its saving stands. */
export function useGroupEditor(group: ThingsGroupRecord) {
  const groupId = group.ThingsGroupId;
  const { api, work } = useUserServices();
  const queryClient = useQueryClient();
  const isGone = useIsSignedOut();
  const draft = useGroupDraft(groupId);
  const [restored, setRestored] = useState(() => restoreDraft(draft.read(), snapshotOf(group)));
  const readListed = () => ({
    ...snapshotOf(group),
    readAt: queryClient.getQueryState(groupsQuery(api).queryKey)?.dataUpdatedAt,
  });
  const [start, setStart] = useState<FormStart>(() => restored?.draft ?? startFrom(readListed()));
  const { baseline } = start;
  const [filling, setFilling] = useState<Filling>();
  const form = useForm<GroupFormValues, unknown, GroupChoice>({
    defaultValues: formValues(baseline),
    resolver: zodResolver(groupFormSchema(baseline)),
  });
  const { isDirty } = form.formState;
  // A copy, since the form changes its own object.
  const values = useWatch({ control: form.control, compute: (all) => ({ ...all }) });
  const { state, dispatch, send, cancel } = useSaveRun(groupId, {
    onStart: () => setRestored(undefined),
    onOutcome: takeOutcome,
    onRefusal: showRefusal,
  });

  // A fresh answer of the service is shown as long as nothing was typed, and never overwrites.
  const [shownGroup, setShownGroup] = useState(group);
  if (group !== shownGroup) {
    setShownGroup(group);
    if (!isDirty && !isRunning(state)) {
      setRestored(undefined);
      setFilling(undefined);
      setStart(startFrom(readListed()));
    }
  }

  useEffect(() => {
    form.reset(formValues(start.baseline));
    form.reset(start.values, { keepDefaultValues: true });
  }, [form, start]);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: () => dispatch({ type: 'edited' }),
      }),
    [form, dispatch],
  );

  const isSent = (state.step === 'sending' && state.isSent) || (restored?.draft?.isSent ?? false);
  useEffect(() => {
    if (isDirty) draft.keep({ baseline, values, isSent });
    else draft.drop();
  }, [draft, isDirty, baseline, values, isSent]);
  useUnsavedChanges(isDirty);

  function takeOutcome(outcome: SaveOutcome, decision: Decision) {
    if (outcome.kind === 'touched') setStart(startFrom(outcome.stored, form.getValues()));
    if (outcome.kind !== 'accepted') return;
    setFilling(undefined);
    const { result, stored } = outcome;
    if (result !== 'otherGroup')
      keepSaveNote(work.notes, groupId, decision.choice, systemClock.now());
    if (result === 'notReRead') {
      setStart(startFrom(expectedReading(decision.baseline, decision.choice)));
      // The page reads it then, as patiently as any read.
      if (!isGone()) void queryClient.invalidateQueries({ queryKey: groupsQuery(api).queryKey });
    }
    if (!stored) return;
    // Otherwise what was typed stays, to be compared with what the service has now.
    const isAsSent = result === 'saved' || result === 'unconfirmed';
    setStart(startFrom(stored, isAsSent ? undefined : form.getValues()));
  }

  function showRefusal(error: ApiError) {
    // The message of a 422 names the constraint (API document 7).
    if (error.kind !== 'invalid' || error.serviceMessage === undefined) return;
    const refusal = { type: refusedByService, message: error.serviceMessage };
    const [first, ...others] = mentionedFields(error.serviceMessage);
    for (const field of others) form.setError(field, refusal);
    if (first) form.setError(first, refusal, { shouldFocus: true });
  }

  /** Puts values into the form as if they had been typed. */
  function fill(next: GroupFormValues, how: Filling) {
    setRestored(undefined);
    setFilling(how);
    form.reset(next, { keepDefaultValues: true });
  }

  const formNow = () => (isDirty ? { ...form.getValues() } : undefined);

  /** What was typed: values that an entry has put there, and nobody has edited, were not. */
  function typedNow(): GroupFormValues | undefined {
    const isUnedited = filling?.filled && isSameForm(filling.filled, form.getValues());
    return isUnedited ? filling.replaced : formNow();
  }

  return {
    form,
    values,
    baseline,
    state,
    isDirty,
    /** What there is to say of what was typed before the page was loaded again. */
    restoredWords:
      restored && (restored.draft !== undefined) === isDirty ? restored.words : undefined,
    undo: undoOf(state, { isDirty, values }),
    submit(event?: React.BaseSyntheticEvent) {
      void form.handleSubmit((choice) => send({ type: 'submitted', baseline, choice }))(event);
    },
    confirm: () => send({ type: 'confirmed' }),
    keepEditing: () => send({ type: 'dismissed' }),
    cancel,
    /** Fills the form with given settings, as if they had been typed. Sends nothing. */
    fillWith(settings: GroupSettings) {
      form.reset(formValues(settings, baseline), { keepDefaultValues: true });
    },
    /** The form was filled from the history, and nothing of it is saved. */
    filling,
    /**
     * Fills the form from the history. What is not among the settings stays as it is. Sends nothing.
     *
     * @param words what it is filled with
     */
    fillFrom(settings: GroupSettings, words: string) {
      const filled = filledValues(form.getValues(), settings, baseline);
      fill(filled, { words, replaced: typedNow(), filled });
    },
    /** Exchanges what the form was filled with for what had been typed before. */
    bringBack() {
      if (!filling?.replaced) return;
      const words = 'What you had typed is back.';
      fill(filling.replaced, { words, replaced: formNow(), filled: undefined });
    },
    /** Puts a prefix into the form as if it had been typed, so none is to be removed. */
    takePrefix(prefix: string) {
      form.setValue('removePrefix', false, { shouldDirty: true });
      form.setValue('IMEIPrefix', prefix, { shouldDirty: true, shouldValidate: true });
    },
    /** Takes the values that were chosen in a conflict. */
    resolveConflict(chosen: GroupSettings) {
      if (state.step !== 'conflict') return;
      setStart(startFrom(state.stored, formValues(chosen, state.stored)));
      send({ type: 'reset' });
    },
    /** Goes back to what the service has now, which may be newer than what the typing began from. */
    discard() {
      setRestored(undefined);
      setFilling(undefined);
      setStart(startFrom(readListed()));
      send({ type: 'reset' });
    },
    dropDraft: draft.drop,
  };
}

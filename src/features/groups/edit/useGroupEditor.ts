import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import type { ApiError } from '#api/errors.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';
import {
  sameChoice,
  snapshotOf,
  type GroupChoice,
  type GroupSettings,
  type GroupSnapshot,
} from '#api/groupSettings.ts';
import { groupsQuery } from '#api/groupsQuery.ts';
import { mentionedFields } from '#api/groupWords.ts';
import { isAsSent, type SaveOutcome } from '#api/saveOutcome.ts';
import { useIsSignedOut, useOnSignIn, useSessionPhase } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';
import { useUnsavedChanges } from '#ui/unsavedChanges.ts';

import { useGroupDraft } from './groupDraft.ts';
import {
  filledValues,
  formValues,
  groupFormFields,
  groupFormSchema,
  refusedByService,
  typedSettings,
  type GroupFormValues,
} from './groupForm.ts';
import { expectedSnapshot } from './judgeSave.ts';
import { saveCalls } from './saveCalls.ts';
import { saveGroup, type Decision } from './saveGroup.ts';
import { conflictOf, isRunning, nextState, undoOf, type SaveEvent } from './saveMachine.ts';

/** The form's starting values and its current values, which count as edits where they differ. */
interface FormStart {
  readonly baseline: GroupSnapshot;
  readonly values: GroupFormValues;
}

/** How the form was filled from the history. */
export interface Filling {
  /** A description of the values. */
  readonly words: string;
  /** The form's previous values, if the user had edited them. */
  readonly replaced: GroupFormValues | undefined;
  /** The values filled in from the history; undefined if the edits were restored. */
  readonly filled: GroupFormValues | undefined;
}

function isSameForm(a: GroupFormValues, b: GroupFormValues): boolean {
  return z.keyof(groupFormFields).options.every((name) => a[name] === b[name]);
}

/** @param snapshot assumed to have been read just now if it has no time */
function startFrom(snapshot: GroupSnapshot, values = formValues(snapshot)): FormStart {
  return { baseline: { readAt: systemClock.now(), ...snapshot }, values };
}

export type GroupEditor = ReturnType<typeof useGroupEditor>;

/** The editor of one group: the form's starting values, the edits, and the state of the save. */
export function useGroupEditor(group: ThingsGroupRecord) {
  const groupId = group.ThingsGroupId;
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const isGone = useIsSignedOut();
  const draft = useGroupDraft(groupId);
  const [restored, setRestored] = useState(() => draft.restore(snapshotOf(group)));
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
  // A copy, because the form modifies its own object.
  const values = useWatch({ control: form.control, compute: (all) => ({ ...all }) });
  const { state, dispatch, send, cancel } = useSaveRun(groupId, {
    onStart: () => setRestored(undefined),
    onOutcome: takeOutcome,
  });

  // A fresh response is shown as long as there are no edits, and never overwrites edits.
  const [shownGroup, setShownGroup] = useState(group);
  /** A start that may be older than the newest response, which came during edits or while the page was reloaded. */
  const [passedStart, setPassedStart] = useState(start);
  if (group !== shownGroup) {
    setShownGroup(group);
    if (isDirty || isRunning(state)) setPassedStart(start);
    else startAgain();
  }

  // Before the page is painted and without registering the fields again: both would lose what is typed meanwhile.
  useLayoutEffect(() => {
    form.reset(formValues(start.baseline), { keepFieldsRef: true, keepValues: true });
    form.reset(start.values, { keepFieldsRef: true, keepDefaultValues: true });
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

  /** Starts from the service's current values, which may be newer than those the edits started from. */
  function startAgain() {
    setRestored(undefined);
    setFilling(undefined);
    setStart(startFrom(readListed()));
  }

  function takeOutcome(outcome: SaveOutcome, decision: Decision) {
    const { check, why, stored, error } = outcome;
    if (error) showRefusal(error);
    if (why === 'touched' && stored) setStart(startFrom(stored, form.getValues()));
    if (outcome.outcome !== 'saved') return;
    setFilling(undefined);
    if (check === undefined) {
      setStart(startFrom(expectedSnapshot(decision.baseline, decision.choice)));
      // The page then reads the list again, with its usual retries.
      if (!isGone()) void queryClient.invalidateQueries({ queryKey: groupsQuery(api).queryKey });
    }
    // Otherwise the edits stay, to be compared with the service's current values.
    if (stored) setStart(startFrom(stored, isAsSent(outcome) ? undefined : form.getValues()));
  }

  function showRefusal(error: ApiError) {
    // The message of a 422 names the constraint (API document 7).
    if (error.kind !== 'invalid' || error.serviceMessage === undefined) return;
    const refusal = { type: refusedByService, message: error.serviceMessage };
    const [first, ...others] = mentionedFields(error.serviceMessage);
    for (const field of others) form.setError(field, refusal);
    if (first) form.setError(first, refusal, { shouldFocus: true });
  }

  /** Fills in values as if the user had typed them. */
  function fill(next: GroupFormValues, how: Filling) {
    setRestored(undefined);
    setFilling(how);
    form.reset(next, { keepDefaultValues: true });
  }

  const formNow = () => (isDirty ? { ...form.getValues() } : undefined);

  /** The user's edits; values filled in from the history count only if edited since. */
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
    // A value that is no longer reported may still be stored.
    isOutdated:
      start === passedStart &&
      !isDirty &&
      !isRunning(state) &&
      !sameChoice(baseline, { ...baseline, ...snapshotOf(group) }),
    /** The notice about edits restored after a reload. */
    restoredWords:
      restored && (restored.draft !== undefined) === isDirty ? restored.words : undefined,
    undo: undoOf(state, isDirty ? typedSettings(values) : baseline),
    submit(event?: React.BaseSyntheticEvent) {
      void form.handleSubmit((choice) => send({ type: 'submitted', baseline, choice }))(event);
    },
    confirm: () => send({ type: 'confirmed' }),
    keepEditing: () => send({ type: 'dismissed' }),
    cancel,
    /** Saves former values exactly as they were, even those that the form would correct or not accept. */
    restore(former: GroupChoice) {
      form.reset(formValues(former, baseline), { keepDefaultValues: true });
      send({ type: 'submitted', baseline, choice: former });
    },
    /** Set if the form was filled from the history and has not been saved. */
    filling,
    /**
     * Fills the form from the history. Fields missing from the settings stay unchanged. Sends nothing.
     *
     * @param words describes the values
     */
    fillFrom(settings: GroupSettings, words: string) {
      const filled = filledValues(form.getValues(), settings, baseline);
      fill(filled, { words, replaced: typedNow(), filled });
    },
    /** Swaps the filled-in values for the earlier edits, or the other way round. */
    bringBack() {
      const { replaced, filled } = filling ?? {};
      if (!replaced) return;
      const words = filled ? 'Your edits are restored.' : 'The other values are filled in again.';
      fill(replaced, { words, replaced: formNow(), filled: filled ? undefined : replaced });
    },
    /** Fills in a prefix as if the user had typed it, and clears the box that would remove the prefix. */
    takePrefix(prefix: string) {
      form.setValue('removePrefix', false, { shouldDirty: true });
      form.setValue('IMEIPrefix', prefix, { shouldDirty: true, shouldValidate: true });
    },
    /** Applies the values chosen in a conflict. */
    resolveConflict(chosen: GroupSettings) {
      const stored = conflictOf(state)?.outcome.stored;
      if (!stored) return;
      setFilling(undefined);
      setStart(startFrom(stored, formValues(chosen, stored)));
      send({ type: 'reset' });
    },
    discard() {
      startAgain();
      send({ type: 'reset' });
    },
    dropDraft: draft.drop,
  };
}

interface SaveRunHandlers {
  /** Called before anything is read or sent. */
  readonly onStart: () => void;
  readonly onOutcome: (outcome: SaveOutcome, decision: Decision) => void;
}

/** Runs the saves of one group and holds their state: one save at a time, and only while the user is on the page. */
function useSaveRun(groupId: string, { onStart, onOutcome }: SaveRunHandlers) {
  const services = useUserServices();
  const phase = useSessionPhase();
  const [state, dispatch] = useReducer(nextState, { step: 'editing' });
  const running = useRef<AbortController>(undefined);

  // Nothing is sent after the user has left the page or the session has ended.
  useEffect(() => {
    if (phase !== 'live') running.current?.abort();
  }, [phase]);
  useEffect(() => () => running.current?.abort(), []);

  // A new sign-in supplies the tokens that a save is waiting for. Nothing has been sent yet.
  useOnSignIn(() => {
    if (state.step === 'waiting' && state.wait.error.waitsForRenewal) state.wait.endEarly();
  });

  async function save(decision: Decision) {
    // A double click sends one PUT.
    if (running.current) return;
    const abort = new AbortController();
    running.current = abort;
    onStart();
    try {
      const outcome = await saveGroup(
        saveCalls(services),
        { groupId, ...decision },
        { clock: systemClock, signal: abort.signal, tell: dispatch },
      );
      onOutcome(outcome, decision);
      dispatch({ type: 'ended', outcome });
    } catch (error) {
      dispatch({ type: 'broke', error });
    } finally {
      running.current = undefined;
    }
  }

  return {
    state,
    /** Handles an event that does not start a save. */
    dispatch,
    /** Handles the event, and runs the save if it starts one. */
    send(event: SaveEvent) {
      const next = nextState(state, event);
      dispatch(event);
      if (next.step === 'sending' && !isRunning(state)) void save(next.decision);
    },
    cancel: () => running.current?.abort(),
  };
}

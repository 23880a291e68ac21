import { useMemo } from 'react';
import * as z from 'zod/mini';

import { pickFields } from '#api/groupFields.ts';
import {
  choiceOf,
  groupSettings,
  groupSnapshot,
  sameChoice,
  type GroupChoice,
  type GroupSnapshot,
} from '#api/groupSettings.ts';
import { useUserServices } from '#api/userServices.tsx';
import type { SessionRecords } from '#lib/sessionRecords.ts';

import { formValues, groupFormFields, type GroupFormValues, typedSettings } from './groupForm.ts';
import { settingsUnknownTo, withPresentNames, withPresentParts } from './keptRecords.ts';

const { options: formKeys } = z.keyof(groupFormFields);

const keptDraft = z.object({
  baseline: groupSnapshot,
  /** A version that did not know a setting left it out. */
  values: z.partial(groupFormFields),
  /** Drafts of an earlier version do not have it. */
  isSent: z.optional(z.boolean()),
});

/** What was typed into a group's form and not saved. */
export interface GroupDraft {
  /** What the service had stored when the typing began: a save compares with this. */
  readonly baseline: GroupSnapshot;
  readonly values: GroupFormValues;
  /** Whether a save of it had sent something. */
  readonly isSent?: boolean | undefined;
}

/** Keeps what was typed for this tab, so that it survives a reload of the page. */
export function useGroupDraft(groupId: string) {
  const { drafts } = useUserServices().work;
  return useMemo(
    () => ({
      restore: (stored: GroupSnapshot) => restoreDraft(drafts.read(groupId), stored),
      keep: (draft: GroupDraft) => drafts.keep(groupId, draft),
      drop: () => drafts.drop(groupId),
    }),
    [drafts, groupId],
  );
}

function readDraft(record: unknown, stored: GroupSnapshot): GroupDraft | undefined {
  const { data } = keptDraft.safeParse(withPresentParts(record, ['baseline', 'values']));
  if (!data) return undefined;
  const { baseline, values, isSent } = data;
  const unknown = settingsUnknownTo(values, baseline, stored);
  return {
    baseline: { ...baseline, ...unknown },
    values: { ...formValues(unknown), ...pickFields(values, formKeys) },
    isSent,
  };
}

/** What there is to say about a draft that was found when the page opened. */
interface Restored {
  /** Undefined if it cannot be read, or if there is nothing left to save: the service has what was typed. */
  readonly draft: GroupDraft | undefined;
  readonly words: string;
}

/** @param record undefined if nothing was kept */
function restoreDraft(record: unknown, stored: GroupSnapshot): Restored | undefined {
  if (record === undefined) return undefined;
  const draft = readDraft(record, stored);
  if (!draft) {
    return {
      draft,
      words:
        'You had unsaved edits here before the page was reloaded. This version of the console cannot read them. Enter them again.',
    };
  }
  if (!draft.isSent) {
    return {
      draft,
      words: 'The page was reloaded and your edits are restored. They are not saved yet.',
    };
  }
  const present = choiceOf(stored);
  if (present && sameChoice(present, typedSettings(draft.values))) {
    return {
      draft: undefined,
      words: 'A save was in progress when the page was reloaded. The service now has your edits.',
    };
  }
  return {
    draft,
    words:
      'The page was reloaded while a save was in progress. Your edits are restored, but may or may not have been stored. Compare with the list before you save again.',
  };
}

/** What was last saved from this browser, which need not be what is stored now. It may lack newer settings. */
const saveNote = z.extend(groupSettings, {
  /** Milliseconds since the epoch. */
  at: z.number(),
});

/** Notes what was saved of a group, in this browser, until its user signs out. */
export function keepSaveNote(
  notes: SessionRecords,
  groupId: string,
  choice: GroupChoice,
  at: number,
): void {
  notes.keep(groupId, { at, ...choice } satisfies z.infer<typeof saveNote>);
}

export function readSaveNote(notes: SessionRecords, groupId: string) {
  return saveNote.safeParse(withPresentNames(notes.read(groupId))).data;
}
